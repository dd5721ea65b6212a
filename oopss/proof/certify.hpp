// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "oopss/proof/certificate.hpp"

namespace oopss {

struct CertifyLimits {
  int depth = 24;          // the least box is this many cuts of a turn
  long undecided = 2'000;  // undecided boxes after which the search gives up
};

constexpr int certify_most_bodies = 8;

/// Centre and half width, in radians, per unknown.
struct UndecidedBox {
  std::vector<double> centre, half;
};

/// The search for a proof that no relative equilibrium is missing: cuts the shapes into boxes until each has
/// no root or lies in the box of uniqueness of a known one. Pulled: while (search.step()) …, and `certificate()` at any
/// time; what was not looked at is undecided then.
class CertifySearch {
 public:
  explicit CertifySearch(const ExactLandscape& landscape, const CertifyLimits& limits = {});
  ~CertifySearch();
  CertifySearch(CertifySearch&&) noexcept;

  /// Some thousand units of work more, a few milliseconds; false when there is none left.
  bool step();
  /// The part of all shapes that is done.
  double done() const;
  long boxes() const;
  /// In units of one box; roots in rational arithmetic count for many.
  long work() const;
  long undecided() const;
  Certificate certificate() const;
  /// Those that were looked at.
  std::vector<UndecidedBox> undecided_boxes() const;

  class Work;

 private:
  std::unique_ptr<Work> work_;
};

/// The whole search at once.
Certificate certify(const ExactLandscape& landscape, const CertifyLimits& limits = {});

}  // namespace oopss
