#!/usr/bin/env node
// `partita`, and `npx partita`: the command of this platform's package.
"use strict";
const { spawn } = require("node:child_process");
const { command } = require("..");

let path;
try {
  path = command();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// The command ends with this process, also if that is killed.
const env = { ...process.env, PARTITA_PARENT_PID: String(process.pid) };
const child = spawn(path, process.argv.slice(2), { stdio: "inherit", env });
// A terminal sends its signals to both processes. Those that reach only this one are passed on.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("error", (error) => {
  console.error(`partita: ${error.message}`);
  process.exit(1);
});
child.on("exit", (code, signal) => {
  if (signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  } else {
    process.exit(code);
  }
});
