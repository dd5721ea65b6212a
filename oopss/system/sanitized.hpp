// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace oopss {

/// Whether this build has an address sanitizer, which keeps terabytes of memory for itself: limits on it do not hold.
constexpr bool address_sanitized() {
#if defined(__SANITIZE_ADDRESS__)
  return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  return true;
#else
  return false;
#endif
#else
  return false;
#endif
}

}  // namespace oopss
