// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace oopss {

/// A list that never changes once it is made, so that its copies are one and the same: of a tree of a million bodies
/// there are then not several.
template <class T>
class FixedList {
 public:
  FixedList() : FixedList(std::vector<T>()) {}
  FixedList(std::vector<T> all)  // NOLINT(google-explicit-constructor): it is that list
      : all_(std::make_shared<const std::vector<T>>(std::move(all))) {}
  FixedList(std::initializer_list<T> all) : FixedList(std::vector<T>(all)) {}
  FixedList(const FixedList&) = default;  // and no moves, which would leave one without a list
  FixedList& operator=(const FixedList&) = default;
  ~FixedList() = default;

  operator const std::vector<T>&() const { return *all_; }  // NOLINT(google-explicit-constructor)
  auto begin() const { return all_->begin(); }
  auto end() const { return all_->end(); }
  std::size_t size() const { return all_->size(); }
  bool empty() const { return all_->empty(); }
  const T& operator[](std::size_t i) const { return (*all_)[i]; }
  friend bool operator==(const FixedList& a, const FixedList& b) { return *a.all_ == *b.all_; }

 private:
  std::shared_ptr<const std::vector<T>> all_;
};

}  // namespace oopss
