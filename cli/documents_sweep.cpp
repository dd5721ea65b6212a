// SPDX-License-Identifier: Apache-2.0
#include "cli/documents.hpp"
#include "cli/json.hpp"
#include "cli/sweep.hpp"

namespace oopss {

std::string sweep_document(const SweepResult& result) {
  Json statuses = Json::object();
  for (int k = 0; k < member_statuses; ++k)
    if (result.by_status[static_cast<std::size_t>(k)] > 0)
      statuses[word(static_cast<MemberStatus>(k))] = result.by_status[static_cast<std::size_t>(k)];
  Json out = {{"schema", 1},
              {"model", result.model},
              {"bodies", result.bodies},
              {"joints", result.joints},
              {"members", result.members},
              {"part", {result.first, result.last}},
              {"done", result.done},
              {"failed", result.failed()},
              {"statuses", std::move(statuses)},
              {"seconds", result.seconds},
              {"threads", result.threads},
              {"ranks", result.ranks},
              {"engine", result.engine},
              {"build", result.build},
              {"columns", result.columns},
              {"bytes", result.bytes},
              {"file", result.files.empty() ? Json(nullptr) : Json(result.files.front())}};
  if (result.files.size() > 1) out["files"] = result.files;
  return finished(out);
}

std::string merge_document(long members, const std::vector<std::string>& parts, const std::string& file) {
  const Json out = {{"schema", 1},        {"bodies", Json::array()}, {"joints", Json::array()},
                    {"members", members}, {"parts", parts},          {"file", file}};
  return finished(out);
}

}  // namespace oopss
