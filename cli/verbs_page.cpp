// SPDX-License-Identifier: Apache-2.0
#include "cli/verb_table.hpp"

namespace oopss {

Verb workbench_verb(Options& options) {
  OptionTable table;
  WorkbenchOptions& asked = options.workbench;
  table.word("MODEL|LINK", options.common.model, "",
             "a model file, the name of a built-in model, or a share link; default two-body");
  table.settings(options.common);
  table.whole("--port", &asked.port, "PORT", {1, 65535}, "port on 127.0.0.1; default a free one");
  table.flag("--no-browser", asked.no_browser, "print the link, open no browser");
  table.flag("--no-state", asked.no_state, "keep nothing between visits, and begin with the model as it is");
  table.word("--idle-exit", asked.idle_exit, "TIME", "end when no page was connected for so long, e.g. 30m");
  table.word("--listen", asked.listen, "ADDRESS",
             "let guests in over a network, at this numeric private address of this machine, by links that work once; "
             "not encrypted without --tls");
  table.whole("--guests", &asked.guests, "N", {}, "with --listen: how many at most, up to 40; default 8");
  table.words("--tls", asked.tls, "CERT KEY", "with --listen: encrypt, with a certificate and its key, files of PEM",
              2);
  return {"workbench",
          "Open the workbench in a browser: move, drag, change and watch a model, on this machine only unless --listen",
          "  oopss workbench two-body\n  oopss workbench my.toml --port 8765 --no-browser\n"
          "  oopss workbench two-body --listen 192.168.0.7 --guests 20",
          table.rows, [&options] { return workbench(options.common, options.workbench); }};
}

}  // namespace oopss
