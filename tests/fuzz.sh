#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/fuzz.sh SECONDS: builds the target fuzz_NAME of every tests/fuzz/NAME.cpp with clang and its sanitizers, and runs
# each for so long. Seeds are the files of tests/fuzz/corpus/NAME/, words those of tests/fuzz/model.dict; what is found
# new stays in build/fuzz/corpus/NAME, what fails in build/fuzz/failures.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
source ./setup.sh
export seconds=$1

# fuzz NAME
fuzz() {
  local name=$1 program log=build/fuzz/$1.log
  local folders=("build/fuzz/corpus/$name") options=("-artifact_prefix=build/fuzz/failures/$name-")
  program=$(find build/debug -type f -name "fuzz_$name" -print -quit)
  mkdir -p build/fuzz/failures "${folders[0]}"
  folders+=("tests/fuzz/corpus/$name")
  options+=(-dict=tests/fuzz/model.dict "-max_total_time=$seconds" -timeout=10 -rss_limit_mb=2048 -print_final_stats=1)
  if "$program" "${options[@]}" "${folders[@]}" >"$log" 2>&1; then
    echo "$name: clean after $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") executions"
  else
    tail -n 60 "$log"
    echo "$name: FAILED"
    return 1
  fi
}
export -f fuzz

names=()
for source in tests/fuzz/*.cpp; do names+=("$(basename "$source" .cpp)"); done

build debug ON "${names[@]/#/fuzz_}"
printf '%s\n' "${names[@]}" | xargs -P "$(nproc)" -L 1 bash -c 'fuzz "$@"' fuzz
