#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/readme.sh OOPSS [FILE]: runs every ```sh block of FILE (README.md) whose first word is ./run or oopss, in order
# and in one empty folder next to examples/, with the program OOPSS in place of ./run. Each must succeed, and print what
# the ```text block after it shows. A plain ./run is left to ./test, which builds.
# tests/readme.sh --self-test: that a wrong document is found out.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=tests/markdown.sh
source "$root/tests/markdown.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# tour OOPSS FILE FOLDER: plays the document in FOLDER.
tour() {
  local block text failed=0 played=0
  mkdir -p "$3/blocks" "$3/bin" "$3/here"
  ln -s "$(realpath "$1")" "$3/bin/oopss"
  ln -s "$(realpath "$1")" "$3/here/run"
  ln -s "$root/examples" "$3/here/examples"
  blocks "$2" "$3/blocks"
  for block in "$3"/blocks/*.sh; do
    [[ $(head -n 1 "$block") =~ ^(\./run|oopss)' ' ]] || continue
    played=$((played + 1))
    text=$(following "$3/blocks" "$block")
    if ! (cd "$3/here" && PATH=$3/bin:$PATH bash -euo pipefail "$block") >"$3/output"; then
      echo "this fails:" && cat "$block" && failed=1
    elif [[ -n $text ]] && ! shows "$text" "$3/output"; then
      echo "this prints something else than shown:" && cat "$block" && failed=1
    fi
  done
  echo "$played blocks run"
  ((played > 0 && failed == 0))
}

# expect pass|fail TEXT…: plays a document of these lines, with `echo` as the program.
expect() {
  local wanted=$1 got=fail folder
  shift
  folder=$(mktemp -d -p "$scratch")
  printf '%s\n' "$@" >"$folder/document"
  if tour "$(type -P echo)" "$folder/document" "$folder" >"$folder/log" 2>&1; then got=pass; fi
  if [[ $got == "$wanted" ]]; then return; fi
  printf 'expected %s, got %s:\n' "$wanted" "$got" && printf '    %s\n' "$@" && cat "$folder/log" && exit 1
}

self_test() {
  local sh='```sh' text='```text' end='```'
  expect pass "$sh" './run a b' "$end" 'prose' "$text" 'a b' "$end"
  expect pass "$sh" './run a' 'oopss "b * [c] (d|e) \\ +(f)"' "$end" "$text" a 'b * [c] (d|e) \ +(f)' "$end"
  expect pass "$sh" "./run \$'1\n2\n3\n4'" "$end" "$text" 1 … 4 … "$end"
  expect pass "$sh" './run shown elsewhere' "$end" "$sh" './run b' "$end" "$text" b "$end"
  expect fail "$sh" './run a' "$end" "$text" b "$end"
  expect fail "$sh" './run a' 'oopss b' "$end" "$text" a "$end"
  expect fail "$sh" './run 10' "$end" "$text" … 0 "$end"
  expect fail "$sh" './run ab' "$end" "$text" '??' "$end"
  expect fail "$sh" './run a' 'false' 'true' "$end"
  expect fail "$sh" './run a' "$end" "$text" b "$end" "$sh" './run b' "$end" "$text" b "$end"
  expect fail "$sh" 'ls' "$end"
  expect fail 'a document without blocks'
}

if [[ ${1-} == --self-test ]]; then self_test; else tour "$1" "${2-$root/README.md}" "$scratch"; fi
