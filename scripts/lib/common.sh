# Paths, messages and progress for all scripts, which source this file.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build_dir=$root/build/release

say() { printf '%s\n' "$*"; }
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# quietly LOG WHAT COMMAND... runs a long command with its output in LOG and shows its progress. If the command fails,
# shows the first errors in the log. Adds the time to $spent.
#
# The progress comes from ninja's lines, such as "[12/64] Building".
# `expected_s`, if set, is the time in seconds that the command takes from an empty build on this machine. In the second
# half the command's own pace gives a better estimate.
quietly() {
  local log=$1 what=$2 started=$SECONDS status=0 shown=-1 turns=0
  shift 2
  mkdir -p "$(dirname "$log")"
  local about=${expected_s:+about $(duration "$expected_s"), }
  say "$what (${about}log: $log)"
  "$@" >"$log" 2>&1 </dev/null &
  local pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
    # Reading the log starts some processes, so it is not done in every turn.
    ((++turns % 10)) || show_progress
  done
  wait "$pid" || status=$?
  local took=$((SECONDS - started))
  [[ -t 1 ]] && printf '\r\033[K'
  spent+=("$what: $(duration "$took")")
  if ((status != 0)); then
    say "$what failed after $(duration "$took"). From $log:"
    first_errors "$log"
    return "$status"
  fi
  say "  done in $(duration "$took")"
}
spent=()

# Shows one line that changes if the output is a terminal, otherwise a line for each tenth.
show_progress() {
  local last done total percent
  last=$(tail -c 4096 "$log" 2>/dev/null | grep -oE '^\[[0-9]+/[0-9]+\]' | tail -n 1) || return 0
  read -r done total <<<"$(tr -c '0-9\n' ' ' <<<"$last")"
  ((total > 0)) || return 0
  percent=$((100 * done / total))
  local left= left_s=$(((SECONDS - started) * (100 - percent) / (percent + 1)))
  # The first steps may be short, so the expected time is used before half of them are done.
  ((percent >= 50)) || left_s=$((${expected_s:-0} - SECONDS + started))
  ((left_s <= 0)) || left=", about $(duration "$left_s") left"
  if [[ -t 1 ]]; then
    printf '\r\033[K  %3d %% of the steps%s' "$percent" "$left"
  elif ((percent / 10 > shown)); then
    shown=$((percent / 10))
    ((shown == 0 || shown == 10)) || say "  $percent % of the steps$left"
  fi
}

# duration SECONDS prints "45 s" or "3 min 20 s".
duration() {
  if (($1 < 60)); then printf '%d s' "$1"; else printf '%d min %d s' $(($1 / 60)) $(($1 % 60)); fi
}

# first_errors LOG prints the first errors of compilers, linkers and CMake, without their command lines. If it finds
# none, it prints the end of the log.
first_errors() {
  local found
  found=$(awk '
    /^FAILED: / { if (++failures > 2) exit; print; lines = 0; next }
    /(error:|fatal error|CMake Error)/ && !/(cc1plus: all warnings|collect2: error)/ { left = 5 }
    /(undefined reference|multiple definition|first defined here|cannot find |required from here)/ { if (left < 1) left = 1 }
    left > 0 && lines < 25 { print substr($0, 1, 400); --left; ++lines }' "$1")
  if grep -qv '^FAILED: ' <<<"$found"; then say "$found"; else tail -n 20 "$1"; fi
}
