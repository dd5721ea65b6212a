// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace oopss {

/// What the shared module liboopss_cvode.so offers (oopss/system/module.hpp): it alone links SUNDIALS.
struct CvodeModule {
  static constexpr const char* name = "cvode";
  static constexpr int current = 1;
  using Rates = int (*)(double t, const double* x, double* out, void* user);  // 0, or 1 if they are not finite
  using Weights = void (*)(const double* x, double* weight, void* user);      // 1 / tolerated error

  int version;
  void* (*open)(int size, double t, const double* x, Rates rates, Weights weights);
  void (*close)(void* solver);
  /// One step towards `limit`; the text of the failure, or null.
  const char* (*step)(void* solver, void* user, double limit, double* t, double* x);
  const char* (*sample)(void* solver, double t, double* out);
  const char* (*restart)(void* solver, double t, const double* x);
};

}  // namespace oopss

/// The only symbol of the module.
extern "C" const oopss::CvodeModule* oopss_cvode_module();
