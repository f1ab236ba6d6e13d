# Other scripts source this file. Prints the include flags with which the build in $build_dir compiles a layer's
# sources, one on each line.
include_flags_of() {
  grep '"command"' "$build_dir/compile_commands.json" | grep -m1 -F "/partita_$1.dir/" | grep -oE -- '-(I|isystem) ?[^ ]+'
}
