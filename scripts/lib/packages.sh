# Installs missing Debian packages.

packages_of() {
  local kinds=$1
  awk -v kinds="$kinds" '$1 ~ "^(" kinds ")$" { print $2 }' "$root/scripts/packages.txt"
}

is_installed() { [[ $(dpkg-query --show --showformat='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

# ensure_packages KINDS installs the packages whose first column in packages.txt matches the pattern KINDS.
ensure_packages() {
  local missing=() package
  command -v dpkg-query >/dev/null || die "needs Debian 12: there is no dpkg-query here"
  for package in $(packages_of "$1"); do
    is_installed "$package" || missing+=("$package")
  done
  ((${#missing[@]})) || return 0
  local command=(apt-get install --yes --no-install-recommends "${missing[@]}")
  if ((EUID != 0)); then
    die "packages are missing. As root: apt-get update && ${command[*]}"
  fi
  quietly "$root/build/logs/apt.log" "Installing ${#missing[@]} Debian packages" install_as_root "${command[@]}" ||
    die "the Debian packages could not be installed: ${missing[*]}"
}

install_as_root() { apt-get update && DEBIAN_FRONTEND=noninteractive "$@"; }
