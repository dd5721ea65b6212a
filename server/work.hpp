// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace oopss {

/// What a page works on, as it is kept between visits: plain texts.
struct Work {
  std::string text;                       // the model
  std::string opened;                     // as it was last opened: what a reset goes back to
  std::vector<std::string> past, future;  // of the history; the nearest last
  std::string view = {};                  // what it shows: curves, frames, time, kept runs, as the page writes them
};

/// Where work is kept, and on which model: what the model is called (a file's path, a built-in name), and its text as
/// it was given. Work on one model is never taken for work on another.
struct WorkPlace {
  std::string folder;  // empty: nothing is kept
  std::string model, original;
};

/// Work cannot be kept, in words.
struct WorkError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// $XDG_STATE_HOME/oopss, by default ~/.local/state/oopss; empty if there is neither.
std::string work_folder();

/// Whether it can be the name of a page's work: 32 hexadecimal digits.
bool is_work_name(const std::string& name);

/// Keeps the work of the page `name`, which no other page writes. The file is whole at every moment and its owner's
/// alone; the oldest beyond 8 per model, 64 in all and 64 MiB are removed. Throws WorkError.
void keep_work(const WorkPlace& place, const std::string& name, const Work& work);

struct FoundWork {
  std::optional<Work> work;
  bool same = true;                // begun from the model's text as it is now
  double age = 0;                  // seconds since it was kept
  std::vector<std::string> notes;  // what could not be had, in words
};

/// An earlier visit, on whatever model.
struct Visit {
  std::string name;   // of the page's work
  std::string model;  // what the model was called
  std::string text;
  double age = 0;  // seconds since it was kept
};
/// The newest visits, the newest first; what is damaged is left out.
std::vector<Visit> list_visits(const WorkPlace& place, std::size_t most);
/// The work of one of them; nothing if it is not kept any more.
std::optional<Work> visited_work(const WorkPlace& place, const std::string& name);
/// Removes all work, on every model; how many files. Throws WorkError.
int forget_work(const WorkPlace& place);

/// The work of the page `name`; without a name the newest on this model, first of that begun from its present text. A
/// page that was at another model counts as one without a name. What is damaged is left out.
FoundWork find_work(const WorkPlace& place, const std::string& name);

}  // namespace oopss
