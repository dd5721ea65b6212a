// SPDX-License-Identifier: Apache-2.0
#include "cli/verb_table.hpp"
#include "oopss/chain/census.hpp"

namespace oopss {

Verb equilibria_verb(Options& options) {
  OptionTable table;
  EquilibriaOptions& asked = options.equilibria;
  table.model(options.common, false);
  table.momentum(asked.momentum);
  table.free(asked.free);
  table.flag("--certify", asked.certify,
             "prove that none is missing: enclose each with its stability, and exclude every other shape (up to 8 "
             "bodies, free or with springs, with loops too; in space two bodies on a ball joint are counted)");
  table.file("--certificate", asked.certificate, {{".json"}}, "with --certify: write the proof, for `oopss verify`");
  table.words("--at", asked.near, "JOINT=ANGLE",
              "JOINT=ANGLE, e.g. elbow=180deg: only the equilibrium to which Newton's method leads from this shape; "
              "joints not named are at 0 (may be repeated); in space also BALL=[w, x, y, z], axis=[x, y, z]");
  table.flag("--table", asked.table,
             "no MODEL: the tables of the planar paper, three bodies with aligned joints, computed; with -o the "
             "regions as a picture");
  table.file("-o,--output", asked.output, pictures, "draw the shapes");
  return {"equilibria",
          "Find the relative equilibria, shapes in which the bodies turn as one, with index, spectrum and stability",
          "  oopss equilibria three-body\n  oopss equilibria two-body --at elbow=170deg --json\n"
          "  oopss equilibria space-telescope --momentum 400 --certify\n"
          "  oopss equilibria tree --momentum 20 -o shapes.svg\n  oopss equilibria --table -o regions.svg",
          table.rows, [&options] { return equilibria(options.common, options.equilibria); }};
}

Verb verify_verb(Options& options) {
  OptionTable table;
  table.word("FILE", options.verify.certificate, "", "the certificate, FILE.json").needed();
  return {
      "verify",
      "Check every field of a certificate of `oopss equilibria --certify` again, and print the theorem that it proves",
      "  oopss equilibria three-body --free --certify --certificate proof.json\n  oopss verify proof.json\n\n"
      "Boxes of trees are tested by other code than that of the search, those of bodies with loops by the same "
      "formulas in\nintervals. What both share: the function of the shape as enclosures of the model's numbers, and "
      "the rational bounds at a\nroot (Newton's operator, index). tests/python/verify_certificate.py shares nothing "
      "with either.",
      table.rows, [&options] { return verify_certificate(options.common, options.verify); }};
}

Verb portrait_verb(Options& options) {
  OptionTable table;
  PortraitOptions& asked = options.portrait;
  table.model(options.common);
  table.momentum(asked.momentum);
  table.word("--view", asked.view, "WORD",
             "flat (default), cylinder for two bodies, landscape for three")
      .problem = [](const std::string& text) {  // the verb itself says why there is no section
    return text == "section" ? "" : choice_problem(text, {"flat", "cylinder", "landscape"});
  };
  table.word("--levels", asked.levels, "E1,E2,...", "energies of the curves, J; default chosen evenly");
  table.free(asked.free);
  table.flag("--points", asked.points, "with --json: the points of the curves, and the grid of a landscape");
  table.file("-o,--output", asked.output, pictures, "the picture");
  return {"portrait",
          "Draw the symplectic leaves of two bodies or of a linkage, with periods and actions, or the energy landscape "
          "of three bodies",
          "  oopss portrait two-body -o portrait.svg\n  oopss portrait two-body --view cylinder --levels 6,8,20 -o "
          "cylinder.svg\n  oopss portrait three-body -o landscape.svg",
          table.rows, [&options] { return finished([&] { portrait(options.common, options.portrait); }); }};
}

Verb continue_verb(Options& options) {
  OptionTable table;
  ContinueOptions& asked = options.continuation;
  table.model(options.common);
  table
      .word("--vary", asked.vary, "PATH=A:B",
            "PATH=A:B: the number of the model that goes from A to B; PATH as in --set")
      .needed();
  table.momentum(asked.momentum);
  table.word("--winding", asked.winding, "N1,N2,...",
             "follow the orbit in which the joints turn so often instead, as `oopss orbit` finds it at A; PATH may be "
             "start.energy and start.momentum, whatever the start is");
  table.number("--energy", asked.energy, Sign::any, "with --winding: H + U, J; default that of the start");
  table.free(asked.free);
  table.file("-o,--output", asked.output, {{".svg", ".pdf", ".png", ".csv"}}, "the diagram, or all points as a table");
  return {"continue",
          "Follow the relative equilibria over a parameter: branches, folds, pitchforks, Hamiltonian Hopf points; or "
          "an orbit of a winding",
          "  oopss continue two-body --vary body.arm.mass=1:10 -o branches.svg\n"
          "  oopss continue three-body-special --vary joint.pin2.at.right.x=-1:-8 -o branches.csv\n"
          "  oopss continue beads --winding 1,0,0,0,-1 --energy 5 --vary start.momentum=1:2 -o orbits.svg",
          table.rows, [&options] { return continue_branches(options.common, options.continuation); }};
}

Verb orbit_verb(Options& options) {
  OptionTable table;
  OrbitOptions& asked = options.orbit;
  table.model(options.common);
  table.word("--winding", asked.winding, "N1,N2,...",
             "how often every joint turns in a period, in the order of the joints, e.g. 1,0,-2");
  table.flag(
      "--all-symmetric", asked.all_symmetric,
      "with --winding: all motions found that are their own mirror images in time, not only the one of least action");
  table.word("--from", asked.from, "E1",
             "the equilibrium at which a family of orbits is born, as `oopss equilibria` numbers it");
  table.whole("--mode", &asked.mode, "K", {1, 1000}, "with --from: which of its modes, the slowest is 1 (default)");
  table.number("--energy", asked.energy, Sign::any,
               "H + U, J; with --winding default that of the start; with --from the one member of this energy");
  table.momentum(asked.momentum);
  table.number("--limit", asked.limit, Sign::any,
               "with --from: the energy at which the family is left; default a quarter above the highest equilibrium");
  table.file("-o,--output", asked.output, {{".toml", ".csv", ".svg", ".pdf", ".png"}},
             "a model that starts on the orbit, its motion over a period as a table, or a picture of it; of a family "
             "its members as a table, or the period over the energy as a picture");
  return {
      "orbit",
      "Find (relative) periodic motions: of a prescribed winding, with no guess, or a family born at an equilibrium",
      "  oopss orbit two-body --winding 1\n"
      "  oopss orbit beads --winding 1,0,0,0,-1 --energy 5 --momentum 1\n"
      "  oopss orbit beads --winding 1,0,0,0,0 --energy 5 --momentum 1 --all-symmetric --json\n"
      "  oopss orbit beads --winding 2,1,0,0,0 --energy 5 --momentum 1 -o orbit.toml\n"
      "  oopss orbit three-body --from E1 --mode 1",
      table.rows, [&options] { return orbit(options.common, options.orbit); }};
}

Verb folds_verb(Options& options) {
  OptionTable table;
  table.model(options.common, false);
  table.whole("--census", &options.folds.census, "JOINTS", {1, most_census_joints},
              "no MODEL: count the shapes of equal chains with 1 to this many joints, by folds and index");
  table.flag("--resume", options.folds.resume, "go on with the census that was stopped or killed while it wrote FILE");
  table.file("-o,--output", options.folds.output, {{".csv", ".svg", ".pdf", ".png"}},
             "the table, or a picture: of a model its shapes, of a census index against folds");
  return {"folds",
          "List all rectilinear shapes of a chain with exact index, prove how stable the straight one is; or count "
          "equal chains",
          "  oopss folds beads\n  oopss folds --census 10 -o census.csv\n  oopss folds --census 8 -o census.svg",
          table.rows, [&options] { return finished([&] { folds(options.common, options.folds); }); }};
}

}  // namespace oopss
