#!/bin/sh
# Installs the command `partita` @VERSION@ for Linux.
set -eu
# The commands below must see their own options only.
unset TAR_OPTIONS XZ_OPT XZ_DEFAULTS GZIP || true
version=@VERSION@
from=${PARTITA_RELEASE_URL:-}
prefix=

# It is a text of its own, because a script that comes through a pipe cannot read itself again.
usage() {
    cat <<'TEXT'
Installs the command `partita` @VERSION@ for Linux.

  sh install.sh [--prefix DIR] [--from URL|DIR]

It goes to DIR/bin, with its manual pages and completions below DIR/share. DIR is /usr/local as root, otherwise ~/.local.
A relative DIR is relative to the current directory.
--from is the place of the released files: an address, or a directory. Without --from it is that of the variable
PARTITA_RELEASE_URL, or else the directory of install.sh if SHA256SUMS is there. The sum of the file that is taken is
compared with that in SHA256SUMS there.
TEXT
}

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

while [ $# -gt 0 ]; do
    case $1 in
        --prefix=* | --from=*)
            option=${1%%=*} value=${1#*=}
            shift
            set -- "$option" "$value" "$@"
            ;;
        --prefix)
            [ -n "${2:-}" ] || fail "--prefix needs a directory"
            prefix=$2 && shift 2
            ;;
        --from)
            [ -n "${2:-}" ] || fail "--from needs an address or a directory"
            from=$2 && shift 2
            ;;
        -h | --help)
            usage
            exit 0
            ;;
        *) fail "unknown argument $1 (try --help)" ;;
    esac
done
if [ "$(id -u)" = 0 ]; then
    : "${prefix:=/usr/local}"
    # Root installs for all users, whatever its own files are to be.
    umask 022
elif [ -z "$prefix" ]; then
    [ -n "${HOME:-}" ] || fail "HOME is not set: name the directory with --prefix DIR"
    prefix=$HOME/.local
fi
case $prefix in
    /) ;;
    */) prefix=${prefix%/} ;;
esac
case $prefix in
    /*) ;;
    "~"*) fail "the shell has left ~ in $prefix: write \$HOME in its place" ;;
    # A path in PATH, and in the message below, must be absolute.
    *) prefix=$PWD/${prefix#./} ;;
esac
if [ -z "$from" ]; then
    # Beside the files of a release that was fetched as a whole.
    from=$(dirname "$0")
    [ -f "$from/SHA256SUMS" ] || fail "name the place of the released files: --from URL or --from DIR"
fi

[ "$(uname -s)" = Linux ] || fail "there are commands for Linux only; on other systems use the container image"
case $(uname -m) in
    x86_64 | amd64) cpu=x86_64 ;;
    aarch64 | arm64) cpu=aarch64 ;;
    *) fail "there is no command for the processor $(uname -m)" ;;
esac
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
get() {
    case $from in
        http://* | https://*)
            if command -v curl >/dev/null; then
                curl -fsSL --retry 3 -o "$work/$1" "$from/$1"
            elif command -v wget >/dev/null; then
                wget -q -O "$work/$1" "$from/$1"
            else
                fail "neither curl nor wget is installed"
            fi || fail "$from/$1 cannot be fetched"
            ;;
        *) cp "$from/$1" "$work/$1" || fail "$from/$1 cannot be read" ;;
    esac
}
get SHA256SUMS
# The tarball of xz is smaller, and a machine may lack xz.
unpack=gzip name=partita-$version-linux-$cpu.tar.gz
if command -v xz >/dev/null && grep -q "${name%.gz}.xz" "$work/SHA256SUMS"; then
    unpack=xz name=${name%.gz}.xz
fi
get "$name"
command -v sha256sum >/dev/null || fail "sha256sum is not installed, and without it the file cannot be checked"
# Other tools end lines with CRLF, and mark binary files with an asterisk.
sum=$(tr -d '\r' <"$work/SHA256SUMS" | sed -n "s/^\([0-9a-f]*\) [ *]$name\$/\1/p")
[ -n "$sum" ] || fail "SHA256SUMS of $from has no sum of $name"
[ "$(sha256sum <"$work/$name" | cut -d ' ' -f 1)" = "$sum" ] || fail "the sum of $name is wrong"
$unpack -dc "$work/$name" | tar -xf - -C "$work"
dir=$work/partita-$version-linux-$cpu

mkdir -p "$prefix/bin"
# A name of its own first, so that a command that runs is replaced and not written into.
cp "$dir/partita" "$prefix/bin/.partita.new"
chmod 755 "$prefix/bin/.partita.new"
mv "$prefix/bin/.partita.new" "$prefix/bin/partita"
put() { # put DIR FILES...
    to=$prefix/share/$1
    shift
    mkdir -p "$to"
    cp "$@" "$to/"
}
put doc/partita "$dir/LICENSE" "$dir/THIRD-PARTY" "$dir/sbom.spdx.json"
if [ -d "$dir/man" ]; then
    put man/man1 "$dir"/man/*
    put bash-completion/completions "$dir"/completions/bash/*
    put zsh/site-functions "$dir"/completions/zsh/*
    put fish/vendor_completions.d "$dir"/completions/fish/*
fi
echo "$prefix/bin/partita is installed: $("$prefix/bin/partita" --version)"
case :$PATH: in
    *:"$prefix/bin":*) ;;
    *) echo "$prefix/bin is not on your PATH: add the line  export PATH=\"$prefix/bin:\$PATH\"  to your shell's profile" ;;
esac
