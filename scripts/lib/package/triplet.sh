# triplet_of ARCH prints the GNU triplet of one of Debian's architectures.
triplet_of() {
  case $1 in
    amd64) echo x86_64-linux-gnu ;;
    arm64) echo aarch64-linux-gnu ;;
    *) die "unknown architecture $1: amd64 or arm64" ;;
  esac
}
