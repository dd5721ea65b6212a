// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <csignal>
#include <cstdio>
#include <functional>

#include "cli/arguments.hpp"
#include "cli/documents.hpp"
#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/verbs.hpp"
#include "oopss/analysis/equilibria.hpp"
#include "oopss/chain/census.hpp"
#include "oopss/symbolic/expr.hpp"
#include "oopss/system/columns.hpp"
#include "oopss/system/derive.hpp"
#include "oopss/system/module.hpp"
#include "server/guest_worker.hpp"
#include "server/serve.hpp"

namespace oopss {
namespace {

/// A verb of the command line: what it is for, two commands that can be typed as they stand, its options, its work.
struct Verb {
  const char *name, *purpose, *examples;
  std::function<void(CLI::App&)> add_options;
  std::function<int()> run;  // its exit code
};

/// One copy of every option; the verb that was called reads its own.
struct Options {
  Common common;
  DeriveOptions derive;
  GenerateOptions generate;
  SimulateOptions simulate;
  CompareOptions compare;
  PortraitOptions portrait;
  ContinueOptions continuation;
  EquilibriaOptions equilibria;
  WorkbenchOptions workbench;
  LinkageOptions linkage;
  FoldsOptions folds;
  OrbitOptions orbit;
  TurnOptions turn;
  SweepOptions sweep;
  MergeOptions merge;
  VerifyOptions verify;
  SketchOptions sketch;
  SplittingOptions splitting;
  LineariseOptions linearise;
  LyapunovOptions lyapunov;
  SectionOptions section;
};

void add_model(CLI::App& app, Options& options, bool required = true) {
  app.add_option("MODEL", options.common.model,
                 "a model file, the name of a built-in model (see `oopss models`), or - for standard input")
      ->required(required);
}

void add_set(CLI::App& app, Options& options) {
  app.add_option("--set", options.common.set,
                 "PATH=VALUE: change a number of the model first, e.g. --set body.arm.mass=2 (may be repeated)")
      ->type_name("PATH=VALUE")
      ->allow_extra_args(false);
}

/// A verb that either succeeds or throws.
int finished(const std::function<void()>& work) {
  work();
  return Exit::done;
}

/// A number given as an option; CLI11 takes nan for one.
void add_number(CLI::App& app, const char* name, std::optional<double>& value, Sign sign, const char* help) {
  app.add_option(name, value, help)
      ->type_name(sign == Sign::positive ? "NUMBER>0" : "NUMBER")
      ->check([sign](const std::string& text) { return number_problem(text, sign); });
}

/// A file to write: its ending says what, and one that is not known is refused.
CLI::Option* add_file(CLI::App& app, const char* name, std::string& value, const Endings& endings,
                      const std::string& help) {
  return app.add_option(name, value, fmt::format("{}: {}", help, in_words(endings)))
      ->type_name("FILE")
      ->check([endings](const std::string& text) { return ending_problem(text, endings); });
}

/// One word of a few.
CLI::Option* add_choice(CLI::App& app, const char* name, std::string& value, const std::vector<std::string_view>& known,
                        const char* help) {
  return app.add_option(name, value, help)->type_name("WORD")->check([known](const std::string& text) {
    return choice_problem(text, known);
  });
}

/// An option or an argument that is there says something.
void refuse_empty(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    if (option->get_items_expected_min() > 0)
      option->transform(  // unlike a check it comes before all others
          CLI::Validator([](std::string& text) { return std::string(text.empty() ? "is empty" : ""); }, ""));
}

const Endings pictures{{".svg", ".pdf", ".png"}};

std::vector<Verb> verbs(Options& options) {
  return {
      {"check", "Say in words what was understood of a model: bodies, joints, the start as solved, each torque law",
       "  oopss check two-body\n  oopss check space-telescope --json",
       [&](CLI::App& app) {
         add_model(app, options);
         add_set(app, options);
       },
       [&] { return finished([&] { check(options.common); }); }},
      {"derive",
       "Derive the reduced Hamiltonian equations: J, H, bracket, Casimir, rates, and of loops closure and closing "
       "forces; "
       "with proofs for up to six bodies",
       "  oopss derive two-body\n  oopss derive three-body --format latex -o sheet.tex",
       [&](CLI::App& app) {
         add_model(app, options);
         add_set(app, options);
         add_choice(app, "--format", options.derive.format, {"text", "latex"},
                    "text or latex; default what the ending of the file says, else text");
         app.add_flag("--with-numbers", options.derive.with_numbers, "put the values of the model in");
         app.add_flag("--fragment", options.derive.fragment, "the equations alone, without title, symbols and proofs");
         add_file(app, "-o,--output", options.derive.output, {{".txt", ".tex", ".json"}, true},
                  "write to this file instead of standard output");
       },
       [&] { return finished([&] { derive(options.common, options.derive); }); }},
      {"generate",
       "Write a simulator that stands alone: a program that reads a data file and prints the motion as CSV, and "
       "functions for field, energy, momentum, angular velocities, poses, torques, Jacobian and the gaps of loops",
       "  oopss generate two-body --to c -o two-body-c\n"
       "  cc two-body-c/*.c -lm -o two-body && ./two-body two-body-c/oopss_model.dat end=5 > motion.csv\n"
       "  oopss generate three-body --to fortran -o three-body-f\n"
       "  gfortran three-body-f/oopss_model.f90 three-body-f/main.f90 -o three-body && ./three-body > motion.csv\n"
       "  oopss generate space-telescope --to python --input gimbal -o controller",
       [&](CLI::App& app) {
         add_model(app, options);
         add_set(app, options);
         add_choice(app, "--to", options.generate.language, {"c++", "c", "python", "fortran", "matlab"},
                    "c++, c, python, fortran (free form, 2008) or matlab (and Octave)")
             ->required();
         app.add_option("-o,--output", options.generate.directory, "the directory to write to (made if missing)")
             ->required()
             ->type_name("DIR");
         app.add_option("--input", options.generate.inputs,
                        "leave the torque of this joint an argument (may be repeated)")
             ->type_name("JOINT")
             ->allow_extra_args(false);
       },
       [&] { return finished([&] { generate(options.common, options.generate); }); }},
      {"linearise",
       "Give the linear model of small motions at an equilibrium or at the start: A, B, C, D, torques in, angles and "
       "rates out",
       "  oopss linearise two-body --at E1\n  oopss linearise space-telescope --input gimbal --format matlab\n"
       "  oopss linearise three-body --at E1 --format numpy -o model.py",
       [&](CLI::App& app) {
         LineariseOptions& linearise_options = options.linearise;
         add_model(app, options);
         add_set(app, options);
         app.add_option("--at", linearise_options.point,
                        "the equilibrium, E1, E2, … as `oopss equilibria` numbers them, or start (default)")
             ->type_name("E1");
         app.add_option("--input", linearise_options.inputs,
                        "a joint whose torque is an input, beside its laws (may be repeated); default all joints")
             ->type_name("JOINT")
             ->allow_extra_args(false);
         add_number(app, "--momentum", linearise_options.momentum, Sign::any,
                    "with --at E1: total angular momentum, kg m^2/s; default that of the start");
         app.add_flag("--free", linearise_options.free, "leave out the torque laws, and torques from outside");
         add_choice(app, "--format", linearise_options.format, {"text", "json", "matlab", "numpy"},
                    "text, json, matlab (and Octave) or numpy; default what the ending of the file says, else text");
         add_file(app, "-o,--output", linearise_options.output, {{".txt", ".json", ".m", ".py"}, true},
                  "write to this file instead of standard output");
       },
       [&] { return finished([&] { linearise(options.common, options.linearise); }); }},
      {"simulate",
       "Run a model: trajectories that keep what the theory says is kept, as a summary, a table or a picture",
       "  oopss simulate two-body\n  oopss simulate two-body --plot angle,energy --frame inertial -o motion.svg\n"
       "  oopss simulate two-body --columns omega,=phi_elbow^2 -o run.csv\n"
       "  oopss simulate two-body --sensitivity body.arm.mass --until 5\n"
       "  oopss simulate two-body --frame joint:elbow -o motion.mp4",
       [&](CLI::App& app) {
         SimulateOptions& simulate_options = options.simulate;
         add_model(app, options);
         add_set(app, options);
         add_number(app, "--until", simulate_options.run.until, Sign::any, "time to run to, s; may be negative");
         add_number(app, "--every", simulate_options.run.every, Sign::positive, "interval of output points, s");
         add_number(app, "--step", simulate_options.run.step, Sign::positive, "step of a fixed-step method, s");
         add_number(app, "--tolerance", simulate_options.run.tolerance, Sign::positive,
                    "tolerance of an adaptive method");
         app.add_option("--method", simulate_options.run.method,
                        "gauss2, gauss4, gauss6 (keep the Poisson structure), taylor, dop853, cvode")
             ->type_name("WORD");
         add_choice(app, "--singular", simulate_options.run.singular, {"stop", "straight"},
                    "stop (default) or go straight on at a pose from which loops can go on in more than one way");
         add_choice(app, "--engine", simulate_options.engine, {"auto", "recursive", "interpreted", "compiled"},
                    "auto (default), recursive (the O(N) recursion), interpreted (the straight-line program) or "
                    "compiled (the same by the system's C compiler)");
         app.add_option("--plot", simulate_options.plot,
                        "columns to draw, e.g. angle.elbow,energy, and formulas, e.g. \"=phi_elbow^2\"")
             ->type_name("COLUMNS");
         app.add_option("--frame", simulate_options.frame,
                        "a strobe picture, or a video, seen from inertial, centre (of mass), body:NAME, joint:NAME "
                        "(axes parallel "
                        "to the inertial "
                        "ones) or joint:NAME:BODY (axes that turn with the body)")
             ->type_name("FRAME");
         app.add_option("--columns", simulate_options.columns,
                        "further columns: joint, centre, rate, omega, torque, tension, force, point, each also with "
                        ".NAME; and formulas of t, phi_JOINT, rate_JOINT, mu_BODY, H, U, ..., e.g. \"=phi_elbow^2\"")
             ->type_name("COLUMNS");
         app.add_option("--event", simulate_options.events,
                        "an equation of formulas, e.g. \"phi_elbow = 0\", also with rising or falling behind it: the "
                        "times and states at which it is met; with -o FILE.csv in FILE.events.csv (may be repeated)")
             ->type_name("EQUATION")
             ->allow_extra_args(false);
         app.add_option("--sensitivity", simulate_options.sensitivity,
                        "a number of the model by its path as in --set: the derivatives of all columns by it, as "
                        "columns d(NAME) of the table and at the end")
             ->type_name("PATH");
         app.add_option("--from", simulate_options.from, "start from a state recorded in this file (.csv or .h5)")
             ->type_name("FILE");
         add_number(app, "--at", simulate_options.from_time, Sign::any,
                    "with --from: the recorded time to start at; default the last");
         add_number(app, "--speed", simulate_options.speed, Sign::positive,
                    "of a video: seconds of the run in one second of it (default 1)");
         add_file(app, "-o,--output", simulate_options.output,
                  {{".csv", ".h5", ".hdf5", ".svg", ".pdf", ".png", ".html", ".mp4", ".gif"}, true},
                  "a table (- is CSV), a picture, a page that plays the run, or a video of it (by ffmpeg)");
       },
       [&] { return simulate(options.common, options.simulate); }},
      {"portrait",
       "Draw the symplectic leaves of two bodies or of a linkage, with periods and actions, or the energy landscape of "
       "three bodies",
       "  oopss portrait two-body -o portrait.svg\n  oopss portrait two-body --view cylinder --levels 6,8,20 -o "
       "cylinder.svg\n  oopss portrait three-body -o landscape.svg",
       [&](CLI::App& app) {
         PortraitOptions& portrait_options = options.portrait;
         add_model(app, options);
         add_set(app, options);
         add_number(app, "--momentum", portrait_options.momentum, Sign::any,
                    "total angular momentum, kg m^2/s; default that of the start");
         app.add_option("--view", portrait_options.view,
                        "flat (default), cylinder for two bodies, landscape for three")
             ->type_name("WORD")
             ->check([](const std::string& text) {  // the verb itself says why there is no section
               return text == "section" ? "" : choice_problem(text, {"flat", "cylinder", "landscape"});
             });
         app.add_option("--levels", portrait_options.levels, "energies of the curves, J; default chosen evenly")
             ->type_name("E1,E2,...");
         app.add_flag("--free", portrait_options.free, "leave out the torque laws, and torques from outside");
         app.add_flag("--points", portrait_options.points,
                      "with --json: the points of the curves, and the grid of a landscape");
         add_file(app, "-o,--output", portrait_options.output, pictures, "the picture");
       },
       [&] { return finished([&] { portrait(options.common, options.portrait); }); }},
      {"equilibria",
       "Find the relative equilibria, shapes in which the bodies turn as one, with index, spectrum and stability",
       "  oopss equilibria three-body\n  oopss equilibria two-body --at elbow=170deg --json\n"
       "  oopss equilibria space-telescope --momentum 400 --certify\n"
       "  oopss equilibria tree --momentum 20 -o shapes.svg\n  oopss equilibria --table -o regions.svg",
       [&](CLI::App& app) {
         EquilibriaOptions& equilibria_options = options.equilibria;
         add_model(app, options, false);
         add_set(app, options);
         add_number(app, "--momentum", equilibria_options.momentum, Sign::any,
                    "total angular momentum, kg m^2/s; default that of the start");
         app.add_flag("--free", equilibria_options.free, "leave out the torque laws, and torques from outside");
         app.add_flag(
             "--certify", equilibria_options.certify,
             "prove that none is missing: enclose each with its stability, and exclude every other shape (up "
             "to 8 bodies, free or with springs, with loops too; in space two bodies on a ball joint are counted)");
         add_file(app, "--certificate", equilibria_options.certificate, {{".json"}},
                  "with --certify: write the proof, for `oopss verify`");
         app.add_option(
                "--at", equilibria_options.near,
                "JOINT=ANGLE, e.g. elbow=180deg: only the equilibrium to which Newton's method leads from this "
                "shape; joints not named are at 0 (may be repeated); in space also BALL=[w, x, y, z], axis=[x, y, z]")
             ->type_name("JOINT=ANGLE")
             ->allow_extra_args(false);
         app.add_flag("--table", equilibria_options.table,
                      "no MODEL: the tables of the planar paper, three bodies with aligned joints, computed; with -o "
                      "the regions as a picture");
         add_file(app, "-o,--output", equilibria_options.output, pictures, "draw the shapes");
       },
       [&] { return equilibria(options.common, options.equilibria); }},
      {"continue",
       "Follow the relative equilibria over a parameter: branches, folds, pitchforks, Hamiltonian Hopf points; or an "
       "orbit of a winding",
       "  oopss continue two-body --vary body.arm.mass=1:10 -o branches.svg\n"
       "  oopss continue three-body-special --vary joint.pin2.at.right.x=-1:-8 -o branches.csv\n"
       "  oopss continue beads --winding 1,0,0,0,-1 --energy 5 --vary start.momentum=1:2 -o orbits.svg",
       [&](CLI::App& app) {
         ContinueOptions& continue_options = options.continuation;
         add_model(app, options);
         add_set(app, options);
         app.add_option("--vary", continue_options.vary,
                        "PATH=A:B: the number of the model that goes from A to B; PATH as in --set")
             ->required()
             ->type_name("PATH=A:B");
         add_number(app, "--momentum", continue_options.momentum, Sign::any,
                    "total angular momentum, kg m^2/s; default that of the start");
         app.add_option("--winding", continue_options.winding,
                        "follow the orbit in which the joints turn so often instead, as `oopss orbit` finds it at A; "
                        "PATH may be start.energy and start.momentum, whatever the start is")
             ->type_name("N1,N2,...");
         add_number(app, "--energy", continue_options.energy, Sign::any,
                    "with --winding: H + U, J; default that of the start");
         app.add_flag("--free", continue_options.free, "leave out the torque laws, and torques from outside");
         add_file(app, "-o,--output", continue_options.output, {{".svg", ".pdf", ".png", ".csv"}},
                  "the diagram, or all points as a table");
       },
       [&] { return continue_branches(options.common, options.continuation); }},
      {"orbit",
       "Find (relative) periodic motions: of a prescribed winding, with no guess, or a family born at an equilibrium",
       "  oopss orbit two-body --winding 1\n"
       "  oopss orbit beads --winding 1,0,0,0,-1 --energy 5 --momentum 1\n"
       "  oopss orbit beads --winding 1,0,0,0,0 --energy 5 --momentum 1 --all-symmetric --json\n"
       "  oopss orbit beads --winding 2,1,0,0,0 --energy 5 --momentum 1 -o orbit.toml\n"
       "  oopss orbit three-body --from E1 --mode 1",
       [&](CLI::App& app) {
         OrbitOptions& orbit_options = options.orbit;
         add_model(app, options);
         add_set(app, options);
         app.add_option("--winding", orbit_options.winding,
                        "how often every joint turns in a period, in the order of the joints, e.g. 1,0,-2")
             ->type_name("N1,N2,...");
         app.add_flag("--all-symmetric", orbit_options.all_symmetric,
                      "with --winding: all motions found that are their own mirror images in time, not only the one of "
                      "least action");
         app.add_option("--from", orbit_options.from,
                        "the equilibrium at which a family of orbits is born, as `oopss equilibria` numbers it")
             ->type_name("E1");
         app.add_option("--mode", orbit_options.mode, "with --from: which of its modes, the slowest is 1 (default)")
             ->type_name("K")
             ->check(CLI::Range(1, 1000).description(""));
         add_number(app, "--energy", orbit_options.energy, Sign::any,
                    "H + U, J; with --winding default that of the start; with --from the one member of this energy");
         add_number(app, "--momentum", orbit_options.momentum, Sign::any,
                    "total angular momentum, kg m^2/s; default that of the start");
         add_number(app, "--limit", orbit_options.limit, Sign::any,
                    "with --from: the energy at which the family is left; default a quarter above the highest "
                    "equilibrium");
         add_file(app, "-o,--output", orbit_options.output, {{".toml", ".csv", ".svg", ".pdf", ".png"}},
                  "a model that starts on the orbit, its motion over a period as a table, or a picture of it; of a "
                  "family its members as a table, or the period over the energy as a picture");
       },
       [&] { return orbit(options.common, options.orbit); }},
      {"section",
       "Draw Poincare's section of three bodies, or of a linkage that moves in two ways; of a driven pair the motions "
       "after every period",
       "  oopss section tangle --at \"phi_elbow = 0\" -o section.svg\n"
       "  oopss section three-body --at \"phi_pin1 = 0\" --energy 12 --orbits 10 --count 100 -o section.png\n"
       "  oopss section forced-pair --every-period --set size=0.1 -o strobe.svg",
       [&](CLI::App& app) {
         SectionOptions& section_options = options.section;
         add_model(app, options);
         add_set(app, options);
         app.add_option("--at", section_options.plane,
                        "the angle of a joint at which motions are looked at, whole turns left aside")
             ->type_name("\"phi_JOINT = ANGLE\"");
         add_choice(app, "--direction", section_options.direction, {"+", "-"},
                    "+ (default) where the angle rises, - where it falls");
         add_number(app, "--energy", section_options.energy, Sign::any,
                    "H + U, J; default that of the start; with --every-period the most that starts have");
         add_number(app, "--momentum", section_options.momentum, Sign::any,
                    "total angular momentum, kg m^2/s; default that of the start");
         app.add_option("--orbits", section_options.orbits,
                        "motions, spread over what the energy reaches; the first is the model's own, unless another "
                        "energy or momentum is given (default 24)")
             ->type_name("N")
             ->check(CLI::Range(1, 10000).description(""));
         app.add_option("--count", section_options.count, "points of each motion (default 400)")
             ->type_name("N")
             ->check(CLI::Range(1, 10000000).description(""));
         app.add_flag("--every-period", section_options.every_period,
                      "of two bodies with a law that has a period in t: the motions after every period, no --at");
         add_file(app, "-o,--output", section_options.output, {{".svg", ".pdf", ".png", ".csv"}},
                  "the picture, or all points as a table");
       },
       [&] { return section(options.common, options.section); }},
      {"lyapunov", "Compute all Lyapunov exponents on the leaf by the tangent flow, with their spread over near starts",
       "  oopss lyapunov tangle --until 100 -o exponents.svg\n  oopss lyapunov forced-pair --until 200 --json",
       [&](CLI::App& app) {
         add_model(app, options);
         add_set(app, options);
         add_number(app, "--until", options.lyapunov.until, Sign::positive,
                    "time to run to, s; default a thousand times the shortest time scale at the start");
         add_file(app, "-o,--output", options.lyapunov.output, {{".svg", ".pdf", ".png", ".csv"}},
                  "how they converge, as a picture or a table");
       },
       [&] { return lyapunov(options.common, options.lyapunov); }},
      {"turn", "Plan a closed loop of the joints, of least effort, that turns the whole by an angle without momentum",
       "  oopss turn three-body --angle \"30 deg\" -o plan.toml\n"
       "  oopss turn planar-cat --angle 30deg --base free -o loop.svg\n"
       "  oopss turn three-body --angle 20deg --cycles 2 --set run.until=8",
       [&](CLI::App& app) {
         TurnOptions& turn_options = options.turn;
         add_model(app, options);
         add_set(app, options);
         app.add_option("--angle", turn_options.angle, "the angle by which all shall have turned, e.g. \"30 deg\"")
             ->required()
             ->type_name("ANGLE");
         add_choice(app, "--base", turn_options.base, {"start", "free"},
                    "the shape in which the plan begins and ends: start (default), that of the model's start, or free, "
                    "that of the cheapest loop");
         app.add_option("--cycles", turn_options.cycles,
                        "so many equal loops, at rest between them (default 1); together they take run.until")
             ->type_name("K")
             ->check(CLI::Range(1, 1000).description(""));
         add_file(app, "-o,--output", turn_options.output, {{".toml", ".svg", ".pdf", ".png"}},
                  "the plan as a model whose joints have prescribed motions; or a picture: of three bodies the loop "
                  "over the curvature of the connection, of more the motion");
       },
       [&] { return turn(options.common, options.turn); }},
      {"splitting",
       "Measure how far the manifolds of the homoclinic tangle are apart, beside the Melnikov integral: three bodies "
       "with "
       "the third on a short lever, or two with a periodic drive",
       "  oopss splitting tangle\n  oopss splitting tangle --loop - --phase 1 --sizes 1e-2,1e-3,1e-4,1e-5\n"
       "  oopss splitting forced-pair -o splitting.svg",
       [&](CLI::App& app) {
         SplittingOptions& splitting_options = options.splitting;
         add_model(app, options);
         add_set(app, options);
         add_number(app, "--circle", splitting_options.circle, Sign::any,
                    "of three bodies: the momentum of the third, kg m^2/s, which names the circle of periodic motions; "
                    "default that of the start");
         add_choice(app, "--loop", splitting_options.loop, {"+", "-"},
                    "+ (default) or -: the sense in which the joint of the pair turns along the homoclinic loop");
         app.add_option("--phase", splitting_options.phase,
                        "where the gap is measured: the angle psi of the third body against the first of the pair, or "
                        "the time of the drive in s; default where the integral is largest")
             ->type_name("A");
         app.add_option("--sizes", splitting_options.sizes,
                        "three or more: lengths of the lever in m, or factors of the drive (default 1e-2,1e-3,1e-4)")
             ->type_name("S1,S2,...");
         add_choice(app, "--by", splitting_options.by, {"lever", "mass", "light"},
                    "of three bodies, what the sizes are: lever (default); mass of the third body in kg, its moment of "
                    "inertia fixed; or light, its mass with its moment of inertia in proportion");
         add_file(app, "-o,--output", splitting_options.output, {{".svg", ".pdf", ".png", ".csv"}},
                  "a picture of the manifolds on the section, or their points");
       },
       [&] { return finished([&] { splitting(options.common, options.splitting); }); }},
      {"linkage",
       "Say what closed loops of bars can do, of a model or of bare lengths: whether they close, which bars turn, "
       "their "
       "shapes",
       "  oopss linkage four-bar\n  oopss linkage four-bar-rocker --reference coupler --point tracer -o modes.svg\n"
       "  oopss linkage watt -o curves.svg\n"
       "  oopss linkage --lengths 3,1,3,1.1\n  oopss linkage --lengths 3,1,3,1.1 --reference 1 --point 2,1.5,0.8 -o "
       "modes.svg\n  oopss linkage --lengths 2,2,2,2,2.5 --json\n  oopss linkage --table",
       [&](CLI::App& app) {
         LinkageOptions& linkage_options = options.linkage;
         add_model(app, options, false);
         add_set(app, options);
         app.add_option("--lengths", linkage_options.lengths,
                        "no MODEL: the lengths of three or more bars in a loop, in order, as decimals; they are taken "
                        "exactly")
             ->type_name("L0,L1,...");
         app.add_option("--reference", linkage_options.reference,
                        "the body, or of lengths the bar counted from 0, from which the type of four bars is seen and "
                        "which rests in the picture; default the first")
             ->type_name("BODY|BAR");
         app.add_flag("--table", linkage_options.table,
                      "no MODEL: the table of collinear configurations of four bars, and of their classes, computed");
         app.add_option("--point", linkage_options.points,
                        "with -o, draw the curve of this point: NAME, a marked point of the model (default all of "
                        "them); of lengths BAR,X,Y, X along the bar from its first hinge, Y to its left (may be "
                        "repeated)")
             ->type_name("NAME|BAR,X,Y")
             ->allow_extra_args(false);
         add_file(app, "-o,--output", linkage_options.output, pictures,
                  "draw all assembly modes of four bars, or of a model that moves in one way");
       },
       [&] { return finished([&] { linkage(options.common, options.linkage); }); }},
      {"folds",
       "List all rectilinear shapes of a chain with exact index, prove how stable the straight one is; or count equal "
       "chains",
       "  oopss folds beads\n  oopss folds --census 10 -o census.csv\n  oopss folds --census 8 -o census.svg",
       [&](CLI::App& app) {
         add_model(app, options, false);
         add_set(app, options);
         app.add_option("--census", options.folds.census,
                        "no MODEL: count the shapes of equal chains with 1 to this many joints, by folds and index")
             ->type_name("JOINTS")
             ->check(CLI::Range(1, most_census_joints).description(""));
         app.add_flag("--resume", options.folds.resume,
                      "go on with the census that was stopped or killed while it wrote FILE");
         add_file(app, "-o,--output", options.folds.output, {{".csv", ".svg", ".pdf", ".png"}},
                  "the table, or a picture: of a model its shapes, of a census index against folds");
       },
       [&] { return finished([&] { folds(options.common, options.folds); }); }},
      {"sketch",
       "Draw a model with its labels: bodies, joint vectors, angles and mass centres, in the letters of derive",
       "  oopss sketch three-body -o sketch.svg\n  oopss sketch two-body --turn 25deg --set "
       "start.angles.elbow=1 -o sketch.pdf",
       [&](CLI::App& app) {
         add_model(app, options);
         add_set(app, options);
         app.add_option(
                "--turn", options.sketch.turn,
                "turn the whole by this angle, e.g. 25deg, in space about z: nothing but the attitudes depends on it")
             ->type_name("ANGLE");
         add_file(app, "-o,--output", options.sketch.output, pictures, "the picture, of the pose at the start")
             ->required();
       },
       [&] { return finished([&] { sketch(options.common, options.sketch); }); }},
      {"sweep",
       "Run a grid or a sample of a model's numbers and starts on all cores: end states, observables, status of each",
       "  oopss sweep two-body --vary start.energy=6:40:9 --observe 'turns(elbow)' -o turns.csv\n"
       "  oopss sweep two-body --sample 'body.arm.mass~normal(5,0.1)' --count 50 --seed 1 --observe 'value(E)' -o "
       "masses.h5\n"
       "  oopss sweep three-body --vary start.angles.pin1=-180deg:180deg:4 --vary body.plate.mass=1:100:3:log --until "
       "5 "
       "--observe exponent --dry-run",
       [&](CLI::App& app) {
         SweepOptions& sweep_options = options.sweep;
         add_model(app, options);
         add_set(app, options);
         const auto add_list = [&](const char* name, std::vector<std::string>& values, const char* type,
                                   const char* words) {
           app.add_option(name, values, words)->type_name(type)->allow_extra_args(false);
         };
         add_list("--vary", sweep_options.vary, "PATH=A:B:N[:log]",
                  "N values of a number of the model from A to B, at equal distances or in equal ratios; PATH as in "
                  "--set (may be repeated: a grid)");
         add_list("--sample", sweep_options.sample, "PATH~LAW(a,b)",
                  "a number that is drawn: normal(m,s), lognormal(m,s) or uniform(a,b) (may be repeated)");
         app.add_option("--count", sweep_options.count, "how many are drawn, at each point of the grid")
             ->type_name("N");
         app.add_option("--seed", sweep_options.seed,
                        "of the draws, which depend on it and the member alone (default 0)")
             ->type_name("S");
         app.add_flag("--sobol", sweep_options.sobol, "draw evenly, by Sobol's sequence");
         add_list("--observe", sweep_options.observe, "NAME",
                  "settle(QUANTITY,BAND), turns(JOINT), largest(QUANTITY), exponent, drift(energy), drift(momentum), "
                  "first(EVENT) or value(FORMULA) (may be repeated)");
         add_number(app, "--until", sweep_options.run.until, Sign::any, "time to run to, s; may be negative");
         add_number(app, "--every", sweep_options.run.every, Sign::positive,
                    "interval of the points at which largest and drift look, s");
         add_number(app, "--step", sweep_options.run.step, Sign::positive, "step of a fixed-step method, s");
         add_number(app, "--tolerance", sweep_options.run.tolerance, Sign::positive, "tolerance of an adaptive method");
         app.add_option("--method", sweep_options.run.method, "as of `oopss simulate`")->type_name("WORD");
         app.add_option("--threads", sweep_options.threads, "default one per core")
             ->type_name("K")
             ->check(CLI::Range(1, 4096).description(""));
         app.add_option("--part", sweep_options.part,
                        "only the I-th of N parts, for schedulers; `oopss merge` puts them together")
             ->type_name("I/N");
         app.add_flag("--resume", sweep_options.resume,
                      "go on with the sweep that was stopped or killed: FILE.journal");
         app.add_flag("--dry-run", sweep_options.dry_run, "check everything, say what it would take, and run nothing");
         app.add_option("-o,--output", sweep_options.output,
                        "the table, FILE.csv or FILE.h5; a map of the first observable over two --vary, FILE.png, .svg "
                        "or .pdf (may be "
                        "repeated)")
             ->type_name("FILE")
             ->allow_extra_args(false)
             ->check([](const std::string& text) {
               return ending_problem(text, {{".csv", ".h5", ".hdf5", ".png", ".svg", ".pdf"}});
             });
       },
       [&] { return finished([&] { sweep(options.common, options.sweep); }); }},
      {"merge", "Put the parts of a sweep together: the same bytes as of the sweep in one piece",
       "  oopss sweep two-body --vary start.energy=6:40:9 --part 1/2 -o first.csv\n"
       "  oopss sweep two-body --vary start.energy=6:40:9 --part 2/2 -o second.csv\n"
       "  oopss merge first.csv second.csv -o all.csv",
       [&](CLI::App& app) {
         app.add_option("PART", options.merge.parts, "files of `oopss sweep --part`, in any order")->required();
         add_file(app, "-o,--output", options.merge.output, {{".csv", ".h5", ".hdf5"}}, "the whole table")->required();
       },
       [&] { return finished([&] { merge(options.common, options.merge); }); }},
      {"compare", "Compare two recorded runs: the largest difference per column, and when they part",
       "  oopss simulate two-body -o a.csv\n  oopss compare a.csv a.csv",
       [&](CLI::App& app) {
         app.add_option("A", options.compare.a, "a recorded run, .csv or .h5")->required();
         app.add_option("B", options.compare.b, "another")->required();
         add_number(app, "--tolerance", options.compare.tolerance, Sign::not_negative,
                    "relative difference at which runs part (default 1e-6)");
         add_file(app, "-o,--output", options.compare.output, pictures, "draw both runs over each other");
       },
       [&] { return finished([&] { compare_runs(options.common, options.compare); }); }},
      {"workbench",
       "Open the workbench in a browser: move, drag, change and watch a model, on this machine only unless --listen",
       "  oopss workbench two-body\n  oopss workbench my.toml --port 8765 --no-browser\n"
       "  oopss workbench two-body --listen 192.168.0.7 --guests 20",
       [&](CLI::App& app) {
         app.add_option("MODEL|LINK", options.common.model,
                        "a model file, the name of a built-in model, or a share link; default two-body");
         add_set(app, options);
         app.add_option("--port", options.workbench.port, "port on 127.0.0.1; default a free one")
             ->type_name("PORT")
             ->check(CLI::Range(1, 65535).description(""));
         app.add_flag("--no-browser", options.workbench.no_browser, "print the link, open no browser");
         app.add_flag("--no-state", options.workbench.no_state,
                      "keep nothing between visits, and begin with the model as it is");
         app.add_option("--idle-exit", options.workbench.idle_exit,
                        "end when no page was connected for so long, e.g. 30m")
             ->type_name("TIME");
         app.add_option("--listen", options.workbench.listen,
                        "let guests in over a network, at this numeric private address of this machine, by links that "
                        "work once; not encrypted without --tls")
             ->type_name("ADDRESS");
         app.add_option("--guests", options.workbench.guests, "with --listen: how many at most, up to 40; default 8")
             ->type_name("N");
         app.add_option("--tls", options.workbench.tls,
                        "with --listen: encrypt, with a certificate and its key, files of PEM")
             ->type_name("CERT KEY")
             ->expected(2);
       },
       [&] { return workbench(options.common, options.workbench); }},
      {"verify",
       "Check every field of a certificate of `oopss equilibria --certify` again, and print the theorem that it proves",
       "  oopss equilibria three-body --free --certify --certificate proof.json\n  oopss verify proof.json\n\n"
       "Boxes of trees are tested by other code than that of the search, those of bodies with loops by the same "
       "formulas "
       "in\nintervals. What both share: the function of the shape as enclosures of the model's numbers, and the "
       "rational "
       "bounds at a\nroot (Newton's operator, index). tests/python/verify_certificate.py shares nothing with either.",
       [&](CLI::App& app) {
         app.add_option("FILE", options.verify.certificate, "the certificate, FILE.json")->required();
       },
       [&] { return verify_certificate(options.common, options.verify); }},
      {"models", "List the built-in models, or print the file of one", "  oopss models\n  oopss models two-body",
       [&](CLI::App& app) { add_model(app, options, false); },
       [&] { return finished([&] { models(options.common); }); }},
  };
}

/// CLI11's complaint in our words: an unknown option is answered with the nearest known one.
std::string complaint(const CLI::App& verb, const CLI::ParseError& error, const std::vector<std::string>& words) {
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError)) return error.what();
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::vector<std::string_view> known(names.begin(), names.end());
  for (const std::string& word : words)
    if (word.size() > 1 && word[0] == '-' && verb.get_option_no_throw(word.substr(0, word.find('='))) == nullptr)
      return fmt::format("there is no option {}{}", oopss::quoted(word), among(word, known));
  return error.what();
}

int failed(const Common& common, int code, const std::string& message, const ModelError* problems = nullptr) {
  if (common.json) {
    try {
      print(error_document(code, message, problems));
    } catch (const FileError&) {  // nothing can be said on a full standard output; the exit code says it
    }
  }
  say(fmt::format("{}{}{}", problems ? "" : "oopss: ", message,
                  code == Exit::internal_fault
                      ? "\nThis is a fault of OOPSS: please report it with the model and the command."
                      : ""));
  return code;
}

int run_verb(const Common& common, const std::function<int()>& run) {
  try {
    return run();
  } catch (const UsageProblems& error) {
    return failed(common, Exit::usage, error.what(), &error);
  } catch (const ModelError& error) {
    return failed(common, Exit::invalid_model, error.what(), &error);
  } catch (const FileError& error) {
    return failed(common, Exit::file, error.what());
  } catch (const UnknownModel& error) {
    return failed(common, Exit::usage, error.what());
  } catch (const UsageError& error) {
    return failed(common, Exit::usage, error.what());
  } catch (const UnknownColumn& error) {
    return failed(common, Exit::usage, error.what());
  } catch (const NumericalFailure& error) {
    return failed(common, Exit::numerical, error.what());
  } catch (const Overflow& error) {
    return failed(common, Exit::numerical, error.what());
  } catch (const Interrupted& by) {
    return 128 + by.signal;
  } catch (const ExpansionTooLarge& error) {
    return failed(common, Exit::limit, error.what());
  } catch (const TooLarge& error) {
    return failed(common, Exit::limit, error.what());
  } catch (const PortTaken& error) {
    return failed(common, Exit::usage, error.what());
  } catch (const MissingModule& error) {
    return failed(common, Exit::missing_tool, error.what());
  } catch (const MissingTool& error) {
    return failed(common, Exit::missing_tool, error.what());
  } catch (const std::overflow_error& error) {
    return failed(common, Exit::invalid_model, error.what());
  } catch (const std::bad_alloc&) {
    return failed(common, Exit::limit, "out of memory");
  } catch (const std::exception& error) {
    return failed(common, Exit::internal_fault, error.what());
  }
}

/// The verbs by what they are for, in the order of the help; a verb that no job has stands last.
struct Job {
  const char* name;
  std::vector<std::string_view> verbs;
};
const std::vector<Job>& jobs() {
  static const std::vector<Job> all = {
      {"The model", {"models", "check", "sketch", "linkage"}},
      {"Equations and code", {"derive", "linearise", "generate"}},
      {"Motion", {"simulate", "turn", "compare"}},
      {"Equilibria and orbits", {"equilibria", "verify", "portrait", "continue", "orbit", "folds"}},
      {"Chaos", {"section", "lyapunov", "splitting"}},
      {"Many runs", {"sweep", "merge"}},
      {"The page", {"workbench"}},
  };
  return all;
}

/// One paragraph of the help, none for a job without verbs.
std::string paragraph(const char* title, const std::vector<const Verb*>& verbs) {
  std::string out;
  for (const Verb* verb : verbs) out += fmt::format("  {:<10} {}\n", verb->name, verb->purpose);
  return out.empty() ? out : fmt::format("\n{}\n{}", title, out);
}

std::string help(const std::vector<Verb>& all) {
  std::string out =
      "OOPSS: reduced Hamiltonian equations of coupled rigid bodies, derived, proved, and turned into code\n\n"
      "  oopss derive two-body                          the equations of the first example\n"
      "  oopss simulate two-body --plot angle,energy -o motion.svg   its motion, drawn\n";
  std::vector<const Verb*> others;
  for (const Verb& verb : all) others.push_back(&verb);
  for (const Job& job : jobs()) {
    std::vector<const Verb*> listed;
    for (const std::string_view name : job.verbs)
      for (const Verb& verb : all)
        if (name == verb.name) {
          listed.push_back(&verb);
          std::erase(others, &verb);
        }
    out += paragraph(job.name, listed);
  }
  return out + paragraph("Others", others) +
         "\nEvery verb: --help (or `oopss help VERB`) for its options, --json for one document on standard output, "
         "--quiet.\n"
         "Exit codes: 0 done, 1 internal fault, 2 usage, 3 invalid model, 4 numerical failure, 5 limit, 6 file, 7 "
         "missing tool.\n";
}

int main_of(int count, char** words) {
  Options options;
  const std::vector<Verb> all = verbs(options);
  std::string first = count > 1 ? words[1] : "--help";
  std::vector<std::string> rest(words + std::min(count, 2), words + count);
  if (first == "help" && !rest.empty()) {  // oopss help VERB
    first = rest.front();
    rest = {"--help"};
  }
  if (first == "--help" || first == "-h" || first == "help")
    return run_verb({}, [&] { return finished([&] { print(help(all)); }); });
  if (first == "--version") return run_verb({}, [&] { return finished([&] { print("oopss " OOPSS_VERSION "\n"); }); });
  options.common.json = std::find(rest.begin(), rest.end(), "--json") != rest.end();

  for (const Verb& verb : all) {
    if (first != verb.name) continue;
    CLI::App app(verb.purpose, std::string("oopss ") + verb.name);
    app.footer(std::string("Examples\n") + verb.examples);
    app.add_flag("--json", options.common.json, "one JSON document on standard output");
    app.add_flag("-q,--quiet", options.common.quiet, "no warnings, no progress");
    verb.add_options(app);
    refuse_empty(app);
    try {
      std::vector<std::string> reversed(rest.rbegin(), rest.rend());
      app.parse(std::move(reversed));
    } catch (const CLI::CallForHelp&) {
      return run_verb({}, [&] { return finished([&] { print(app.help()); }); });
    } catch (const CLI::ParseError& error) {
      return failed(options.common, Exit::usage,
                    fmt::format("{}: {}; see `oopss {} --help`", verb.name, complaint(app, error, rest), verb.name));
    }
    return run_verb(options.common, verb.run);
  }
  std::vector<std::string_view> known;
  for (const Verb& verb : all) known.emplace_back(verb.name);
  return failed(options.common, Exit::usage,
                fmt::format("there is no verb {}{}; see `oopss --help`", oopss::quoted(first), among(first, known)));
}

}  // namespace

Settings settings_of(const Common& common) {
  Settings settings;
  for (const std::string& setting : common.set) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      throw UsageError(fmt::format("--set takes PATH=VALUE, got \"{}\"", setting));
    settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  return settings;
}

Model model_of(const Common& common) {
  Model model = load_model(common.model, settings_of(common));
  if (model.name.empty()) model.name = model.source.name;
  if (!common.quiet && !model.warnings.empty()) say(show(model.source, model.warnings, model.settings));
  return model;
}

Model planar_model(const Common& common) {
  Model model = model_of(common);
  if (!is_planar(model))
    throw Unsupported(fmt::format("{}: this verb does not take bodies in space yet", common.model));
  return model;
}

}  // namespace oopss

int main(int count, char** words) {
  std::signal(SIGXFSZ, SIG_IGN);  // a file beyond the limit on sizes is an error of writing, as on a full disk
  std::signal(SIGCHLD, SIG_DFL);  // whoever started us may ignore it: children would end unseen
  if (count == 2 && std::string_view(words[1]) == oopss::guest_worker_word) return oopss::guest_worker(0);
  return oopss::main_of(count, words);
}
