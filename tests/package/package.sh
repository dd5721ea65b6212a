#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/package/package.sh BUILD [FILE]: installs BUILD, then builds the ```cpp block of FILE (README.md) against the installed
# package as a user would, and runs it; it prints what the ```text block after it shows. tests/package/motion.cpp, which
# runs a motion by every method, is built and run the same way.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tests/markdown.sh
source "$root/tests/markdown.sh"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch"/{blocks,user}

cmake --install "$1" --prefix "$scratch/installed" >"$scratch/install.log"
if grep -rIlF -e "$root" -e "$scratch" "$scratch/installed"; then echo "these files name a folder of this machine" && exit 1; fi
mv "$scratch/installed" "$scratch/moved"

blocks "${2-$root/README.md}" "$scratch/blocks"
programs=("$scratch"/blocks/*.cpp)
if ((${#programs[@]} != 1)) || [[ ! -f ${programs[0]} ]]; then echo "not exactly one cpp block" && exit 1; fi
cp "${programs[0]}" "$scratch/user/program.cpp"
cp "$root/tests/package/motion.cpp" "$scratch/user/motion.cpp"
cat >"$scratch/user/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(program LANGUAGES CXX)
find_package(oopss 0.1 REQUIRED)
add_executable(program program.cpp)
target_link_libraries(program PRIVATE oopss::oopss)
add_executable(motion motion.cpp)
target_link_libraries(motion PRIVATE oopss::oopss)
CMAKE
cmake -G Ninja -S "$scratch/user" -B "$scratch/user/build" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$scratch/moved" >"$scratch/configure.log" || { cat "$scratch/configure.log" && exit 1; }
cmake --build "$scratch/user/build" >"$scratch/build.log" || { cat "$scratch/build.log" && exit 1; }
(cd "$scratch/user" && build/program) | tee "$scratch/output"
text=$(following "$scratch/blocks" "${programs[0]}")
if [[ -n $text ]]; then shows "$text" "$scratch/output"; fi
LD_LIBRARY_PATH=$scratch/moved/lib/oopss "$scratch/user/build/motion"
