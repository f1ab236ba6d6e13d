# Configures and builds into build/release.

# build PARTITA_TESTS TARGETS...: PARTITA_TESTS is ON or OFF; without targets everything is built.
build() {
  local tests=$1
  shift
  configure_once "$tests"
  quietly "$root/build/logs/build.log" "Building" cmake --build "$build_dir" --parallel "$(nproc)" ${1:+--target "$@"} ||
    die "the build failed"
}

# An earlier run's wider configuration is kept: turning the tests off again would only cost time.
configure_once() {
  local tests=$1 cache=$build_dir/CMakeCache.txt
  if [[ $tests == OFF && -f $cache ]] && grep -q '^PARTITA_TESTS:BOOL=ON' "$cache" && [[ -f $build_dir/build.ninja ]]; then
    return
  fi
  quietly "$root/build/logs/configure.log" "Configuring" \
    cmake -S "$root" -B "$build_dir" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPARTITA_TESTS="$tests" ||
    die "the configuration failed"
}
