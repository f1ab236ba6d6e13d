# Configures and builds into build/release.

# Processor time in seconds of a build with an empty compiler cache. The scripts announce the expected time from it.
cold_command_s=760
cold_everything_s=1290

# The processor time in seconds that a cold build of the command may take on the machine of bench/health.md
# (CONTRIBUTING.md). It may be raised only with a reason.
cold_command_budget_s=400

# cold_build_report prints the last measurement of a cold build beside its budget, so that growth is noticed.
cold_build_report() {
  local row seconds commit
  row=$(grep '^| build |' "$root/bench/health.md") || return 0
  seconds=$(sed -nE 's/.* ([0-9]+) s of processor time.*/\1/p' <<<"$row")
  commit=$(sed -nE 's/.*passed at ([0-9a-f]+).*/\1/p' <<<"$row")
  local note=
  ((seconds <= cold_command_budget_s)) || note=", which is ABOVE the budget"
  say "Cold build of the command: $seconds s of processor time at $commit$note (budget: $cold_command_budget_s s; scripts/health build)"
}

# build PARTITA_TESTS TARGETS... builds the targets, or everything without targets. PARTITA_TESTS is ON or OFF.
build() {
  local tests=$1 expected_s=
  shift
  if [[ ! -f $build_dir/.ninja_log ]]; then
    [[ $* == partita ]] && expected_s=$((cold_command_s / $(nproc) + 1))
    (($#)) || expected_s=$((cold_everything_s / $(nproc) + 1))
  fi
  configure_once "$tests"
  quietly "$root/build/logs/build.log" "Building" cmake --build "$build_dir" --parallel "$(nproc)" ${1:+--target "$@"} ||
    die "the build failed"
}

# Keeps the configuration of an earlier run if that has the tests or the tests are not needed. If CMake must run again,
# ninja notices it by itself.
configure_once() {
  local tests=$1
  [[ -f $build_dir/build.ninja ]] && { [[ $tests == OFF ]] || has_tests; } && return
  configure -DPARTITA_TESTS="$tests"
}

has_tests() { grep -qs '^PARTITA_TESTS:BOOL=ON' "$build_dir/CMakeCache.txt"; }

configure() {
  local expected_s=
  quietly "$root/build/logs/configure.log" "Configuring" \
    cmake -S "$root" -B "$build_dir" -G Ninja -DCMAKE_BUILD_TYPE=Release "$@" || die "the configuration failed"
}

# compile_apart TARGETS... makes these targets compile file by file (cmake/units.cmake), and the others as before.
compile_apart() {
  local apart=() target missing=
  IFS=';' read -ra apart <<<"$(sed -n 's/^PARTITA_APART:STRING=//p' "$build_dir/CMakeCache.txt" 2>/dev/null)"
  for target in "$@"; do
    [[ " ${apart[*]} " == *" $target "* ]] || { apart+=("$target") && missing=yes; }
  done
  [[ $missing ]] || return 0
  local IFS=';'
  configure -DPARTITA_APART="${apart[*]}"
}
