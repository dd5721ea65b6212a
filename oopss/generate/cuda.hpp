// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "oopss/generate/code.hpp"
#include "oopss/system/derived.hpp"

namespace oopss {

/// The methods that code for GPUs has, by their names, which are those of its kernels: rk4, gauss4, dop853.
const std::vector<std::string>& cuda_methods();

/// The first lines of a file; and what comes behind the functions of a model: the kernels of all methods, those of a
/// program around them.
std::string cuda_head(int sweeps);
std::string cuda_kernels(Notation& notation, const Code& code);

/// What a kernel of a sweep is made for.
struct CudaSweep {
  std::string method;
  bool in_float = false;
  int sweeps = 0;        // of gauss4, in every step
  bool tangent = false;  // a tangent vector is carried along, behind the state
  bool folded = false;   // the parameters of the model are part of the code
};

/// A text in CUDA's C++ with the one kernel of that name, which goes on with members (oopss/integrate/member_book.hpp).
struct CudaSource {
  std::string text;
  int states = 0;      // of a member, with the tangent vector behind them
  int parameters = 0;  // that a member brings: none if they are folded
  Program rates;       // what its `field` computes
};
CudaSource cuda_source(const DerivedModel& model, const CudaSweep& sweep);

/// Why members of this model have no such kernel, in words; empty if they have.
std::string no_cuda(const TreeSpec& spec);

}  // namespace oopss
