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

go_is_new_enough() { command -v go >/dev/null && printf '1.24\n%s\n' "$(go env GOVERSION | sed 's/^go//')" | sort --version-sort --check=quiet; }

# ensure_go makes sure that the PATH has Go from 1.24 on. Debian 12 has an older one, which downloads a newer one as a module.
ensure_go() {
  go_is_new_enough && return
  local modules=$root/build/package/go module toolchain
  module=golang.org/toolchain@v0.0.1-go1.24.13.linux-$(dpkg --print-architecture)
  toolchain=$modules/$module
  if [[ ! -x $toolchain/bin/go ]]; then
    command -v go >/dev/null || ensure_packages 'go'
    mkdir -p "$modules"
    (cd "$modules" && GOMODCACHE=$modules GOFLAGS=-modcacherw quietly "$root/build/logs/go.log" "Downloading Go" go mod download "$module") ||
      die "Go could not be downloaded"
    # A module has no permissions.
    chmod +x "$toolchain"/pkg/tool/*/* "$toolchain"/bin/*
  fi
  export PATH=$toolchain/bin:$PATH GOTOOLCHAIN=local
  unset GOROOT
  go_is_new_enough || die "the Go that was downloaded to $toolchain does not run"
}
