// SPDX-License-Identifier: Apache-2.0
#include "oopss/proof/certify.hpp"

#include "oopss/proof/certify_free.hpp"
#include "oopss/proof/certify_search.hpp"
#include "oopss/proof/certify_springs.hpp"

namespace oopss {
namespace {

template <int N>
std::unique_ptr<CertifySearch::Work> work_of(const ExactLandscape& landscape, const CertifyLimits& limits) {
  if (landscape.topology.size() != N) {
    if constexpr (N > 2) return work_of<N - 1>(landscape, limits);
    assert(false);
  }
  ShapeFunction function = shape_function(landscape);
  if (function.amended) return std::make_unique<BoxSearch<SpringKernel<N>>>(landscape, std::move(function), limits);
  return std::make_unique<BoxSearch<FreeKernel<N>>>(landscape, std::move(function), limits);
}

}  // namespace

CertifySearch::CertifySearch(const ExactLandscape& landscape, const CertifyLimits& limits)
    : work_(landscape.closed() ? closed_work(landscape, limits) : work_of<certify_most_bodies>(landscape, limits)) {}
CertifySearch::~CertifySearch() = default;
CertifySearch::CertifySearch(CertifySearch&&) noexcept = default;
bool CertifySearch::step() { return work_->step(); }
double CertifySearch::done() const { return work_->done(); }
long CertifySearch::boxes() const { return work_->boxes; }
long CertifySearch::work() const { return work_->work; }
long CertifySearch::undecided() const { return work_->undecided; }
Certificate CertifySearch::certificate() const { return work_->certificate(); }
std::vector<UndecidedBox> CertifySearch::undecided_boxes() const { return work_->undecided_boxes(); }

Certificate certify(const ExactLandscape& landscape, const CertifyLimits& limits) {
  CertifySearch search(landscape, limits);
  while (search.step()) continue;
  return search.certificate();
}

}  // namespace oopss
