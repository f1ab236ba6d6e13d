# Other implementations of DynamoDB's API: how each is installed and started, and which features it lacks.
peers=(dynalite dynoxide moto)
peers_dir=$root/build/peers
peer_pid=

# install_PEER makes sure that the peer is installed. If it fails, the last line that it prints is the reason.
# command_of_PEER puts into peer_command the command that starts the peer on $port of 127.0.0.1. If $peer_data is set, the
# peer keeps its data there, if it can. It also puts the missing features into three lists of options: for the programs of
# tests/peers, `lacks` has --lacks CAPABILITY REASON, and `without` has --without NAME REASON for example systems and
# access patterns; `move_options` has further options for bench/driver/move_rounds.py, which takes `lacks` too.
# version_of_PEER prints the peer's version.

install_dynalite() {
  local wanted=4.0.0
  command -v npm >/dev/null || { say "there is no npm here"; return 1; }
  [[ $(version_of_dynalite 2>/dev/null) == "$wanted" ]] && return
  npm install --prefix "$peers_dir/dynalite" --no-audit --no-fund --no-update-notifier --loglevel=error "dynalite@$wanted" ||
    { say "npm could not install dynalite"; return 1; }
}
version_of_dynalite() { sed -nE 's/^ *"version": "(.*)",?$/\1/p' "$peers_dir/dynalite/node_modules/dynalite/package.json"; }
command_of_dynalite() {
  peer_command=(node "$peers_dir/dynalite/node_modules/dynalite/cli.js" --host 127.0.0.1 --port "$port"
    --createTableMs 0 --deleteTableMs 0 ${peer_data:+--path "$peer_data"})
  lacks=(--lacks transactions "dynalite has no transactions" --lacks tokens "dynalite has no transactions"
    --lacks ttl "dynalite cannot enable it")
  without=(--without order_entry "dynalite has no index keys of several attributes")
  move_options=(--lacks streams "dynalite has no streams")
}

dynoxide_program() {
  local candidate
  for candidate in "${DYNOXIDE:-}" "$(command -v dynoxide || true)" "$peers_dir/dynoxide/bin/dynoxide"; do
    [[ -n $candidate && -x $candidate ]] && printf '%s' "$candidate" && return
  done
  return 1
}
install_dynoxide() {
  dynoxide_program >/dev/null && return
  command -v cargo >/dev/null || { say "there is no dynoxide on the PATH or in \$DYNOXIDE, and no cargo to install it"; return 1; }
  # If the time runs out, the compiled objects stay, and bench/peers/dynoxide uses the same ones.
  timeout "${cargo_patience_s:-1800}" cargo install --quiet --locked --root "$peers_dir/dynoxide" \
    --target-dir "$root/build/dynoxide" dynoxide-rs@3.2.0 || { say "cargo could not install dynoxide-rs in time"; return 1; }
}
# The crate's version if cargo installed the program, because the program of dynoxide-rs 3.2.0 reports 1.5.0 as its
# version.
version_of_dynoxide() {
  local program
  program=$(dynoxide_program)
  sed -nE 's/^"dynoxide-rs ([^ ]+) .*/\1/p' "$(dirname "$program")/../.crates.toml" 2>/dev/null | grep . ||
    "$program" --version | awk '{ print $NF }'
}
command_of_dynoxide() {
  peer_command=("$(dynoxide_program)" serve --port "$port" ${peer_data:+--db-path "$peer_data"})
  # Each write to a table with a stream, and each page of the stream, reads all records that the stream has so far.
  move_options=(--operations-per-second 30)
}

install_moto() {
  local wanted=5.2.5
  [[ $(version_of_moto 2>/dev/null) == "$wanted" ]] && return
  rm -rf "$peers_dir/moto"
  python3 -m venv "$peers_dir/moto" && "$peers_dir/moto/bin/pip" install --quiet "moto[server]==$wanted" ||
    { say "pip could not install moto"; return 1; }
}
version_of_moto() { "$peers_dir/moto/bin/python" -c 'import moto; print(moto.__version__)'; }
command_of_moto() {
  peer_command=("$peers_dir/moto/bin/moto_server" --host 127.0.0.1 --port "$port")
  lacks=(--lacks tokens "moto carries out a transaction again when its ClientRequestToken comes again")
  without=(--without "Paginate customer timeline" "moto gives no LastEvaluatedKey with a last page that is full")
  move_options=(--lacks durability "moto keeps its data in memory only"
    --lacks transactions "moto copies the whole table and its stream for each transaction, while others write it")
}

# Chooses a port that is free now.
choose_endpoint() {
  port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
  endpoint=http://127.0.0.1:$port
}

# start_peer PEER runs $peer_command until stop_peer, with its output in build/peers/PEER.log.
start_peer() {
  local log=$peers_dir/$1.log deadline=$((SECONDS + 60))
  mkdir -p "$peers_dir"
  "${peer_command[@]}" >"$log" 2>&1 </dev/null &
  peer_pid=$!
  until (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do
    if ! kill -0 "$peer_pid" 2>/dev/null || ((SECONDS >= deadline)); then
      say "$1 did not start; the end of $log:"
      tail -n 20 "$log"
      stop_peer
      return 1
    fi
    sleep 0.1
  done
}

stop_peer() {
  [[ -n $peer_pid ]] || return 0
  kill "$peer_pid" 2>/dev/null || true
  wait "$peer_pid" 2>/dev/null || true
  peer_pid=
}
