// SPDX-License-Identifier: Apache-2.0
#include "cli/verb_table.hpp"

namespace oopss {

Verb sweep_verb(Options& options) {
  OptionTable table;
  SweepOptions& asked = options.sweep;
  table.model(options.common);
  table.words("--vary", asked.vary, "PATH=A:B:N[:log]",
              "N values of a number of the model from A to B, at equal distances or in equal ratios; PATH as in --set "
              "(may be repeated: a grid)");
  table.words("--sample", asked.sample, "PATH~LAW(a,b)",
              "a number that is drawn: normal(m,s), lognormal(m,s) or uniform(a,b) (may be repeated)");
  table.whole("--count", &asked.count, "N", {}, "how many are drawn, at each point of the grid");
  table.whole("--seed", &asked.seed, "S", {}, "of the draws, which depend on it and the member alone (default 0)");
  table.flag("--sobol", asked.sobol, "draw evenly, by Sobol's sequence");
  table.words("--observe", asked.observe, "NAME",
              "settle(QUANTITY,BAND), turns(JOINT), largest(QUANTITY), exponent, drift(energy), drift(momentum), "
              "first(EVENT) or value(FORMULA) (may be repeated)");
  table.run_numbers(asked.run, "interval of the points at which largest and drift look, s");
  table.word("--method", asked.run.method, "WORD",
             "as of `oopss simulate`; with --engine lanes rk4, of equal steps, dop853 or taylor; with cuda rk4, dop853 "
             "or gauss4");
  table.choice("--engine", asked.engine, {"auto", "lanes", "cuda", "cuda-float"},
               "auto: every member as `oopss simulate` runs it (default); lanes: members side by side in the registers "
               "of a core; cuda: a thread of a GPU for each, by nvcc and the driver of CUDA, in numbers of 64 bits; "
               "cuda-float: of 32");
  table.whole("--sweeps", &asked.sweeps, "K", {1, 60}, "of gauss4 on a GPU, in every step (default 10)");
  table.whole("--threads", &asked.threads, "K", {1, 4096}, "default one per core");
  table.word("--part", asked.part, "I/N", "only the I-th of N parts, for schedulers; `oopss merge` puts them together");
  table.flag("--resume", asked.resume, "go on with the sweep that was stopped or killed: FILE.journal");
  table.flag("--dry-run", asked.dry_run, "check everything, say what it would take, and run nothing");
  table
      .words("-o,--output", asked.output, "FILE",
             "the table, FILE.csv or FILE.h5; a map of the first observable over two --vary, FILE.png, .svg or .pdf "
             "(may be repeated)")
      .problem = [](const std::string& text) {
    return ending_problem(text, {{".csv", ".h5", ".hdf5", ".png", ".svg", ".pdf"}});
  };
  return {
      "sweep",
      "Run a grid or a sample of a model's numbers and starts on all cores: end states, observables, status of each",
      "  oopss sweep two-body --vary start.energy=6:40:9 --observe 'turns(elbow)' -o turns.csv\n"
      "  oopss sweep two-body --sample 'body.arm.mass~normal(5,0.1)' --count 50 --seed 1 --observe 'value(E)' -o "
      "masses.h5\n"
      "  oopss sweep three-body --vary start.angles.pin1=-180deg:180deg:4 --vary body.plate.mass=1:100:3:log --until 5 "
      "--observe exponent --dry-run",
      table.rows, [&options] { return finished([&] { sweep(options.common, options.sweep); }); }};
}

Verb merge_verb(Options& options) {
  OptionTable table;
  table.words("PART", options.merge.parts, "", "files of `oopss sweep --part`, in any order", any_number).needed();
  table.file("-o,--output", options.merge.output, {{".csv", ".h5", ".hdf5"}}, "the whole table").needed();
  return {"merge", "Put the parts of a sweep together: the same bytes as of the sweep in one piece",
          "  oopss sweep two-body --vary start.energy=6:40:9 --part 1/2 -o first.csv\n"
          "  oopss sweep two-body --vary start.energy=6:40:9 --part 2/2 -o second.csv\n"
          "  oopss merge first.csv second.csv -o all.csv",
          table.rows, [&options] { return finished([&] { merge(options.common, options.merge); }); }};
}

}  // namespace oopss
