#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/tidy.sh [--all]: clang-tidy on every source of the program that has not passed as it is now: its text, that of every
# header of ours it includes, its flags, .clang-tidy and clang-tidy itself. --all: on every source, those of tests and
# benches too, whether it passed before or not; with Catch2 in each of them that takes half an hour.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
build=$PWD/build/release
export build passed=$PWD/build/tidy # passed/SOURCE holds the key with which SOURCE passed

# inputs: for each source compiled from this tree one line: it, and the files of this tree it includes.
inputs() {
  ninja -C "$build" -t deps | awk -v root="$PWD/" -v build="$build/" '
    function flush() { if (source != "" && index(source, build) != 1) print source files; source = files = "" }
    /^[^ ]/ { flush(); next }
    { sub("^[.][.]/[.][.]/", root, $1) } # a compiler behind ccache may name its files from the build folder
    index($1, root) == 1 { if (source == "") source = $1; else files = files " " $1 }
    END { flush() }' | sort -u
}

# keys: for each source one line: it, and a hash of all that decides whether it passes.
keys() {
  local version source files
  version=$(clang-tidy --version)
  inputs | while read -r source files; do
    # shellcheck disable=SC2086  # one argument per file
    echo "${source#"$PWD/"} $({
      echo "$version"
      grep -F -- " -c $source\"" "$build/compile_commands.json"
      cat .clang-tidy "$source" $files
    } | sha256sum | cut -c1-64)"
  done
}

# check SOURCE KEY
check() {
  local out
  if out=$(clang-tidy -p "$build" --quiet "$1" 2>/dev/null); then
    mkdir -p "$(dirname "$passed/$1")"
    echo "$2" >"$passed/$1"
    echo "passed $1"
  else
    printf '%s\nFAILED %s\n' "$out" "$1"
    return 1
  fi
}
export -f check

# wanted: the lines of `keys` that did not pass before.
wanted() {
  local source key
  while read -r source key; do
    if [[ ! -f $passed/$source || $(<"$passed/$source") != "$key" ]]; then echo "$source $key"; fi
  done
}

left_out='^(tests|bench)/'
if [[ ${1-} == --all ]]; then
  rm -rf "$passed"
  left_out='^$'
fi
todo=$(keys | grep -vE "$left_out" | wanted)
if [[ -z $todo ]]; then
  echo "nothing changed since the last pass"
else
  xargs -P "$(nproc)" -L 1 bash -c 'check "$@"' check <<<"$todo"
fi
