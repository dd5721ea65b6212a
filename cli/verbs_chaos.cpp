// SPDX-License-Identifier: Apache-2.0
#include "cli/verb_table.hpp"

namespace oopss {

Verb section_verb(Options& options) {
  OptionTable table;
  SectionOptions& asked = options.section;
  table.model(options.common);
  table.word("--at", asked.plane, "\"phi_JOINT = ANGLE\"",
             "the angle of a joint at which motions are looked at, whole turns left aside");
  table.choice("--direction", asked.direction, {"+", "-"}, "+ (default) where the angle rises, - where it falls");
  table.number("--energy", asked.energy, Sign::any,
               "H + U, J; default that of the start; with --every-period the most that starts have");
  table.momentum(asked.momentum);
  table.whole("--orbits", &asked.orbits, "N", {1, 10000},
              "motions, spread over what the energy reaches; the first is the model's own, unless another energy or "
              "momentum is given (default 24)");
  table.whole("--count", &asked.count, "N", {1, 10000000}, "points of each motion (default 400)");
  table.flag("--every-period", asked.every_period,
             "of two bodies with a law that has a period in t: the motions after every period, no --at");
  table.file("-o,--output", asked.output, {{".svg", ".pdf", ".png", ".csv"}}, "the picture, or all points as a table");
  return {"section",
          "Draw Poincare's section of three bodies, or of a linkage that moves in two ways; of a driven pair the "
          "motions after every period",
          "  oopss section tangle --at \"phi_elbow = 0\" -o section.svg\n"
          "  oopss section three-body --at \"phi_pin1 = 0\" --energy 12 --orbits 10 --count 100 -o section.png\n"
          "  oopss section forced-pair --every-period --set size=0.1 -o strobe.svg",
          table.rows, [&options] { return section(options.common, options.section); }};
}

Verb lyapunov_verb(Options& options) {
  OptionTable table;
  table.model(options.common);
  table.number("--until", options.lyapunov.until, Sign::positive,
               "time to run to, s; default a thousand times the shortest time scale at the start");
  table.file("-o,--output", options.lyapunov.output, {{".svg", ".pdf", ".png", ".csv"}},
             "how they converge, as a picture or a table");
  return {"lyapunov",
          "Compute all Lyapunov exponents on the leaf by the tangent flow, with their spread over near starts",
          "  oopss lyapunov tangle --until 100 -o exponents.svg\n  oopss lyapunov forced-pair --until 200 --json",
          table.rows, [&options] { return lyapunov(options.common, options.lyapunov); }};
}

Verb splitting_verb(Options& options) {
  OptionTable table;
  SplittingOptions& asked = options.splitting;
  table.model(options.common);
  table.number("--circle", asked.circle, Sign::any,
               "of three bodies: the momentum of the third, kg m^2/s, which names the circle of periodic motions; "
               "default that of the start");
  table.choice("--loop", asked.loop, {"+", "-"},
               "+ (default) or -: the sense in which the joint of the pair turns along the homoclinic loop");
  table.word("--phase", asked.phase, "A",
             "where the gap is measured: the angle psi of the third body against the first of the pair, or the time of "
             "the drive in s; default where the integral is largest");
  table.word("--sizes", asked.sizes, "S1,S2,...",
             "three or more: lengths of the lever in m, or factors of the drive (default 1e-2,1e-3,1e-4)");
  table.choice("--by", asked.by, {"lever", "mass", "light"},
               "of three bodies, what the sizes are: lever (default); mass of the third body in kg, its moment of "
               "inertia fixed; or light, its mass with its moment of inertia in proportion");
  table.file("-o,--output", asked.output, {{".svg", ".pdf", ".png", ".csv"}},
             "a picture of the manifolds on the section, or their points");
  return {"splitting",
          "Measure how far the manifolds of the homoclinic tangle are apart, beside the Melnikov integral: three "
          "bodies with the third on a short lever, or two with a periodic drive",
          "  oopss splitting tangle\n  oopss splitting tangle --loop - --phase 1 --sizes 1e-2,1e-3,1e-4,1e-5\n"
          "  oopss splitting forced-pair -o splitting.svg",
          table.rows, [&options] { return finished([&] { splitting(options.common, options.splitting); }); }};
}

}  // namespace oopss
