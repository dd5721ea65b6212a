// SPDX-License-Identifier: Apache-2.0
// Who computes for the functions of a flow.
#pragma once

#include <memory>
#include <mutex>
#include <vector>

#include "oopss/system/recursive.hpp"

namespace oopss {

/// The engine of one function of a flow. Of a small tree every copy has its own, at hand; of a large one the functions
/// of a flow and of its copies have one together, made when it is first asked for, since it takes half a kilobyte per
/// body. One that finds it in use by another thread makes a second, which stays too and shares the numbers of the tree.
/// So functions of copies stay independent: an engine keeps nothing from one call to the next. One with torques of the
/// program, which may, is never shared.
class FlowEngine {
 public:
  static constexpr int most_own_bodies = 1000;

  FlowEngine(const std::shared_ptr<const Derived>& derived, const SharedInputs& p, const Drive& drive) {
    if (derived->layout.bodies <= most_own_bodies || drive)
      own_.emplace(numbered_tree(derived, p), drive);
    else
      resting_ = std::make_shared<Resting>(derived, p);
  }
  explicit FlowEngine(const Recursive& engine) : own_(engine) {}

  bool is_shared() const { return resting_ != nullptr; }
  const std::shared_ptr<const Derived>& derived() const { return own_ ? own_->derived : resting_->derived; }
  const std::vector<double>& p() const { return own_ ? *own_->p : *resting_->p; }

  /// What `use` gives for the engine.
  template <class Use>
  auto with(const Use& use) {
    if (own_) return use(*own_);
    const Borrowed borrowed(*resting_);
    return use(*borrowed.engine);
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

  std::optional<Recursive> own_;
  std::shared_ptr<Resting> resting_;
};

}  // namespace oopss
