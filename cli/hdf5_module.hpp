// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace oopss {

/// What the shared module liboopss_hdf5.so offers (oopss/system/module.hpp): it alone links HDF5. Files are made and
/// read in memory; the program itself does the writing, as it does for every other format.
struct Hdf5Module {
  static constexpr const char* name = "hdf5";
  static constexpr int current = 1;

  struct Column {
    const char* name;
    const double* values;
  };
  struct Note {
    const char *name, *text;
  };
  /// They take what was made or read; false stops, for want of memory.
  using TakeBytes = bool (*)(void* user, const void* bytes, std::size_t size);
  using TakeColumn = bool (*)(void* user, const char* name, const double* values, std::size_t count);
  using TakeNote = bool (*)(void* user, const char* name, const char* text);

  int version;
  /// A file with a dataset per column and an attribute per note. The text of the failure, or null.
  const char* (*write)(const Column* columns, int column_count, std::size_t rows, const Note* notes, int note_count,
                       TakeBytes take, void* user);
  /// The datasets of a file's root, in the order in which they were made, and its attributes. The text of the failure,
  /// or null.
  const char* (*read)(const void* bytes, std::size_t size, TakeColumn column, TakeNote note, void* user);
};

}  // namespace oopss

/// The only symbol of the module.
extern "C" const oopss::Hdf5Module* oopss_hdf5_module();
