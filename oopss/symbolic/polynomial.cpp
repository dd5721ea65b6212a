// SPDX-License-Identifier: Apache-2.0
#include "oopss/symbolic/polynomial.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace oopss {
namespace {

constexpr std::size_t most_terms = 2'000'000;
constexpr std::size_t most_products = 200'000'000;

ExpansionTooLarge too_many_terms() { return ExpansionTooLarge("the expansion has more than two million terms"); }

int exponent(long e) {
  if (e > std::numeric_limits<int>::max() || e < std::numeric_limits<int>::min())
    throw ExpansionTooLarge("the expansion has an exponent that is too large");
  return static_cast<int>(e);
}

std::uint64_t spread(std::uint64_t h) {
  h *= 0x9e3779b97f4a7c15U;
  return h ^ (h >> 32U);
}

std::uint64_t hash_of(std::span<const Factor> monomial) {
  std::uint64_t h = monomial.size();
  for (const Factor& f : monomial)
    h = spread(h ^ (static_cast<std::uint64_t>(f.atom) << 32U | static_cast<std::uint32_t>(f.exponent)));
  return h;
}

/// Exponents of all atoms side by side in a few machine words, so that monomials multiply by adding words. Each atom
/// has a field wide enough for the product, and counts from its lowest exponent.
class Packing {
 public:
  using Terms = std::vector<Polynomial::Term>;

  Packing(const Terms& a, const Terms& b) {
    for (const auto& t : a) fit(t.factors, low_a_, high_a_);
    for (const auto& t : b) fit(t.factors, low_b_, high_b_);
    const std::size_t atoms = std::max(low_a_.size(), low_b_.size());
    for (auto* v : {&low_a_, &high_a_, &low_b_, &high_b_}) v->resize(atoms, 0);
    fields_.resize(atoms);
    unsigned used = 64;
    for (std::size_t i = 0; i < atoms; ++i) {
      const long range = high_a_[i] + high_b_[i] - low_a_[i] - low_b_[i];
      const unsigned bits = static_cast<unsigned>(std::bit_width(static_cast<unsigned long>(range)));
      if (used + bits > 64) {
        ++words_;
        used = 0;
      }
      fields_[i] = {words_ - 1, used, bits};
      used += bits;
    }
    words_ = std::max<std::size_t>(words_, 1);
  }

  std::size_t words() const { return words_; }
  std::vector<std::uint64_t> pack_a(const Terms& terms) const { return pack(terms, low_a_); }
  std::vector<std::uint64_t> pack_b(const Terms& terms) const { return pack(terms, low_b_); }

  void unpack(const std::uint64_t* key, Monomial& out) const {
    out.clear();
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const Field& f = fields_[i];
      if (f.bits == 0) continue;  // absent
      const std::uint64_t field = (key[f.word] >> f.shift) & ((std::uint64_t{1} << f.bits) - 1);
      const long e = static_cast<long>(field) + low_a_[i] + low_b_[i];
      if (e != 0) out.push_back({static_cast<int>(i), exponent(e)});
    }
  }

 private:
  struct Field {
    std::size_t word = 0;
    unsigned shift = 0, bits = 0;
  };

  static void fit(std::span<const Factor> factors, std::vector<long>& low, std::vector<long>& high) {
    for (const Factor& f : factors) {
      const std::size_t i = static_cast<std::size_t>(f.atom);
      if (i >= low.size()) {
        low.resize(i + 1, 0);
        high.resize(i + 1, 0);
      }
      low[i] = std::min<long>(low[i], f.exponent);
      high[i] = std::max<long>(high[i], f.exponent);
    }
  }

  std::vector<std::uint64_t> pack(const Terms& terms, const std::vector<long>& low) const {
    std::vector<std::uint64_t> zero(words_, 0);  // all exponents zero
    for (std::size_t i = 0; i < fields_.size(); ++i)
      if (fields_[i].bits > 0) zero[fields_[i].word] += static_cast<std::uint64_t>(-low[i]) << fields_[i].shift;
    std::vector<std::uint64_t> keys;
    keys.reserve(terms.size() * words_);
    for (const auto& t : terms) {
      const std::size_t start = keys.size();
      keys.insert(keys.end(), zero.begin(), zero.end());
      for (const Factor& f : t.factors) {
        const Field& field = fields_[static_cast<std::size_t>(f.atom)];
        keys[start + field.word] += static_cast<std::uint64_t>(static_cast<long>(f.exponent)) << field.shift;
      }
    }
    return keys;
  }

  std::vector<long> low_a_, high_a_, low_b_, high_b_;
  std::vector<Field> fields_;
  std::size_t words_ = 0;
};

/// Collects products of terms by their packed monomials.
class Accumulator {
 public:
  explicit Accumulator(std::size_t words, std::size_t expected) : words_(words) {
    slots_.resize(std::bit_ceil(4 * expected + 16));
  }

  void add(const std::uint64_t* a, const std::uint64_t* b, const Coefficient& ca, const Coefficient& cb) {
    std::uint64_t h = 0;
    for (std::size_t w = 0; w < words_; ++w) h = spread(h ^ (a[w] + b[w]));
    for (std::size_t i = h & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
      if (slots_[i] == 0) {
        insert(i, a, b);
        sums_.back().add_product(ca, cb);
        return;
      }
      const std::uint64_t* key = &keys_[(slots_[i] - 1) * words_];
      bool same = true;
      for (std::size_t w = 0; w < words_; ++w) same = same && key[w] == a[w] + b[w];
      if (!same) continue;
      sums_[slots_[i] - 1].add_product(ca, cb);
      return;
    }
  }

  std::size_t size() const { return sums_.size(); }
  const std::uint64_t* key(std::size_t i) const { return &keys_[i * words_]; }
  Coefficient& sum(std::size_t i) { return sums_[i]; }

 private:
  void insert(std::size_t slot, const std::uint64_t* a, const std::uint64_t* b) {
    if (sums_.size() == most_terms) throw too_many_terms();
    for (std::size_t w = 0; w < words_; ++w) keys_.push_back(a[w] + b[w]);
    sums_.emplace_back();
    slots_[slot] = static_cast<std::uint32_t>(sums_.size());
    if (2 * sums_.size() > slots_.size()) grow();
  }

  void grow() {
    slots_.assign(2 * slots_.size(), 0);
    for (std::size_t n = 0; n < sums_.size(); ++n) {
      std::uint64_t h = 0;
      for (std::size_t w = 0; w < words_; ++w) h = spread(h ^ keys_[n * words_ + w]);
      std::size_t i = h & (slots_.size() - 1);
      while (slots_[i] != 0) i = (i + 1) & (slots_.size() - 1);
      slots_[i] = static_cast<std::uint32_t>(n + 1);
    }
  }

  std::size_t words_;
  std::vector<std::uint32_t> slots_;
  std::vector<std::uint64_t> keys_;
  std::vector<Coefficient> sums_;
};

}  // namespace

Coefficient::Coefficient(const Rational& q) { set(q); }
Coefficient::Coefficient(const Coefficient& other)
    : small_(other.small_), big_(other.big_ ? std::make_unique<Rational>(*other.big_) : nullptr) {}
Coefficient& Coefficient::operator=(const Coefficient& other) {
  if (this != &other) *this = Coefficient(other);
  return *this;
}

void Coefficient::set(const Rational& q) {
  if (mpz_sizeinbase(q.get_num_mpz_t(), 2) > 1'000'000) throw ExpansionTooLarge("the expansion has too large numbers");
  const bool fits = q.get_den() == 1 && q.get_num().fits_slong_p();
  small_ = fits ? q.get_num().get_si() : 0;
  big_ = fits ? nullptr : std::make_unique<Rational>(q);
}

void Coefficient::add_product(const Coefficient& a, const Coefficient& b) {
  long product = 0, sum = 0;
  if (big_ == nullptr && a.big_ == nullptr && b.big_ == nullptr &&
      !__builtin_mul_overflow(a.small_, b.small_, &product) && !__builtin_add_overflow(small_, product, &sum)) {
    small_ = sum;
  } else {
    set(rational() + a.rational() * b.rational());
  }
}

Coefficient operator*(const Coefficient& a, const Coefficient& b) {
  Coefficient product;
  product.add_product(a, b);
  return product;
}

Monomial operator*(std::span<const Factor> a, std::span<const Factor> b) {
  Monomial out;
  out.reserve(a.size() + b.size());
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size()) {
    if (j == b.size() || (i < a.size() && a[i].atom < b[j].atom)) {
      out.push_back(a[i++]);
    } else if (i == a.size() || b[j].atom < a[i].atom) {
      out.push_back(b[j++]);
    } else {
      const long e = static_cast<long>(a[i].exponent) + b[j].exponent;
      if (e != 0) out.push_back({a[i].atom, exponent(e)});
      ++i;
      ++j;
    }
  }
  return out;
}

Monomial power(std::span<const Factor> m, long n) {
  Monomial out(m.begin(), m.end());
  for (Factor& f : out) {
    long e = 0;
    if (__builtin_mul_overflow(static_cast<long>(f.exponent), n, &e)) e = std::numeric_limits<long>::max();
    f.exponent = exponent(e);
  }
  return out;
}

std::vector<Polynomial::Term> Polynomial::terms() const {
  std::vector<Term> out;
  out.reserve(entries_.size());
  for (const Entry& entry : entries_)
    if (!entry.coefficient.zero()) out.push_back({factors_of(entry), &entry.coefficient});
  return out;
}

void Polynomial::append(std::span<const Factor> monomial, Coefficient c) {
  if (entries_.size() == most_terms) throw too_many_terms();
  entries_.push_back({factors_.size(), monomial.size(), std::move(c)});
  factors_.insert(factors_.end(), monomial.begin(), monomial.end());
}

void Polynomial::index() {
  slots_.assign(std::bit_ceil(4 * entries_.size() + 8), 0);
  for (std::size_t n = 0; n < entries_.size(); ++n) {
    std::size_t i = hash_of(factors_of(entries_[n])) & (slots_.size() - 1);
    while (slots_[i] != 0) i = (i + 1) & (slots_.size() - 1);
    slots_[i] = static_cast<std::uint32_t>(n + 1);
  }
}

void Polynomial::add(std::span<const Factor> monomial, const Coefficient& a, const Coefficient& b) {
  if (2 * (entries_.size() + 1) > slots_.size()) index();
  for (std::size_t i = hash_of(monomial) & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
    if (slots_[i] == 0) {
      append(monomial, a * b);
      slots_[i] = static_cast<std::uint32_t>(entries_.size());
      return;
    }
    Entry& entry = entries_[slots_[i] - 1];
    const auto present = factors_of(entry);
    if (!std::equal(present.begin(), present.end(), monomial.begin(), monomial.end())) continue;
    entry.coefficient.add_product(a, b);
    return;
  }
}

void Polynomial::add(const Polynomial& other) {
  for (const Entry& entry : other.entries_) add(other.factors_of(entry), entry.coefficient, 1);
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  const auto x = a.terms(), y = b.terms();
  if (x.size() > 1 && y.size() == 1) return b * a;
  Polynomial out;
  if (x.size() <= 1) {
    for (const auto& s : x)
      for (const auto& t : y) out.append(s.factors * t.factors, *s.coefficient * *t.coefficient);
    return out;
  }
  if (x.size() > most_products / std::max<std::size_t>(y.size(), 1)) throw too_many_terms();
  const Packing packing(x, y);
  const auto keys_x = packing.pack_a(x), keys_y = packing.pack_b(y);
  const std::size_t words = packing.words();
  Accumulator products(words, x.size() + y.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < y.size(); ++j)
      products.add(&keys_x[i * words], &keys_y[j * words], *x[i].coefficient, *y[j].coefficient);
  Monomial monomial;
  for (std::size_t n = 0; n < products.size(); ++n) {
    if (products.sum(n).zero()) continue;
    packing.unpack(products.key(n), monomial);
    out.append(monomial, std::move(products.sum(n)));
  }
  return out;
}

Polynomial power(const Polynomial& p, long n) {
  if (n == 1) return p;
  if (n % 2 != 0) return power(p, n - 1) * p;
  const Polynomial half = power(p, n / 2);
  return half * half;
}

}  // namespace oopss
