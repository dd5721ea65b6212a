#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/mechanics/instructions.sh TREES MODELS: instructions per body of one evaluation of the rates of trees (in space chains of hinges
# and of balls, and a bush of both), of one step of linkages and of one of taylor for two and three bodies, and of one step of chains of balls by veselov2 beside an explicit midpoint
# step with these rates; counted by callgrind as the difference of many and few of them, so free of noise. Fails above the limits
# below, which are what was measured and 2 % more, and 15 % for the choice of a step of taylor; 77 (skipped) without AVX2.
set -euo pipefail
trees=$1
models=$2

# counted [OPTION] PROGRAM ARGUMENTS…
counted() {
  local status=0 said
  said=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" 2>&1 >/dev/null) || status=$?
  if ((status == 77)); then exit 77; fi
  ((status == 0)) || { echo "$said" >&2 && exit 1; }
  awk '/Collected/ {print $NF}' <<<"$said"
}

failed=0
# hold WHAT COUNT LIMIT
hold() {
  echo "$1: $2 instructions, at most $3"
  if (($2 > $3)); then failed=1; fi
}
while read -r tree bodies limit; do
  many=$(counted "$trees" "$tree" "$bodies" 600)
  few=$(counted "$trees" "$tree" "$bodies" 100)
  hold "rates of a $tree of $bodies bodies, per body" $(((many - few) / 500 / bodies)) "$limit"
done <<'LIMITS'
chain 3 100
chain 10 150
chain 100 150
bush 100 260
hinges 3 345
hinges 10 315
hinges 100 272
balls 3 507
balls 10 482
balls 100 424
mixed 100 860
LIMITS
while read -r bodies limit; do
  steps() { echo $((($(counted "$trees" "$1" "$bodies" 30) - $(counted "$trees" "$1" "$bodies" 10)) / 20)); }
  hold "a step of $bodies bodies on balls by veselov2, for every hundred of an explicit midpoint step" $((100 * $(steps veselov) / $(steps midpoint))) "$limit"
done <<'LIMITS'
2 192
10 256
100 279
LIMITS
while read -r model method limit; do
  many=$(counted "$models" "$model" "$method" 120)
  few=$(counted "$models" "$model" "$method" 40)
  hold "a step of $model by $method" $(((many - few) / 80)) "$limit"
done <<'LIMITS'
four-bar gauss4 78000
scissor gauss4 585000
two-body taylor@1e-8 1647
two-body taylor@1e-15 2443
three-body taylor@1e-8 2660
three-body taylor@1e-15 4404
LIMITS
while read -r model limit; do
  steps() { echo $(($(counted "$@" "$models" "$model" taylor@1e-8 120) - $(counted "$@" "$models" "$model" taylor@1e-8 40))); }
  choice=$(steps --toggle-collect='oopss::chosen_length(*')
  ((choice > 0))  # the function is found
  hold "the choice of a step of $model by taylor@1e-8, of every thousand" $((1000 * choice / $(steps))) "$limit"
done <<'LIMITS'
two-body 150
three-body 150
LIMITS
exit $failed
