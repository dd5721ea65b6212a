// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>

#include "cli/files.hpp"
#include "cli/sweep_journal.hpp"

namespace oopss {

/// What a file of a sweep begins with: names of its columns after `member`, which of them is the status, what makes the
/// sweep this one, and how many members all of it has. A part of it has the same, and fewer rows.
struct SweepTable {
  std::vector<std::string> names;
  std::size_t status_place = 0;
  SweepHead head;
  long members = 0;
};

/// Gives the row of the next member, one number per name; false if there are no more.
using NextSweepRow = std::function<bool(long& member, std::vector<double>& row)>;

/// Writes the rows to a file, whole or not at all: CSV, or HDF5 if the name ends so. A number that is not there is an
/// empty cell in CSV and NaN in HDF5; the status is a word in CSV and its number in HDF5.
void write_sweep(const std::string& path, const SweepTable& table, long rows, const NextSweepRow& next);

/// The bytes of such a file, about: what a sweep of so many rows and numbers takes at most.
double sweep_bytes(const std::string& path, long rows, std::size_t numbers);

/// Joins files of parts into one, in any order; throws FileError where they are not all the parts of one sweep. The
/// number of members.
long merge_sweeps(const std::vector<std::string>& parts, const std::string& output);

}  // namespace oopss
