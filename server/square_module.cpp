// SPDX-License-Identifier: Apache-2.0
#include "server/square_module.hpp"

#include <qrencode.h>

#include <memory>

namespace {

int encode(const char* text, unsigned char* cells, int most) {
  const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M),
                                                             QRcode_free);
  if (!code || code->width * code->width > most) return 0;
  for (int i = 0; i < code->width * code->width; ++i) cells[i] = code->data[i] & 1;
  return code->width;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] const oopss::SquareModule* oopss_square_module() {
  static constexpr oopss::SquareModule module{oopss::SquareModule::current, encode};
  return &module;
}
