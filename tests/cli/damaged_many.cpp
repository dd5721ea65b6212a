// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/damaged.hpp"

TEST_CASE("10 000 damaged HDF5 files end no process, though the library that reads them ends many a child") {
  const Damage damage = read_damaged(10'000);
  WARN(damage.read << " read, " << damage.refused << " refused, " << damage.ended
                   << " of them since their child ended");
  CHECK(damage.ended > 100);
  CHECK(damage.read > 100);
}
