# The server that scripts/run leaves running: its address and files, and how to find, start and stop it by its pid.
port=8000
endpoint=http://127.0.0.1:$port
state_dir=$root/.run
pid_file=$state_dir/partita.pid
log_file=$state_dir/server.log

# Prints the pid of our server if it runs. A pid that now belongs to another program does not count.
running_pid() {
  local pid
  [[ -f $pid_file ]] && pid=$(<"$pid_file") && [[ $pid =~ ^[0-9]+$ ]] || return 1
  kill -0 "$pid" 2>/dev/null && [[ $(tr '\0' ' ' <"/proc/$pid/cmdline") == *"partita serve --data $state_dir/data "* ]] ||
    return 1
  printf '%s' "$pid"
}

port_is_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; }

# wait_until SECONDS COMMAND... repeats the command until it succeeds, and fails if it does not within that time.
wait_until() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < deadline)) || return 1
    sleep 0.05
  done
}

listens_or_ended() { grep -q '^partita .* listening on ' "$log_file" || ! kill -0 "$1" 2>/dev/null; }
has_ended() { ! kill -0 "$1" 2>/dev/null; }

start_server() {
  local pid
  if pid=$(running_pid); then
    say "The server runs already (pid $pid)."
    return
  fi
  if port_is_taken; then
    die "port $port is in use by another program; stop it and run this again (to see it: ss -ltnp 'sport = :$port')"
  fi
  mkdir -p "$state_dir/data"
  : >"$log_file"
  setsid nohup "$build_dir/partita" serve --data "$state_dir/data" --host 127.0.0.1 --port "$port" \
    >"$log_file" 2>&1 </dev/null &
  pid=$!
  printf '%s\n' "$pid" >"$pid_file"
  wait_until 30 listens_or_ended "$pid" || true
  if ! grep -q ' listening on ' "$log_file"; then
    tail -n 20 "$log_file" >&2
    stop_server >/dev/null
    die "the server did not start; its log is $log_file"
  fi
}

stop_server() {
  local pid
  if ! pid=$(running_pid); then
    rm -f "$pid_file"
    say "No server of scripts/run is running."
    return
  fi
  kill -TERM "$pid"
  wait_until 30 has_ended "$pid" || die "the server (pid $pid) does not end"
  rm -f "$pid_file"
  say "The server (pid $pid) has ended. Its data stays in $state_dir/data."
}
