# Sourced by the scripts: where things are, and how they speak.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build_dir=$root/build/release

say() { printf '%s\n' "$*"; }
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# quietly LOG WHAT COMMAND...: runs a long command with its output in LOG and shows how far it is. If it fails, shows the
# first errors in the log. Notes the time in $spent.
#
# The share that is done comes from lines such as "[12/64] Building", which ninja writes, or "12 of 64 tests".
# `expected_s`, if set, is the time that the command takes from nothing on this machine; after a tenth the command's own
# pace says it better.
quietly() {
  local log=$1 what=$2 started=$SECONDS status=0 shown=-1
  shift 2
  mkdir -p "$(dirname "$log")"
  local about=${expected_s:+about $(duration "$expected_s"), }
  say "$what (${about}log: ${log#"$root"/})"
  "$@" >"$log" 2>&1 </dev/null &
  local pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.2
    show_progress
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

# On a terminal one line that changes, otherwise a line for each tenth.
show_progress() {
  local last done total percent
  last=$(tail -c 4096 "$log" 2>/dev/null | grep -oE '^(\[[0-9]+/[0-9]+\]|[0-9]+ of [0-9]+ tests)' | tail -n 1) || return 0
  read -r done total <<<"$(tr -c '0-9\n' ' ' <<<"$last")"
  ((total > 0)) || return 0
  percent=$((100 * done / total))
  local left=
  ((percent < 10)) || left=", about $(duration $(((SECONDS - started) * (100 - percent) / percent))) left"
  if [[ -t 1 ]]; then
    printf '\r\033[K  %3d %%%s' "$percent" "$left"
  elif ((percent / 10 > shown)); then
    shown=$((percent / 10))
    ((shown == 0 || shown == 10)) || say "  $percent %$left"
  fi
}

# duration SECONDS: "45 s", "3 min 20 s"
duration() {
  if (($1 < 60)); then printf '%d s' "$1"; else printf '%d min %d s' $(($1 / 60)) $(($1 % 60)); fi
}

# first_errors LOG: the first errors of compilers and linkers, each with the lines that explain it; without any, the log's end.
first_errors() {
  if ! grep -qE '(error:|undefined reference|CMake Error)' "$1"; then
    tail -n 20 "$1"
    return
  fi
  awk '
    /(error:|undefined reference|CMake Error)/ && !/cc1plus: all warnings/ { if (++errors > 3) exit; left = 8 }
    left > 0 { print substr($0, 1, 400); --left }' "$1"
}
