// SPDX-License-Identifier: Apache-2.0
// Any bytes are a request or a ProtocolError; a request that opens a model is a model, problems or a refusal.
#include <cstdint>
#include <cstdlib>

#include "oopss/model/diagnostic.hpp"
#include "server/open.hpp"
#include "server/protocol.hpp"

namespace {

void open(const oopss::OpenRequest& request) {
  try {
    oopss::OpenRequest quick = request;
    quick.run = false;
    print_answer(1, oopss::open_model(quick, {}).message);
  } catch (const oopss::ModelError&) {
  } catch (const oopss::RefusedRequest&) {
  } catch (const oopss::NotFiniteOnWire&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const oopss::PageRequest request = oopss::parse_request(text);
    if (const auto* asked = std::get_if<oopss::OpenRequest>(&request.what)) open(*asked);
  } catch (const oopss::ProtocolError& error) {
    if (error.code != "protocol" && error.code != "limit") std::abort();
  }
  return 0;
}
