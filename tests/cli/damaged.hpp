// SPDX-License-Identifier: Apache-2.0
// Damaged HDF5 files, read the way `compare` and `simulate --from` read them.
#pragma once

#include <unistd.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <random>

#include "cli/trajectory.hpp"
#include "oopss/model/read.hpp"
#include "tests/scratch.hpp"

/// What became of them.
struct Damage {
  int read = 0, refused = 0;
  int ended = 0;  // of those refused: the child that read it ended early, as the program itself would have
};

/// Changes 1 to 10 bytes at random places; of some files the end is lost, or a stretch is repeated.
inline std::string damaged(std::string bytes, std::mt19937_64& random) {
  const auto any = [&](std::size_t below) { return std::uniform_int_distribution<std::size_t>(0, below - 1)(random); };
  for (std::size_t left = 1 + any(10); left > 0; --left) bytes[any(bytes.size())] = static_cast<char>(any(256));
  if (any(20) == 0) bytes.resize(8 + any(bytes.size() - 8));
  if (any(20) == 0) bytes.insert(any(bytes.size()), bytes.substr(any(bytes.size()), 64));
  return bytes;
}

/// Reads so many of them; each gives a table that is one, or words that name the file.
inline Damage read_damaged(int count) {
  const Scratch scratch;
  const std::string path = scratch.path / "run.h5", broken = scratch.path / "damaged.h5";
  std::mt19937_64 random(26);
  Damage out;
  std::string whole;
  for (int i = 0; i < count; ++i) {
    if (i % 100 == 0) {  // tables of another size, with other notes
      const int rows = 1 + i / 100 % 7 * 3;
      oopss::Journal journal(path, {"t", "angle.elbow", "energy"},
                             {{"model", std::string(i % 1000, 'm')}, {"version", "1"}});
      for (int k = 0; k < rows; ++k) journal.append(std::vector<double>{0.1 * k, std::sin(k), 15});
      journal.finish();
      whole = oopss::read_bytes(path, 1 << 20);
    }
    std::ofstream(broken, std::ios::binary) << damaged(whole, random);
    try {
      const oopss::Table table = oopss::read_table(broken);
      REQUIRE(table.rows() > 0);
      ++out.read;
    } catch (const oopss::FileError& error) {
      REQUIRE(std::string(error.what()).starts_with(broken + ":"));
      ++out.refused;
      if (std::string(error.what()).find("ended early") != std::string::npos) ++out.ended;
    }
  }
  REQUIRE(out.read + out.refused == count);
  return out;
}
