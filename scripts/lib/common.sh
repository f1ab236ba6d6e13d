# Sourced by the scripts: where things are, and how they speak.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build_dir=$root/build/release

say() { printf '%s\n' "$*"; }
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# quietly LOG WHAT COMMAND...: runs a long command with its output in LOG, a dot every few seconds, and shows the log's
# end where it fails.
quietly() {
  local log=$1 what=$2 started=$SECONDS
  shift 2
  mkdir -p "$(dirname "$log")"
  printf '%s ' "$what"
  "$@" >"$log" 2>&1 </dev/null &
  local pid=$! status=0
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
    ((++ticks % 15)) || printf '.'
  done
  wait "$pid" || status=$?
  if ((status != 0)); then
    printf ' failed. The end of %s:\n' "$log"
    tail -n 40 "$log"
    return "$status"
  fi
  printf ' done in %d s.\n' $((SECONDS - started))
}
ticks=0
