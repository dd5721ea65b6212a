// SPDX-License-Identifier: Apache-2.0
#include "cli/hdf5_module.hpp"

#include <algorithm>
#include <new>

#include "cli/trajectory.hpp"
#include "oopss/model/read.hpp"
#include "oopss/system/module.hpp"

namespace oopss {
namespace {

/// Runs a step of a callback from C: false instead of an exception.
template <class Step>
bool no_throw(Step step) {
  try {
    step();
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

struct Reading {
  Table table;
  Notes notes;
};

}  // namespace

std::string hdf5_bytes(const Table& table, const Notes& notes) {
  std::vector<Hdf5Module::Column> columns;
  for (std::size_t k = 0; k < table.columns.size(); ++k)
    columns.push_back({table.names[k].c_str(), table.columns[k].data()});
  std::vector<Hdf5Module::Note> texts;
  for (const auto& [name, text] : notes) texts.push_back({name.c_str(), text.c_str()});
  const auto take = [](void* user, const void* bytes, std::size_t size) {
    return no_throw([&] { static_cast<std::string*>(user)->assign(static_cast<const char*>(bytes), size); });
  };
  std::string out;
  if (const char* problem =
          load_module<Hdf5Module>().write(columns.data(), static_cast<int>(columns.size()), table.rows(), texts.data(),
                                          static_cast<int>(texts.size()), take, &out))
    throw FileError(problem);
  return out;
}

Table read_hdf5(const std::string& path, std::string_view bytes, Notes* notes) {
  const auto column = [](void* user, const char* name, const double* values, std::size_t count) {
    return no_throw([&] {
      Table& table = static_cast<Reading*>(user)->table;
      table.names.emplace_back(name);
      table.columns.emplace_back(values, values + count);
    });
  };
  const auto note = [](void* user, const char* name, const char* text) {
    return no_throw([&] { static_cast<Reading*>(user)->notes[name] = text; });
  };
  Reading reading;
  if (const char* problem = load_module<Hdf5Module>().read(bytes.data(), bytes.size(), column, note, &reading))
    throw FileError(path + ": cannot be read: " + problem);
  if (const auto t = std::find(reading.table.names.begin(), reading.table.names.end(), "t");
      t != reading.table.names.end()) {  // first, also in a file whose columns come by name
    const auto column_t = reading.table.columns.begin() + (t - reading.table.names.begin());
    std::rotate(reading.table.names.begin(), t, t + 1);
    std::rotate(reading.table.columns.begin(), column_t, column_t + 1);
  }
  if (notes) *notes = std::move(reading.notes);
  return std::move(reading.table);
}

}  // namespace oopss
