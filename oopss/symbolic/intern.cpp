// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cassert>
#include <new>
#include <utility>
#include <vector>

#include "oopss/symbolic/node.hpp"

namespace oopss {
namespace {

std::uint64_t mix(std::uint64_t h, std::uint64_t word) {  // the finalizer of MurmurHash3 over a running value
  h ^= word + 0x9e3779b97f4a7c15U + (h << 6U) + (h >> 2U);
  h ^= h >> 33U;
  h *= 0xff51afd7ed558ccdU;
  h ^= h >> 33U;
  return h;
}

std::uint64_t hash_of(std::uint64_t h, const mpz_class& z) {
  h = mix(h, static_cast<std::uint64_t>(static_cast<std::int64_t>(sgn(z))));
  const std::size_t limbs = mpz_size(z.get_mpz_t());
  for (std::size_t i = 0; i < limbs; ++i) h = mix(h, mpz_getlimbn(z.get_mpz_t(), static_cast<mp_size_t>(i)));
  return h;
}

std::uint64_t hash_of(const Key& key) {
  std::uint64_t h = mix(static_cast<std::uint64_t>(key.kind), static_cast<std::uint64_t>(key.function));
  if (key.value == nullptr) {
    h = mix(h, static_cast<std::uint64_t>(key.whole));
  } else if (is_whole(*key.value) && key.value->get_num().fits_slong_p()) {
    h = mix(h, static_cast<std::uint64_t>(key.value->get_num().get_si()));
  } else {
    h = hash_of(hash_of(h, key.value->get_num()), key.value->get_den());
  }
  for (const char c : key.name) h = mix(h, static_cast<unsigned char>(c));
  for (const Expr& operand : key.operands) h = mix(h, operand.node()->hash);
  return h;
}

bool same_value(const Node& node, const Key& key) {
  if (node.value == nullptr) return true;  // no number, no power
  if (key.value != nullptr) return *node.value == *key.value;
  return mpq_cmp_si(node.value->get_mpq_t(), key.whole, 1) == 0;
}

bool same(const Node& node, const Key& key) {
  if (node.kind != key.kind || node.function != key.function || node.size != key.operands.size()) return false;
  for (std::size_t i = 0; i < key.operands.size(); ++i)
    if (!(node.operands()[i] == key.operands[i])) return false;
  return same_value(node, key) && (node.kind != Kind::symbol || (node.rank == key.rank && *node.name == key.name));
}

Node* create(const Key& key, std::uint64_t hash) {
  void* memory = ::operator new(sizeof(Node) + key.operands.size() * sizeof(Expr));
  Node* node = new (memory) Node;
  node->hash = hash;
  node->size = static_cast<std::uint32_t>(key.operands.size());
  node->kind = key.kind;
  node->function = key.function;
  node->rank = key.rank;
  if (key.kind == Kind::number || key.kind == Kind::pow)
    node->value = std::make_unique<const Rational>(key.value != nullptr ? *key.value : Rational(key.whole));
  if (key.kind == Kind::symbol) node->name = std::make_unique<const std::string>(key.name);
  Expr* operand = reinterpret_cast<Expr*>(node + 1);
  for (const Expr& e : key.operands) {
    node->height = std::max(node->height, e.node()->height + 1);
    new (operand++) Expr(e);
  }
  return node;
}

/// All living nodes of a thread, by hash; open addressing with linear probing, at most half full.
class Table {
 public:
  /// The node with a key, made if there is none.
  Node* obtain(const Key& key) {
    const std::uint64_t hash = hash_of(key);
    std::size_t i = hash & mask();
    for (; slots_[i].node != nullptr; i = (i + 1) & mask())
      if (slots_[i].hash == hash && same(*slots_[i].node, key)) return slots_[i].node;
    Node* node = create(key, hash);
    slots_[i] = {hash, node};
    if (2 * ++count_ > slots_.size()) grow();
    return node;
  }

  /// Takes a node out and moves back those behind it that would no longer be found.
  void erase(const Node* node) {
    std::size_t hole = node->hash & mask();
    while (slots_[hole].node != node) hole = (hole + 1) & mask();
    for (std::size_t i = (hole + 1) & mask(); slots_[i].node != nullptr; i = (i + 1) & mask()) {
      const std::size_t home = slots_[i].hash & mask();
      if (((i - home) & mask()) < ((i - hole) & mask())) continue;
      slots_[hole] = slots_[i];
      hole = i;
    }
    slots_[hole] = {};
    --count_;
  }

  std::size_t count() const { return count_; }

 private:
  struct Slot {
    std::uint64_t hash = 0;
    Node* node = nullptr;
  };
  std::size_t mask() const { return slots_.size() - 1; }
  void place(Slot slot) {
    std::size_t i = slot.hash & mask();
    while (slots_[i].node != nullptr) i = (i + 1) & mask();
    slots_[i] = slot;
  }
  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.node != nullptr) place(slot);
  }

  std::vector<Slot> slots_ = std::vector<Slot>(1024);
  std::size_t count_ = 0;
};

Table& table() {
  thread_local Table nodes;
  return nodes;
}

/// Frees a node that nobody uses, and with it whatever only it used.
void free_graph(Node* dead) {
  while (dead != nullptr) {
    Node* node = std::exchange(dead, dead->next_dead);
    table().erase(node);
    for (const Expr& operand : node->operands()) {
      Node* below = const_cast<Node*>(operand.node());
      if (--below->uses == 0) below->next_dead = std::exchange(dead, below);
    }
    node->~Node();
    ::operator delete(node);
  }
}

}  // namespace

Expr::Expr(Node* node) : node_(node) { ++node_->uses; }
Expr::Expr(int value) : Expr(intern(Key{.whole = value})) {}
namespace {

/// Exact arithmetic on a formula must not take longer than the formula is worth.
const Rational& of_moderate_size(const Rational& q) {
  if (std::max(mpz_sizeinbase(q.get_num_mpz_t(), 2), mpz_sizeinbase(q.get_den_mpz_t(), 2)) > most_number_bits)
    throw ExpansionTooLarge("a number that is worked out exactly has too many digits");
  return q;
}

}  // namespace

Expr::Expr(const Rational& value) : Expr(intern(Key{.value = &of_moderate_size(value)})) {
  assert(gcd(value.get_num(), value.get_den()) == 1 && value.get_den() > 0);  // canonical, as GMP wants it
}
Expr::Expr(const Expr& other) noexcept : node_(other.node_) { ++node_->uses; }
Expr::Expr(Expr&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
Expr& Expr::operator=(Expr other) noexcept {
  std::swap(node_, other.node_);
  return *this;
}
Expr::~Expr() {
  if (node_ != nullptr && --node_->uses == 0) free_graph(node_);
}

Expr intern(const Key& key) {
  Node* node = table().obtain(key);
  return Expr(node);
}

Expr intern_nary(Kind kind, std::span<const Expr> operands) {
  return operands.size() == 1 ? operands.front() : intern(Key{.kind = kind, .operands = operands});
}

Expr symbol(std::string_view name, int rank) {
  assert(!name.empty());
  return intern(Key{.kind = Kind::symbol, .name = name, .rank = rank});
}

Kind kind(const Expr& e) { return e.node()->kind; }
const Rational& value(const Expr& e) {
  assert(is(e, Kind::number) || is(e, Kind::pow));
  return *e.node()->value;
}
const std::string& name(const Expr& e) {
  assert(is(e, Kind::symbol));
  return *e.node()->name;
}
Function function(const Expr& e) {
  assert(is(e, Kind::function));
  return e.node()->function;
}
std::span<const Expr> operands(const Expr& e) { return e.node()->operands(); }
bool is_zero(const Expr& e) { return is(e, Kind::number) && sgn(*e.node()->value) == 0; }
bool is_one(const Expr& e) { return is(e, Kind::number) && mpq_cmp_si(e.node()->value->get_mpq_t(), 1, 1) == 0; }
std::size_t living_nodes() { return table().count(); }

}  // namespace oopss
