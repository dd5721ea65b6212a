// SPDX-License-Identifier: Apache-2.0
#include "server/tls_module.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>

#include <array>
#include <cstdio>

namespace {

using oopss::TlsModule;

void* open(const char* certificate, const char* key, char* words, std::size_t size) {
  const auto fail = [&](const char* what) -> void* {
    std::array<char, 200> reason{};
    ERR_error_string_n(ERR_get_error(), reason.data(), reason.size());
    std::snprintf(words, size, "%s (%s)", what, reason.data());
    ERR_clear_error();
    return nullptr;
  };
  SSL_CTX* const context = SSL_CTX_new(TLS_server_method());
  if (!context) return fail("there is no TLS");
  SSL_CTX_set_default_passwd_cb(context, [](char*, int, int, void*) { return -1; });  // nothing is asked
  const char* wrong = nullptr;
  if (SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) != 1)
    wrong = "there is no TLS 1.2";
  else if (SSL_CTX_use_certificate_chain_file(context, certificate) != 1)
    wrong = "the certificate cannot be read";
  else if (SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) != 1)
    wrong = "the key cannot be read, or is not that of the certificate";
  else if (SSL_CTX_check_private_key(context) != 1)
    wrong = "the key is not that of the certificate";
  if (!wrong) return context;
  SSL_CTX_free(context);
  return fail(wrong);
}

void close(void* context) { SSL_CTX_free(static_cast<SSL_CTX*>(context)); }

void* begin(void* context) {
  SSL* const out = SSL_new(static_cast<SSL_CTX*>(context));
  BIO *const in = BIO_new(BIO_s_mem()), *const wire = BIO_new(BIO_s_mem());
  if (!out || !in || !wire) {
    SSL_free(out);
    BIO_free(in);
    BIO_free(wire);
    return nullptr;
  }
  SSL_set_bio(out, in, wire);
  SSL_set_accept_state(out);
  return out;
}

void end(void* connection) { SSL_free(static_cast<SSL*>(connection)); }

void drain(SSL* connection, TlsModule::Sink wire, void* user) {
  std::array<char, 16384> bytes{};
  for (int got = 0; (got = BIO_read(SSL_get_wbio(connection), bytes.data(), static_cast<int>(bytes.size()))) > 0;)
    wire(user, bytes.data(), static_cast<std::size_t>(got));
}

/// Whether it only waits for more.
bool waits(SSL* connection, int result) {
  const int reason = SSL_get_error(connection, result);
  ERR_clear_error();
  return reason == SSL_ERROR_WANT_READ || reason == SSL_ERROR_WANT_WRITE;
}

bool take(void* connection, const char* bytes, std::size_t count, TlsModule::Sink plain, TlsModule::Sink wire,
          void* user) {
  SSL* const own = static_cast<SSL*>(connection);
  if (BIO_write(SSL_get_rbio(own), bytes, static_cast<int>(count)) != static_cast<int>(count)) return false;
  std::array<char, 16384> meant{};
  int got = 0;
  while ((got = SSL_read(own, meant.data(), static_cast<int>(meant.size()))) > 0)
    plain(user, meant.data(), static_cast<std::size_t>(got));
  const bool on = waits(own, got);
  drain(own, wire, user);
  return on;
}

bool give(void* connection, const char* bytes, std::size_t count, TlsModule::Sink wire, void* user) {
  SSL* const own = static_cast<SSL*>(connection);
  const int done = count == 0 ? SSL_shutdown(own) : SSL_write(own, bytes, static_cast<int>(count));
  if (done <= 0) ERR_clear_error();
  drain(own, wire, user);
  return count == 0 || done == static_cast<int>(count);
}

}  // namespace

extern "C" [[gnu::visibility("default")]] const TlsModule* oopss_tls_module() {
  static constexpr TlsModule module{TlsModule::current, open, close, begin, end, take, give};
  return &module;
}
