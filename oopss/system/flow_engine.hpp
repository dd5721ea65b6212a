// SPDX-License-Identifier: Apache-2.0
// Who computes for the functions of a flow.
#pragma once

#include <atomic>

#include "oopss/system/recursive.hpp"

namespace oopss {

/// The engine of one function of a flow. Of a small tree every copy has its own, at hand; of a large one the functions
/// of a flow and of its copies have one together, made when it is first asked for, since it takes half a kilobyte per
/// body. One that finds it in use by another thread makes a second. So functions of copies stay independent: an engine
/// keeps nothing from one call to the next. One with torques of the program, which may, is never shared.
class FlowEngine {
 public:
  static constexpr int most_own_bodies = 1000;

  FlowEngine(const std::shared_ptr<const Derived>& derived, const std::vector<double>& p, const Drive& drive) {
    if (derived->layout.bodies <= most_own_bodies || drive)
      own_.emplace(derived, p, drive);
    else
      resting_ = std::make_shared<Resting>(derived, p);
  }
  explicit FlowEngine(const Recursive& engine) : own_(engine) {}

  bool is_shared() const { return resting_ != nullptr; }
  const std::shared_ptr<const Derived>& derived() const { return own_ ? own_->derived : resting_->derived; }
  const std::vector<double>& p() const { return own_ ? own_->p : resting_->p; }

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
    std::vector<double> p;
    std::atomic<Recursive*> engine = nullptr;  // null: in use, or not yet made

    Resting(std::shared_ptr<const Derived> derived_, std::vector<double> p_)
        : derived(std::move(derived_)), p(std::move(p_)) {}
    ~Resting() { delete engine.load(); }
    Resting(const Resting&) = delete;
    Resting& operator=(const Resting&) = delete;
  };
  struct Borrowed {
    Resting& from;
    std::unique_ptr<Recursive> engine;

    explicit Borrowed(Resting& resting) : from(resting), engine(resting.engine.exchange(nullptr)) {
      if (!engine) engine = std::make_unique<Recursive>(from.derived, from.p, Drive{});
    }
    ~Borrowed() { delete from.engine.exchange(engine.release()); }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
  };

  std::optional<Recursive> own_;
  std::shared_ptr<Resting> resting_;
};

}  // namespace oopss
