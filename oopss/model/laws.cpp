// SPDX-License-Identifier: Apache-2.0
#include "oopss/model/laws.hpp"

namespace oopss {

const std::vector<LawKey>& law_keys() {
  static const std::vector<LawKey> table = {
      {"kp", &Law::kp, nullptr, "0", false},           {"kd", &Law::kd, nullptr, "0", false},
      {"bias", &Law::bias, nullptr, "0", false},       {"frequency", &Law::frequency, nullptr, "", true},
      {"damping", &Law::damping, nullptr, "1", false}, {"target", nullptr, &Law::target, "", false},
      {"formula", nullptr, &Law::formula, "", true},   {"energy", nullptr, &Law::energy, "", false},
  };
  return table;
}

const std::vector<LawRow>& law_rows() {
  static const std::vector<LawRow> table = {
      {"proportional", LawKind::proportional, {"kp", "bias"}},
      {"pd", LawKind::pd, {"kp", "kd", "bias"}},
      {"sine", LawKind::sine, {"kp", "kd", "bias"}},
      {"linearise", LawKind::linearise, {"frequency", "damping", "target"}},
      {"expression", LawKind::expression, {"formula", "energy"}},
      {"drive", LawKind::drive, {"formula"}},
  };
  return table;
}

const LawRow& row_of(LawKind kind) { return law_rows()[static_cast<std::size_t>(kind)]; }  // in the order of LawKind

}  // namespace oopss
