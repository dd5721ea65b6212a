// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

namespace oopss {

/// Philox 4x32 with ten rounds: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, Parallel random numbers: as easy as
/// 1, 2, 3 (SC 2011). A bijection of the counter for each key, whose values pass the batteries of tests for random
/// numbers: any of them is had at once, without those before it.
using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

inline PhiloxCounter philox(PhiloxCounter counter, PhiloxKey key) {
  constexpr std::uint32_t M0 = 0xD2511F53, M1 = 0xCD9E8D57;  // multipliers
  constexpr std::uint32_t W0 = 0x9E3779B9, W1 = 0xBB67AE85;  // what each round adds to the key
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t(M0) * counter[0], b = std::uint64_t(M1) * counter[2];
    counter = {static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
               static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key = {key[0] + W0, key[1] + W1};
  }
  return counter;
}

/// 64 random bits of a seed, by the place (a, b) where they are wanted.
inline std::uint64_t random_bits(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
  const auto low = [](std::uint64_t bits) { return static_cast<std::uint32_t>(bits); };
  const auto high = [](std::uint64_t bits) { return static_cast<std::uint32_t>(bits >> 32); };
  const PhiloxCounter out = philox({low(a), high(a), low(b), high(b)}, {low(seed), high(seed)});
  return std::uint64_t(out[1]) << 32 | out[0];
}

}  // namespace oopss
