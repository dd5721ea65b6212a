// SPDX-License-Identifier: Apache-2.0
#include "oopss/integrate/cvode_module.hpp"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <string>

namespace oopss {
namespace {

/// One CVODE integrator: BDF with dense Newton. It owns everything SUNDIALS made for it.
struct Solver {
  SUNContext context = nullptr;
  N_Vector x = nullptr, scratch = nullptr;
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;
  void* memory = nullptr;
  CvodeModule::Rates rates = nullptr;
  CvodeModule::Weights weights = nullptr;
  void* user = nullptr;
  int size = 0;
  std::string said;  // CVODE's own words on its last failure

  Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;
  ~Solver() {
    if (memory) CVodeFree(&memory);
    if (linear) SUNLinSolFree(linear);
    if (matrix) SUNMatDestroy(matrix);
    if (x) N_VDestroy(x);
    if (scratch) N_VDestroy(scratch);
    if (context) SUNContext_Free(&context);
  }
};

Solver& of(void* solver) { return *static_cast<Solver*>(solver); }

int rates(double t, N_Vector x, N_Vector out, void* solver) {
  return of(solver).rates(t, N_VGetArrayPointer(x), N_VGetArrayPointer(out), of(solver).user);
}

int weights(N_Vector x, N_Vector weight, void* solver) {
  of(solver).weights(N_VGetArrayPointer(x), N_VGetArrayPointer(weight), of(solver).user);
  return 0;
}

void on_error(int code, const char*, const char*, char* text, void* solver) {
  if (code < 0) of(solver).said = text;
}

const char* words(Solver& solver, int code) {
  if (code >= 0) return nullptr;
  if (solver.said.empty()) {
    char* name = CVodeGetReturnFlagName(code);
    solver.said = name;
    free(name);  // NOLINT: SUNDIALS allocates it with malloc
  }
  return solver.said.c_str();
}

bool prepare(Solver& s, double t, const double* x) {
  if (SUNContext_Create(nullptr, &s.context) != 0) return false;
  s.x = N_VNew_Serial(s.size, s.context);
  s.scratch = N_VNew_Serial(s.size, s.context);
  s.matrix = SUNDenseMatrix(s.size, s.size, s.context);
  if (!s.x || !s.scratch || !s.matrix) return false;
  s.linear = SUNLinSol_Dense(s.x, s.matrix, s.context);
  s.memory = CVodeCreate(CV_BDF, s.context);
  if (!s.linear || !s.memory) return false;
  std::copy_n(x, s.size, N_VGetArrayPointer(s.x));
  return CVodeSetErrHandlerFn(s.memory, on_error, &s) == 0 && CVodeSetUserData(s.memory, &s) == 0 &&
         CVodeInit(s.memory, rates, t, s.x) == 0 && CVodeWFtolerances(s.memory, weights) == 0 &&
         CVodeSetLinearSolver(s.memory, s.linear, s.matrix) == 0;
}

void* open(int size, double t, const double* x, CvodeModule::Rates field, CvodeModule::Weights weight) {
  auto solver = std::make_unique<Solver>();
  solver->size = size;
  solver->rates = field;
  solver->weights = weight;
  return prepare(*solver, t, x) ? solver.release() : nullptr;
}

void close(void* solver) { delete static_cast<Solver*>(solver); }

const char* step(void* solver, void* user, double limit, double* t, double* x) {
  Solver& s = of(solver);
  s.user = user;
  s.said.clear();
  CVodeSetStopTime(s.memory, limit);
  const char* failure = words(s, CVode(s.memory, limit, s.x, t, CV_ONE_STEP));
  if (!failure) std::copy_n(N_VGetArrayPointer(s.x), s.size, x);
  return failure;
}

const char* sample(void* solver, double t, double* out) {
  Solver& s = of(solver);
  s.said.clear();
  const char* failure = words(s, CVodeGetDky(s.memory, t, 0, s.scratch));
  if (!failure) std::copy_n(N_VGetArrayPointer(s.scratch), s.size, out);
  return failure;
}

const char* restart(void* solver, double t, const double* x) {
  Solver& s = of(solver);
  s.said.clear();
  std::copy_n(x, s.size, N_VGetArrayPointer(s.x));
  return words(s, CVodeReInit(s.memory, t, s.x));
}

constexpr CvodeModule module = {CvodeModule::current, open, close, step, sample, restart};

}  // namespace
}  // namespace oopss

__attribute__((visibility("default"))) const oopss::CvodeModule* oopss_cvode_module() { return &oopss::module; }
