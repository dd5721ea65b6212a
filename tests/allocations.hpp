// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

/// How often the program has asked for memory so far, where allocations.cpp is linked in.
extern std::atomic<long> allocations;
/// Bytes that it has now.
extern std::atomic<long> allocated_bytes;
