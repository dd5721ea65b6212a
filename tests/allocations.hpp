// SPDX-License-Identifier: Apache-2.0
#pragma once

/// How often the program has asked for memory so far, where allocations.cpp is linked in.
extern long allocations;
