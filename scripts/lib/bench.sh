# Builds and installs the programs that scripts/bench and scripts/soak need. Source it after common.sh, build.sh and
# peers.sh.

# Builds the programs of bench/, in the release build.
build_bench() {
  configure -DPARTITA_BENCH=ON
  quietly "$root/build/logs/build.log" "Building" cmake --build "$build_dir" --parallel "$(nproc)" \
    --target partita bench_http bench_embedded || die "the build failed"
}

# add_peers adds to $arguments the command that starts each peer, or the reason why the peer is left out.
add_peers() {
  local peer why lacks
  # A quick run does not wait long for Rust to compile. Objects that were compiled stay for the next run.
  [[ -z $quick ]] || cargo_patience_s=150
  for peer in dynoxide dynalite; do
    if why=$("install_$peer" 2>&1); then
      port='{port}'
      "command_of_$peer"
      arguments+=(--side "$peer=$("version_of_$peer")=${peer_command[*]@Q}")
    else
      arguments+=(--left-out "$peer: $(tail -n 1 <<<"$why")")
      say "$peer is left out: $(tail -n 1 <<<"$why")"
    fi
  done
  build_dynoxide_embedded
}

# Builds bench/peers/dynoxide, which is a program of its own, in Rust.
build_dynoxide_embedded() {
  command -v cargo >/dev/null || { say "Dynoxide embedded is left out: there is no cargo"; return 0; }
  quietly "$root/build/logs/dynoxide.log" "Building bench/peers/dynoxide" timeout "${cargo_patience_s:-1800}" \
    cargo build --release --locked --manifest-path "$root/bench/peers/dynoxide/Cargo.toml" --target-dir "$root/build/dynoxide" ||
    say "Dynoxide embedded is left out"
}
