#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/mechanics/instructions.sh PROGRAM: instructions per body of one evaluation of the rates, counted by callgrind as the
# difference of 600 and 100 calls, so free of noise. Fails above the limits below; 77 (skipped) without AVX2.
set -euo pipefail
program=$1

# counted TREE BODIES CALLS
counted() {
  local status=0 said
  said=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$program" "$@" 2>&1 >/dev/null) || status=$?
  if ((status == 77)); then exit 77; fi
  ((status == 0)) || { echo "$said" >&2 && exit 1; }
  awk '/Collected/ {print $NF}' <<<"$said"
}

failed=0
while read -r tree bodies limit; do
  many=$(counted "$tree" "$bodies" 600)
  few=$(counted "$tree" "$bodies" 100)
  each=$(((many - few) / 500 / bodies))
  echo "$tree of $bodies bodies: $each instructions per body, at most $limit"
  if ((each > limit)); then failed=1; fi
done <<'LIMITS'
chain 3 100
chain 10 150
chain 100 150
bush 100 260
LIMITS
exit $failed
