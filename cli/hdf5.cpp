// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>

#include "cli/child.hpp"
#include "cli/hdf5_module.hpp"
#include "cli/trajectory.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/module.hpp"

namespace oopss {
namespace {

/// What the reading child gives, one part after another: a head, then a name and values or texts.
enum class Part : std::uint64_t { column, note, problem, end };
struct Head {
  Part part;
  std::uint64_t name, content;  // bytes of each
};

bool give(const Child::Give& out, Part part, const char* name, const void* content, std::size_t size) {
  const Head head{part, std::strlen(name), size};
  return out(&head, sizeof head) && out(name, head.name) && out(content, size);
}

/// In the child.
void read_in_child(std::string_view bytes, const Hdf5Module& module, const Child::Give& out) {
  const auto column = [](void* user, const char* name, const double* values, std::size_t count) {
    return give(*static_cast<const Child::Give*>(user), Part::column, name, values, count * sizeof(double));
  };
  const auto note = [](void* user, const char* name, const char* text) {
    return give(*static_cast<const Child::Give*>(user), Part::note, name, text, std::strlen(text));
  };
  const char* problem = module.read(bytes.data(), bytes.size(), column, note, const_cast<Child::Give*>(&out));
  give(out, problem ? Part::problem : Part::end, "", problem ? problem : "", problem ? std::strlen(problem) : 0);
}

struct Damaged {
  std::string words;
};

/// What comes out of the child. It may be anything, once a damaged file has led the child astray, so that no size is
/// believed that the file could not have.
struct ChildOutput {
  Table table;
  Notes notes;
  std::size_t left;  // bytes that may still come

  /// Takes one part; false at the end.
  bool take(Child& child) {
    Head head{};
    child.take(&head, sizeof head);
    if (head.name > left || head.content > left - head.name) throw Damaged{"it holds more than its size"};
    left -= head.name + head.content;
    std::string name = text(child, head.name);
    switch (head.part) {
      case Part::column:
        table.names.push_back(std::move(name));
        table.columns.emplace_back(head.content / sizeof(double));
        child.take(table.columns.back().data(), table.columns.back().size() * sizeof(double));
        return true;
      case Part::note:
        notes[std::move(name)] = text(child, head.content);
        return true;
      case Part::problem:
        throw Damaged{text(child, head.content)};
      case Part::end:
        return false;
    }
    throw Damaged{"it is damaged"};
  }

  static std::string text(Child& child, std::uint64_t size) {
    std::string out(size, '\0');
    child.take(out.data(), out.size());
    return out;
  }
};

}  // namespace

void write_hdf5(const std::string& path, const std::vector<std::string>& columns, std::size_t rows, const Notes& notes,
                const RowSource& source, const PartDone& tell) {
  std::vector<const char*> names;
  for (const std::string& name : columns) names.push_back(name.c_str());
  std::vector<Hdf5Module::Note> texts;
  for (const auto& [name, text] : notes) texts.push_back({name.c_str(), text.c_str()});
  struct Feed {
    const RowSource& source;
    const PartDone& tell;
    std::exception_ptr failure;
  } feed{source, tell, {}};
  const auto next = [](void* user, double* values, std::size_t most) -> std::size_t {
    Feed& feeder = *static_cast<Feed*>(user);
    try {
      return feeder.source(values, most);
    } catch (...) {  // no exception passes the border
      feeder.failure = std::current_exception();
      return 0;
    }
  };
  const auto hear = [](void* user, double part) {
    if (const Feed& feeder = *static_cast<const Feed*>(user); feeder.tell) feeder.tell(part);
  };
  const char* problem =
      load_module<Hdf5Module>().write(path.c_str(), names.data(), static_cast<int>(names.size()), rows, next, hear,
                                      texts.data(), static_cast<int>(texts.size()), &feed);
  if (feed.failure) std::rethrow_exception(feed.failure);
  if (problem) throw FileError(problem);
}

Table read_hdf5(const std::string& path, std::string_view bytes, Notes* notes) {
  const Hdf5Module& module = load_module<Hdf5Module>();
  module.prepare();
  constexpr std::size_t least_memory = 128 << 20, bytes_per_ms = 10'000;
  constexpr long least_ms = 200;  // a hundred times what a small file takes
  const ChildLimits limits{least_memory + bytes.size(), least_ms + static_cast<long>(bytes.size() / bytes_per_ms)};
  ChildOutput output{{}, {}, bytes.size() + 1000};  // a problem in words, and no more
  try {
    Child child(limits, [&](const Child::Give& out) { read_in_child(bytes, module, out); });
    while (output.take(child)) {
    }
  } catch (const Damaged& damaged) {
    throw FileError(path + ": cannot be read: " + damaged.words);
  } catch (const ChildEnded& ended) {
    throw FileError(path + ": cannot be read: it is damaged (" + ended.what() + ")");
  }
  Table& table = output.table;
  if (const auto t = std::find(table.names.begin(), table.names.end(), "t"); t != table.names.end()) {
    const auto column_t = table.columns.begin() + (t - table.names.begin());  // first, also where columns come by name
    std::rotate(table.names.begin(), t, t + 1);
    std::rotate(table.columns.begin(), column_t, column_t + 1);
  }
  if (notes) *notes = std::move(output.notes);
  return std::move(table);
}

}  // namespace oopss
