// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <span>

#include "cli/files.hpp"

namespace oopss {

/// Columns of numbers with names; the first is t in a trajectory, and strictly monotonic.
struct Table {
  std::vector<std::string> names;
  std::vector<std::vector<double>> columns;  // all of one length
  std::size_t rows() const { return columns.empty() ? 0 : columns.front().size(); }
};

/// The column of this name; null if there is none.
const std::vector<double>* find_column(const Table& table, const std::string& name);

/// What a file of results says about itself, by name: "model" (the text), "settings", "version".
using Notes = std::map<std::string, std::string>;

/// Hears how much of a whole is done, from 0 to 1.
using PartDone = std::function<void(double part)>;

/// A trajectory being written. Rows go to a journal, CSV lines with 17 significant digits, in the hidden temporary of
/// the target (see NewFile); every second at least they reach the disk's cache. The target appears when the run is
/// finished; HDF5 is made then, from the journal, block by block, since a file of HDF5 that is written on and on can be
/// torn by a kill. Memory does not grow with the rows.
class Journal {
 public:
  /// A target that ends in .h5 or .hdf5 becomes HDF5 with these notes, any other CSV.
  Journal(std::string target, const std::vector<std::string>& names, Notes notes = {});
  /// One value per column, all finite.
  void append(std::span<const double> row);
  void finish(const PartDone& tell = {});
  /// The run ended early: what exists becomes NAME.incomplete.csv, whole rows only. Its path; empty if the target is
  /// standard output or a device, which has the rows already.
  std::string keep();

 private:
  void flush();
  void finish_hdf5(const PartDone& tell);
  std::string target_, pending_;
  std::vector<std::string> names_;
  std::size_t rows_ = 0;
  Notes notes_;
  NewFile file_;
  std::chrono::steady_clock::time_point flushed_;
};

bool is_hdf5_name(const std::string& path);

/// NAME.incomplete.csv of NAME.csv, NAME.h5, ….
std::string incomplete_name(const std::string& target);

/// One cell of text: in quotes if a program might take it for a formula, or if it has a comma, a quote or a line break.
std::string csv_cell(std::string_view text);

/// A file of results, CSV or HDF5 by its content. Throws FileError in words: not a table, a cell that is no finite
/// number, rows of different length, no rows, t missing or not monotonic.
Table read_table(const std::string& path, Notes* notes = nullptr);
/// The same from bytes that are at hand; `path` is for messages.
Table parse_table(const std::string& path, std::string_view bytes, Notes* notes = nullptr);
bool is_hdf5(std::string_view bytes);
/// The same from text that is at hand.
Table read_csv(const std::string& path, std::string_view text);

/// Gives the next rows, at most `most`: value i of column k goes to values[k·most + i]. How many there are.
using RowSource = std::function<std::size_t(double* values, std::size_t most)>;

/// Fills the file at `path`, which exists, with HDF5, in memory that does not grow with the rows; the same columns and
/// notes give the same bytes. Throws FileError.
void write_hdf5(const std::string& path, const std::vector<std::string>& columns, std::size_t rows, const Notes& notes,
                const RowSource& source, const PartDone& tell = {});
/// In a child with limits, which a damaged file may end (cli/child.hpp); throws FileError in words.
Table read_hdf5(const std::string& path, std::string_view bytes, Notes* notes);

/// The row recorded at time t (to 1e-9 of the recorded span); throws FileError with the recorded times around it.
std::size_t recorded_row(const Table& table, double t, const std::string& path);

}  // namespace oopss
