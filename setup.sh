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

# has_tests PRESET: whether its build folder is configured with the tests.
has_tests() { grep -qsx 'OOPSS_TESTS:BOOL=ON' "build/$1/CMakeCache.txt"; }

# is_configured PRESET: its build folder belongs to this tree and is no older than the presets.
is_configured() {
  [[ build/$1/build.ninja -nt CMakePresets.json ]] &&
    grep -qsxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "build/$1/CMakeCache.txt"
}

# configure PRESET [OPTION…]: from nothing, so that a preset means the same everywhere.
configure() {
  say "Configuring $1"
  mkdir -p "build/$1"
  cmake --fresh --preset "$@" >"build/$1/configure.log" 2>&1 || {
    cat "build/$1/configure.log" >&2
    return 1
  }
}

# build PRESET [TARGET…]: brings a configured folder up to date; silent when it is. One build at a time.
build() {
  local folder=build/$1
  shift
  (
    flock 9
    [[ $(ninja -C "$folder" -n "$@" 2>&1) == *'no work to do'* ]] || ninja -C "$folder" -j "$(job_count)" "$@" >&2
  ) 9>"$folder/lock"
}
