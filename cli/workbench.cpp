// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "cli/exit.hpp"
#include "cli/files.hpp"
#include "cli/trajectory.hpp"
#include "cli/verbs.hpp"
#include "oopss/model/examples.hpp"
#include "oopss/model/write.hpp"
#include "server/guests.hpp"
#include "server/serve.hpp"
#include "server/share.hpp"

extern char** environ;

namespace oopss {
namespace {

/// A page that only its owner can read and that leads on to the link: the launch code stands in no list of processes.
/// Gone when the program ends.
class Doormat {
 public:
  explicit Doormat(const std::string& link) {
    const char* const own = std::getenv("XDG_RUNTIME_DIR");
    std::string name = std::string(own && *own ? own : "/tmp") + "/oopss-XXXXXX";
    if (!mkdtemp(name.data())) return;
    folder_ = name;
    write_file(path(), "<!doctype html><meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url=" + link +
                           "\"><title>OOPSS</title>\n");
    chmod(path().c_str(), 0600);
  }
  ~Doormat() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }
  Doormat(const Doormat&) = delete;
  Doormat& operator=(const Doormat&) = delete;
  std::string path() const { return folder_.empty() ? "" : folder_ + "/open.html"; }

 private:
  std::string folder_;  // 0700, as mkdtemp makes it
};

bool has_screen() {
  const auto is_set = [](const char* name) { return std::getenv(name) != nullptr && *std::getenv(name) != '\0'; };
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
}

void open_browser(const std::string& page) {
  for (const char* const program : {"/usr/bin/xdg-open", "/usr/local/bin/xdg-open"}) {
    if (access(program, X_OK) != 0) continue;
    posix_spawn_file_actions_t quiet;
    posix_spawn_file_actions_init(&quiet);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
      posix_spawn_file_actions_addopen(&quiet, stream, "/dev/null", O_RDWR, 0);
    char* const words[] = {const_cast<char*>(program), const_cast<char*>(page.c_str()), nullptr};
    pid_t child = 0;
    if (posix_spawn(&child, program, &quiet, nullptr, words, environ) == 0)
      std::thread([child] { waitpid(child, nullptr, 0); }).detach();
    posix_spawn_file_actions_destroy(&quiet);
    return;
  }
}

/// The text of the model to open; it is checked, so that what is wrong is said here.
std::string first_text(const Common& common) {
  if (!is_share_link(common.model)) {
    const Model model = model_of(common);
    return common.set.empty() ? model.source.text : write_model(model);
  }
  try {
    std::string text = shared_text(common.model);
    read_model({"the model of the link", text});
    return text;
  } catch (const ShareError& error) {
    if (error.too_large) throw TooLarge(error.what());
    throw ModelError({"the link", ""}, {{{}, error.what()}});
  }
}

/// Where work on the model is kept: under the path of its file; what has no file is known by its text alone.
WorkPlace work_place(const Common& common, const std::string& text) {
  const std::string& name = common.model;
  const bool built_in =
      std::any_of(examples().begin(), examples().end(), [&](const Example& example) { return example.name == name; });
  std::string model = "built-in " + name;
  if (name == "-" || is_share_link(name)) {
    model = "text " + text;
  } else if (!built_in) {
    std::error_code ignored;
    const std::filesystem::path path = std::filesystem::canonical(name, ignored);
    model = "file " + (path.empty() ? name : path.string());
  }
  for (const std::string& setting : common.set) model += "\n--set " + setting;
  WorkPlace out{work_folder(), model, text};
  if (out.folder.empty() && !common.quiet)
    fmt::print(stderr, "Work in the page will not be kept: neither XDG_STATE_HOME nor HOME names a folder.\n");
  return out;
}

/// "30m", "90s", "2h" or seconds.
double duration(const std::string& text) {
  std::size_t end = 0;
  double value = -1;
  try {
    value = std::stod(text, &end);
  } catch (const std::exception&) {
  }
  const std::string unit = text.substr(std::min(end, text.size()));
  const double scale = unit == "h" ? 3600 : unit == "m" ? 60 : unit == "s" || unit.empty() ? 1 : -1;
  if (!(value > 0) || scale < 0 || value * scale > 1e7)
    throw UsageError(fmt::format("--idle-exit takes a time such as 30m, 90s or 2h, got \"{}\"", text));
  return value * scale;
}

std::optional<GuestOptions> guest_options(const WorkbenchOptions& options) {
  if (options.listen.empty()) {
    if (options.guests || !options.tls.empty())
      throw UsageError("--guests and --tls are about guests: add --listen ADDRESS");
    return {};
  }
  if (const std::string wrong = listen_problem(options.listen); !wrong.empty()) throw UsageError(wrong);
  GuestOptions out;
  out.address = options.listen;
  out.most = options.guests.value_or(usual_guests);
  if (out.most < 1 || out.most > most_guests)
    throw UsageError(fmt::format("--guests takes a number from 1 to {}, got {}", most_guests, out.most));
  if (!options.tls.empty()) {
    out.certificate = options.tls[0];
    out.key = options.tls[1];
  }
  return out;
}

/// What guests may do and who may listen, in words; the warning is given whatever was asked for.
std::string guest_words(const GuestOptions& guests, bool quiet) {
  std::string warning =
      guests.certificate.empty()
          ? "Guests are not encrypted: anyone on this network can read what they do and take over a guest's session. "
            "--tls CERT KEY encrypts."
          : "Guests are encrypted. Who does not know the certificate is warned by the browser.";
  if (quiet) return warning;
  return fmt::format(
      "The second link is for one guest on this network: it works once, for ten minutes. The page has more of them, as "
      "QR codes too, and sends guests away: File, Guests. At most {} guests, each with a copy of the model, 64 MB and "
      "5 s for a question.\n{}",
      guests.most, warning);
}

/// A recorded file that the page sent: HDF5, read in a child with limits (cli/child.hpp).
RecordedRun recorded_run(const std::string& bytes) {
  if (!is_hdf5(bytes)) throw UnreadableFile("it is not HDF5");
  try {
    Notes notes;
    Table table = parse_table("the file", bytes, &notes);
    return {std::move(table.names), std::move(table.columns), notes["model"]};
  } catch (const FileError& error) {
    throw UnreadableFile(error.what());
  }
}

}  // namespace

int workbench(const Common& given, const WorkbenchOptions& options) {
  Common common = given;
  if (common.model.empty()) common.model = "two-body";
  std::optional<Doormat> doormat;
  ServeOptions serving;
  serving.facts.version = OOPSS_VERSION;
  serving.facts.read = recorded_run;
  serving.facts.first = first_text(common);
  if (!options.no_state) serving.facts.work = work_place(common, serving.facts.first);
  serving.port = static_cast<unsigned short>(options.port);
  serving.idle_exit = options.idle_exit.empty() ? 0 : duration(options.idle_exit);
  serving.guests = guest_options(options);
  serving.ready = [&](const std::string& link, const std::string& guest_link) {
    print(link + "\n");
    if (!common.quiet) say("The workbench is open at this link, which works once; Ctrl-C ends it.");
    if (!guest_link.empty()) {
      print(guest_link + "\n");
      say(guest_words(*serving.guests, common.quiet));
    }
    if (options.no_browser || !has_screen()) return;
    doormat.emplace(link);
    if (!doormat->path().empty()) open_browser(doormat->path());
  };
  const int signal = [&] {
    try {
      return serve(serving);
    } catch (const BadCertificate& error) {
      throw FileError(error.what());
    }
  }();
  return signal == 0 ? Exit::done : 128 + signal;
}

}  // namespace oopss
