// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace oopss {

/// What the shared module liboopss_square.so offers (oopss/system/module.hpp): it alone links libqrencode.
struct SquareModule {
  static constexpr const char* name = "square";
  static constexpr int current = 1;

  int version;
  /// A text as a QR code: its side, and its cells row by row, 1 where they are dark; 0 if it has more than `most`
  /// cells.
  int (*encode)(const char* text, unsigned char* cells, int most);
};

}  // namespace oopss

/// The only symbol of the module.
extern "C" const oopss::SquareModule* oopss_square_module();
