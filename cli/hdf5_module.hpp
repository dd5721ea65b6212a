// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace oopss {

/// What the shared module liboopss_hdf5.so offers (oopss/system/module.hpp): it alone links HDF5.
struct Hdf5Module {
  static constexpr const char* name = "hdf5";
  static constexpr int current = 3;

  struct Note {
    const char *name, *text;
  };
  /// Gives the next rows to write, at most `most`, each column one after another: value i of column k goes to
  /// values[k·most + i]. How many rows there are; 0 stops, for want of them.
  using NextRows = std::size_t (*)(void* user, double* values, std::size_t most);
  /// It hears now and then how much of the whole is written.
  using Tell = void (*)(void* user, double part);
  /// They take what was read; false stops.
  using TakeColumn = bool (*)(void* user, const char* name, const double* values, std::size_t count);
  using TakeNote = bool (*)(void* user, const char* name, const char* text);

  int version;
  /// Fills the file at `path`, which exists, with a dataset per column and an attribute per note, in memory that does
  /// not grow with the rows. The text of the failure, or null.
  const char* (*write)(const char* path, const char* const* columns, int column_count, std::size_t rows, NextRows next,
                       Tell tell, const Note* notes, int note_count, void* user);
  /// Makes the library ready, so that a child of this process finds it so.
  void (*prepare)();
  /// The datasets of a file's root, in the order in which they were made, and its attributes; only columns of numbers
  /// that lie in the file as they are. The text of the failure, or null. A damaged file may end the process: this is
  /// for a child (cli/child.hpp).
  const char* (*read)(const void* bytes, std::size_t size, TakeColumn column, TakeNote note, void* user);
};

}  // namespace oopss

/// The only symbol of the module.
extern "C" const oopss::Hdf5Module* oopss_hdf5_module();
