// SPDX-License-Identifier: Apache-2.0
#include "cli/verb_table.hpp"

namespace oopss {

Verb derive_verb(Options& options) {
  OptionTable table;
  table.model(options.common);
  table.choice("--format", options.derive.format, {"text", "latex"},
               "text or latex; default what the ending of the file says, else text");
  table.flag("--with-numbers", options.derive.with_numbers, "put the values of the model in");
  table.flag("--fragment", options.derive.fragment, "the equations alone, without title, symbols and proofs");
  table.file("-o,--output", options.derive.output, {{".txt", ".tex", ".json"}, true},
             "write to this file instead of standard output");
  return {"derive",
          "Derive the reduced Hamiltonian equations: J, H, bracket, Casimir, rates, and of loops closure and closing "
          "forces; with proofs for up to six bodies",
          "  oopss derive two-body\n  oopss derive three-body --format latex -o sheet.tex", table.rows,
          [&options] { return finished([&] { derive(options.common, options.derive); }); }};
}

Verb linearise_verb(Options& options) {
  OptionTable table;
  LineariseOptions& asked = options.linearise;
  table.model(options.common);
  table.word("--at", asked.point, "E1",
             "the equilibrium, E1, E2, … as `oopss equilibria` numbers them, or start (default)");
  table.words("--input", asked.inputs, "JOINT",
              "a joint whose torque is an input, beside its laws (may be repeated); default all joints");
  table.momentum(asked.momentum, "with --at E1: ");
  table.free(asked.free);
  table.choice("--format", asked.format, {"text", "json", "matlab", "numpy"},
               "text, json, matlab (and Octave) or numpy; default what the ending of the file says, else text");
  table.file("-o,--output", asked.output, {{".txt", ".json", ".m", ".py"}, true},
             "write to this file instead of standard output");
  return {"linearise",
          "Give the linear model of small motions at an equilibrium or at the start: A, B, C, D, torques in, angles "
          "and rates out",
          "  oopss linearise two-body --at E1\n  oopss linearise space-telescope --input gimbal --format matlab\n"
          "  oopss linearise three-body --at E1 --format numpy -o model.py",
          table.rows, [&options] { return finished([&] { linearise(options.common, options.linearise); }); }};
}

Verb generate_verb(Options& options) {
  OptionTable table;
  table.model(options.common);
  table
      .choice("--to", options.generate.language, {"c++", "c", "python", "fortran", "matlab", "cuda"},
              "c++, c, python, fortran (free form, 2008) or matlab (and Octave)")
      .needed();
  table.word("-o,--output", options.generate.directory, "DIR", "the directory to write to (made if missing)").needed();
  table.words("--input", options.generate.inputs, "JOINT",
              "leave the torque of this joint an argument (may be repeated)");
  return {"generate",
          "Write a simulator that stands alone: a program that reads a data file and prints the motion as CSV, and "
          "functions for field, energy, momentum, angular velocities, poses, torques, Jacobian and the gaps of loops",
          "  oopss generate two-body --to c -o two-body-c\n"
          "  cc two-body-c/*.c -lm -o two-body && ./two-body two-body-c/oopss_model.dat end=5 > motion.csv\n"
          "  oopss generate three-body --to fortran -o three-body-f\n"
          "  gfortran three-body-f/oopss_model.f90 three-body-f/main.f90 -o three-body && ./three-body > motion.csv\n"
          "  oopss generate space-telescope --to python --input gimbal -o controller",
          table.rows, [&options] { return finished([&] { generate(options.common, options.generate); }); }};
}

}  // namespace oopss
