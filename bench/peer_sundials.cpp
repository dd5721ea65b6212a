// SPDX-License-Identifier: Apache-2.0
#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <stdexcept>

#include "bench/peer_ode.hpp"
#include "oopss/mechanics/fast.hpp"

namespace oopss {
namespace {

int field(double, N_Vector x, N_Vector rate, void* tree_) {
  auto& tree = *static_cast<FastTree*>(tree_);
  const double* state = N_VGetArrayPointer(x);
  double* out = N_VGetArrayPointer(rate);
  rates(tree, state, state + tree.constants->bodies - 1, out, out + tree.constants->bodies - 1);
  return 0;
}

void check(int status) {
  if (status < 0) throw std::runtime_error("SUNDIALS failed");
}

/// The vector, context and rates of one run.
struct Setting {
  sundials::Context context;
  FastTree tree;
  N_Vector x;

  explicit Setting(const Problem& problem) : tree(fast_tree(problem.tree)) {
    const long size = 2 * tree.constants->bodies - 1;
    x = N_VNew_Serial(size, context);
    std::copy_n(problem.x.begin(), size, N_VGetArrayPointer(x));
  }
  ~Setting() { N_VDestroy(x); }
  Setting(const Setting&) = delete;
  Setting& operator=(const Setting&) = delete;
  std::vector<double> state() const {
    return {N_VGetArrayPointer(x), N_VGetArrayPointer(x) + 2 * tree.constants->bodies - 1};
  }
};

std::vector<double> run_adams(const Problem& problem, double until, double tolerance) {
  Setting setting(problem);
  void* memory = CVodeCreate(CV_ADAMS, setting.context);
  check(CVodeInit(memory, field, 0.0, setting.x));
  check(CVodeSStolerances(memory, tolerance, tolerance));
  check(CVodeSetUserData(memory, &setting.tree));
  check(CVodeSetMaxNumSteps(memory, 100000000));
  SUNNonlinearSolver solver = SUNNonlinSol_FixedPoint(setting.x, 0, setting.context);
  check(CVodeSetNonlinearSolver(memory, solver));
  check(CVodeSetStopTime(memory, until));
  double t = 0;
  check(CVode(memory, until, setting.x, &t, CV_NORMAL));
  SUNNonlinSolFree(solver);
  CVodeFree(&memory);
  return setting.state();
}

template <ARKODE_ERKTableID Table>
std::vector<double> run_erk(const Problem& problem, double until, double tolerance) {
  Setting setting(problem);
  void* memory = ERKStepCreate(field, 0.0, setting.x, setting.context);
  check(ERKStepSStolerances(memory, tolerance, tolerance));
  check(ERKStepSetUserData(memory, &setting.tree));
  check(ERKStepSetTableNum(memory, Table));
  check(ERKStepSetMaxNumSteps(memory, 100000000));
  check(ERKStepSetStopTime(memory, until));
  double t = 0;
  check(ERKStepEvolve(memory, until, setting.x, &t, ARK_NORMAL));
  ERKStepFree(&memory);
  return setting.state();
}

}  // namespace

std::vector<Integrator> sundials_integrators() {
  const std::vector<double> tolerances = {1e-8, 1e-10, 1e-12, 1e-14};
  return {{"CVODE Adams", run_adams, {1e-8, 1e-10, 1e-12, 1e-13}},
          {"ARKODE dormand_prince", run_erk<ARKODE_DORMAND_PRINCE_7_4_5>, tolerances},
          {"ARKODE fehlberg_13_7_8", run_erk<ARKODE_FEHLBERG_13_7_8>, tolerances}};
}

}  // namespace oopss
