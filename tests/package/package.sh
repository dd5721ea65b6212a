#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# tests/package/package.sh BUILD [FILE]: installs BUILD, then builds against the installed package, as a user would, the
# ```cpp block of FILE (README.md) and the programs of tests/package, and runs them. The block prints what the ```text
# block after it shows, and draws what the installed program draws. The headers that are installed are those that
# oopss/oopss.hpp includes, each compiles alone, and none needs another library's headers.
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

# ours TEXT: the headers of OOPSS among the dependencies that a compiler lists.
ours() { grep -oE "$scratch/moved/include/[^ ]+" "$1" | sed "s|^$scratch/moved/include/||" | sort -u; }
compiler=(c++ -std=c++20 -I "$scratch/moved/include" -x c++)
"${compiler[@]}" -M - <<<'#include <oopss/oopss.hpp>' >"$scratch/needed"
(cd "$scratch/moved/include" && find oopss -type f | sort) >"$scratch/there"
ours "$scratch/needed" | diff --label "needed by oopss/oopss.hpp" --label installed -u - "$scratch/there"
if grep -oE '(gmpxx|Eigen/|fmt/|nlohmann/)[^ ]*' "$scratch/needed"; then echo "the public face needs these headers" && exit 1; fi
while read -r header; do
  "${compiler[@]}" -Wall -Wextra -Werror -Wno-missing-field-initializers -Wno-sign-compare -fsyntax-only - \
    <<<"#include <$header>" || { echo "$header does not compile alone" && exit 1; }
done <"$scratch/there"
while read -r line; do  # the lines of the README that build a model stand in a program
  grep -qF "$line" "$root/tests/package/own_law.cpp" || { echo "README.md: no program has: $line" && exit 1; }
done < <(sed -n '/^    const Law motor/,/^$/p' "$root/README.md")

blocks "${2-$root/README.md}" "$scratch/blocks"
programs=("$scratch"/blocks/*.cpp)
if ((${#programs[@]} != 1)) || [[ ! -f ${programs[0]} ]]; then echo "not exactly one cpp block" && exit 1; fi
cp "${programs[0]}" "$scratch/user/readme.cpp"
cp "$root"/tests/package/{from_code,own_law}.cpp "$scratch/user"
cat >"$scratch/user/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.25)
project(programs LANGUAGES CXX)
find_package(oopss 0.1 REQUIRED)
foreach(program readme from_code own_law)
  add_executable(${program} ${program}.cpp)
  target_link_libraries(${program} PRIVATE oopss::oopss)
endforeach()
CMAKE
cmake -G Ninja -S "$scratch/user" -B "$scratch/user/build" -DCMAKE_BUILD_TYPE=Release \
  -DCMAKE_PREFIX_PATH="$scratch/moved" >"$scratch/configure.log" || { cat "$scratch/configure.log" && exit 1; }
cmake --build "$scratch/user/build" >"$scratch/build.log" || { cat "$scratch/build.log" && exit 1; }
cd "$scratch/user"
build/readme | tee "$scratch/output"
text=$(following "$scratch/blocks" "${programs[0]}")
if [[ -n $text ]]; then shows "$text" "$scratch/output"; fi
if [[ -z ${2-} ]]; then
  "$scratch/moved/bin/oopss" simulate two-body --tolerance 1e-12 --until 12 --every 0.05 --plot angle,energy \
    --frame inertial -o program.svg --quiet >/dev/null
  cmp motion.svg program.svg
fi
build/own_law
LD_LIBRARY_PATH=$scratch/moved/lib/oopss build/from_code
