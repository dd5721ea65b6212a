// SPDX-License-Identifier: Apache-2.0
#include "cli/verb_table.hpp"

namespace oopss {

Verb models_verb(Options& options) {
  OptionTable table;
  table.model_name(options.common, false);
  return {"models", "List the built-in models, or print the file of one", "  oopss models\n  oopss models two-body",
          table.rows, [&options] { return finished([&] { models(options.common); }); }};
}

Verb check_verb(Options& options) {
  OptionTable table;
  table.model(options.common);
  return {"check", "Say in words what was understood of a model: bodies, joints, the start as solved, each torque law",
          "  oopss check two-body\n  oopss check space-telescope --json", table.rows,
          [&options] { return finished([&] { check(options.common); }); }};
}

Verb sketch_verb(Options& options) {
  OptionTable table;
  table.model(options.common);
  table.word("--turn", options.sketch.turn, "ANGLE",
             "turn the whole by this angle, e.g. 25deg, in space about z: nothing but the attitudes depends on it");
  table.file("-o,--output", options.sketch.output, pictures, "the picture, of the pose at the start").needed();
  return {"sketch",
          "Draw a model with its labels: bodies, joint vectors, angles and mass centres, in the letters of derive",
          "  oopss sketch three-body -o sketch.svg\n  oopss sketch two-body --turn 25deg --set start.angles.elbow=1 -o "
          "sketch.pdf",
          table.rows, [&options] { return finished([&] { sketch(options.common, options.sketch); }); }};
}

Verb linkage_verb(Options& options) {
  OptionTable table;
  LinkageOptions& asked = options.linkage;
  table.model(options.common, false);
  table.word("--lengths", asked.lengths, "L0,L1,...",
             "no MODEL: the lengths of three or more bars in a loop, in order, as decimals; they are taken exactly");
  table.word("--reference", asked.reference, "BODY|BAR",
             "the body, or of lengths the bar counted from 0, from which the type of four bars is seen and which rests "
             "in the picture; default the first");
  table.flag("--table", asked.table,
             "no MODEL: the table of collinear configurations of four bars, and of their classes, computed");
  table.words("--point", asked.points, "NAME|BAR,X,Y",
              "with -o, draw the curve of this point: NAME, a marked point of the model (default all of them); of "
              "lengths BAR,X,Y, X along the bar from its first hinge, Y to its left (may be repeated)");
  table.file("-o,--output", asked.output, pictures,
             "draw all assembly modes of four bars, or of a model that moves in one way");
  return {"linkage",
          "Say what closed loops of bars can do, of a model or of bare lengths: whether they close, which bars turn, "
          "their shapes",
          "  oopss linkage four-bar\n  oopss linkage four-bar-rocker --reference coupler --point tracer -o modes.svg\n"
          "  oopss linkage watt -o curves.svg\n"
          "  oopss linkage --lengths 3,1,3,1.1\n  oopss linkage --lengths 3,1,3,1.1 --reference 1 --point 2,1.5,0.8 -o "
          "modes.svg\n  oopss linkage --lengths 2,2,2,2,2.5 --json\n  oopss linkage --table",
          table.rows, [&options] { return finished([&] { linkage(options.common, options.linkage); }); }};
}

}  // namespace oopss
