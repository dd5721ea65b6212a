// SPDX-License-Identifier: Apache-2.0
#include "cli/verb_table.hpp"

namespace oopss {

Verb simulate_verb(Options& options) {
  OptionTable table;
  SimulateOptions& asked = options.simulate;
  table.model(options.common);
  table.run_numbers(asked.run, "interval of output points, s");
  table.word("--method", asked.run.method, "WORD",
             "gauss2, gauss4, gauss6 (keep the Poisson structure), taylor, dop853, cvode");
  table.choice("--singular", asked.run.singular, {"stop", "straight"},
               "stop (default) or go straight on at a pose from which loops can go on in more than one way");
  table.choice("--engine", asked.engine, {"auto", "recursive", "interpreted", "compiled"},
               "auto (default), recursive (the O(N) recursion), interpreted (the straight-line program) or compiled "
               "(the same by the system's C compiler)");
  table.word("--plot", asked.plot, "COLUMNS",
             "columns to draw, e.g. angle.elbow,energy, and formulas, e.g. \"=phi_elbow^2\"");
  table.word("--frame", asked.frame, "FRAME",
             "a strobe picture, or a video, seen from inertial, centre (of mass), body:NAME, joint:NAME (axes parallel "
             "to the inertial ones) or joint:NAME:BODY (axes that turn with the body)");
  table.word(
      "--columns", asked.columns, "COLUMNS",
      "further columns: joint, centre, rate, omega, torque, tension, force, applied, point, each also with .NAME; and "
      "formulas of t, phi_JOINT, rate_JOINT, mu_BODY, H, U, ..., e.g. \"=phi_elbow^2\"");
  table.words("--event", asked.events, "EQUATION",
              "an equation of formulas, e.g. \"phi_elbow = 0\", also with rising or falling behind it: the times and "
              "states at which it is met; with -o FILE.csv in FILE.events.csv (may be repeated)");
  table.word("--sensitivity", asked.sensitivity, "PATH",
             "a number of the model by its path as in --set: the derivatives of all columns by it, as columns d(NAME) "
             "of the table and at the end");
  table.word("--from", asked.from, "FILE", "start from a state recorded in this file (.csv or .h5)");
  table.number("--at", asked.from_time, Sign::any, "with --from: the recorded time to start at; default the last");
  table.whole("--threads", &asked.threads, "K", {1, 4096},
              "for trees of more than 5000 bodies with gauss4 or gauss6, one per stage at most; default one per core");
  table.number("--speed", asked.speed, Sign::positive,
               "of a video: seconds of the run in one second of it (default 1)");
  table.file("-o,--output", asked.output,
             {{".csv", ".h5", ".hdf5", ".svg", ".pdf", ".png", ".html", ".mp4", ".gif"}, true},
             "a table (- is CSV), a picture, a page that plays the run, or a video of it (by ffmpeg)");
  return {"simulate",
          "Run a model: trajectories that keep what the theory says is kept, as a summary, a table or a picture",
          "  oopss simulate two-body\n  oopss simulate two-body --plot angle,energy --frame inertial -o motion.svg\n"
          "  oopss simulate two-body --columns omega,=phi_elbow^2 -o run.csv\n"
          "  oopss simulate two-body --sensitivity body.arm.mass --until 5\n"
          "  oopss simulate two-body --frame joint:elbow -o motion.mp4",
          table.rows, [&options] { return simulate(options.common, options.simulate); }};
}

Verb turn_verb(Options& options) {
  OptionTable table;
  TurnOptions& asked = options.turn;
  table.model(options.common);
  table.word("--angle", asked.angle, "ANGLE", "the angle by which all shall have turned, e.g. \"30 deg\"").needed();
  table.choice("--base", asked.base, {"start", "free"},
               "the shape in which the plan begins and ends: start (default), that of the model's start, or free, that "
               "of the cheapest loop");
  table.whole("--cycles", &asked.cycles, "K", {1, 1000},
              "so many equal loops, at rest between them (default 1); together they take run.until");
  table.file("-o,--output", asked.output, {{".toml", ".svg", ".pdf", ".png"}},
             "the plan as a model whose joints have prescribed motions; or a picture: of three bodies the loop over "
             "the curvature of the connection, of more the motion");
  return {"turn",
          "Plan a closed loop of the joints, of least effort, that turns the whole by an angle without momentum",
          "  oopss turn three-body --angle \"30 deg\" -o plan.toml\n"
          "  oopss turn planar-cat --angle 30deg --base free -o loop.svg\n"
          "  oopss turn three-body --angle 20deg --cycles 2 --set run.until=8",
          table.rows, [&options] { return turn(options.common, options.turn); }};
}

Verb compare_verb(Options& options) {
  OptionTable table;
  table.word("A", options.compare.a, "", "a recorded run, .csv or .h5").needed();
  table.word("B", options.compare.b, "", "another").needed();
  table.number("--tolerance", options.compare.tolerance, Sign::not_negative,
               "relative difference at which runs part (default 1e-6)");
  table.file("-o,--output", options.compare.output, pictures, "draw both runs over each other");
  return {"compare", "Compare two recorded runs: the largest difference per column, and when they part",
          "  oopss simulate two-body -o a.csv\n  oopss compare a.csv a.csv", table.rows,
          [&options] { return finished([&] { compare_runs(options.common, options.compare); }); }};
}

}  // namespace oopss
