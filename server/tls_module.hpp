// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace oopss {

/// What the shared module liboopss_tls.so offers (oopss/system/module.hpp): it alone links OpenSSL. It sees bytes,
/// never a socket.
struct TlsModule {
  static constexpr const char* name = "tls";
  static constexpr int current = 1;
  using Sink = void (*)(void* user, const char* bytes, std::size_t count);

  int version;
  /// With a certificate, perhaps with others behind it, and its key, both files of PEM; null, and why not in words.
  void* (*open)(const char* certificate, const char* key, char* words, std::size_t size);
  void (*close)(void* context);
  /// The server's side of a connection.
  void* (*begin)(void* context);
  void (*end)(void* connection);
  /// Takes bytes off the wire; gives what was meant to `plain`, and bytes for the wire to `wire`. False: it has ended.
  bool (*take)(void* connection, const char* bytes, std::size_t count, Sink plain, Sink wire, void* user);
  /// Bytes to be sent, as bytes for the wire; none: the goodbye. False: it has ended.
  bool (*give)(void* connection, const char* bytes, std::size_t count, Sink wire, void* user);
};

}  // namespace oopss

/// The only symbol of the module.
extern "C" const oopss::TlsModule* oopss_tls_module();
