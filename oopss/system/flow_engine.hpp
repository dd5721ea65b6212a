// SPDX-License-Identifier: Apache-2.0
// Who computes for the functions of a flow.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "oopss/system/recursive.hpp"

namespace oopss {

/// The engine of the functions of a flow, made when one of them is first asked for: a flow of a family's member is
/// seldom asked for all that it has. Copies of functions have one of their own in a small tree; in a large one they
/// have the same, since it takes half a kilobyte per body, and one that finds it in use by another thread makes a
/// second, which stays too and shares the numbers of the tree. So copies are independent: an engine keeps nothing from
/// one call to the next. One with torques of the program, which may, is never shared, and its copies go on with what it
/// kept.
class FlowEngine {
 public:
  FlowEngine(std::shared_ptr<const Derived> derived, SharedInputs p, Drive drive)
      : derived_(std::move(derived)), p_(std::move(p)), drive_(std::move(drive)) {
    if (derived_->layout.bodies > most_small_bodies && !drive_) resting_ = std::make_shared<Resting>(derived_, p_);
  }
  explicit FlowEngine(const Recursive& engine) : FlowEngine(engine.derived, engine.p, engine.drive) {}
  FlowEngine(const FlowEngine& other)
      : derived_(other.derived_), p_(other.p_), drive_(other.drive_), resting_(other.resting_) {
    if (drive_ && *other.own_) *own_ = std::make_unique<Recursive>(**other.own_);
  }
  FlowEngine(FlowEngine&&) noexcept = default;
  FlowEngine& operator=(const FlowEngine&) = delete;
  FlowEngine& operator=(FlowEngine&&) = delete;
  ~FlowEngine() = default;

  /// That of another function of the same flow.
  FlowEngine shared() const { return drive_ ? *this : FlowEngine(*this, own_); }
  const std::shared_ptr<const Derived>& derived() const { return derived_; }
  const std::vector<double>& p() const { return *p_; }

  /// What `use` gives for the engine.
  template <class Use>
  auto with(const Use& use) {
    if (resting_) {
      const Borrowed borrowed(*resting_);
      return use(*borrowed.engine);
    }
    if (!*own_) *own_ = std::make_unique<Recursive>(numbered_tree(derived_, p_), drive_);
    return use(**own_);
  }

 private:
  struct Resting {
    std::shared_ptr<const Derived> derived;
    SharedInputs p;
    std::mutex taking;
    std::shared_ptr<const NumberedTree> numbers;      // once they are asked for
    std::vector<std::unique_ptr<Recursive>> engines;  // not in use

    Resting(std::shared_ptr<const Derived> derived_, SharedInputs p_)
        : derived(std::move(derived_)), p(std::move(p_)) {}
    std::unique_ptr<Recursive> take() {
      {
        const std::scoped_lock lock(taking);
        if (!engines.empty()) {
          std::unique_ptr<Recursive> out = std::move(engines.back());
          engines.pop_back();
          return out;
        }
        if (!numbers) numbers = numbered_tree(derived, p);
      }
      return std::make_unique<Recursive>(numbers);
    }
    void give(std::unique_ptr<Recursive> engine) {
      const std::scoped_lock lock(taking);
      engines.push_back(std::move(engine));
    }
  };
  struct Borrowed {
    Resting& from;
    std::unique_ptr<Recursive> engine;

    explicit Borrowed(Resting& resting) : from(resting), engine(resting.take()) {}
    ~Borrowed() { from.give(std::move(engine)); }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
  };

  using Own = std::shared_ptr<std::unique_ptr<Recursive>>;

  FlowEngine(const FlowEngine& other, Own own)
      : derived_(other.derived_), p_(other.p_), own_(std::move(own)), resting_(other.resting_) {}

  std::shared_ptr<const Derived> derived_;
  SharedInputs p_;
  Drive drive_;
  Own own_ = std::make_shared<std::unique_ptr<Recursive>>();
  std::shared_ptr<Resting> resting_;
};

}  // namespace oopss
