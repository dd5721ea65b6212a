// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace oopss {

/// Sanitizers make code ten times slower and look at its lines, not at its numbers: there a part of the cases is
/// enough, of which the other build runs all.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool sanitized = true;
#else
inline constexpr bool sanitized = false;
#endif
#else
inline constexpr bool sanitized = false;
#endif

/// Steps of a loop over cases: every fifth where lines are sanitized, so that cases that differ by 2, 3, 4, 6 or 7
/// kinds are all among them.
inline constexpr int stride = sanitized ? 5 : 1;

}  // namespace oopss
