// A server of Partita for the time of a program or of tests, and the accounts in it.
"use strict";
const { execFile, spawn } = require("node:child_process");
const { randomInt } = require("node:crypto");
const fs = require("node:fs");
const http = require("node:http");
const net = require("node:net");
const os = require("node:os");
const path = require("node:path");
const { promisify } = require("node:util");

const REGION = "us-east-1";
const PREFIX = "partita-fixtures-";
const START_MS = 30000;
// The longest path of a Unix socket, without the zero at its end.
const SOCKET_PATH_BYTES = 107;
// A directory younger than this may belong to a server that another container starts at this moment.
const ABANDONED_MS = 10000;
// The member of an account's place that says why the server has ended.
const REASON = Symbol("reason");

// The path of the `partita` command: PARTITA_COMMAND, otherwise that of the package of this platform, which npm installs
// beside this one.
function command() {
  const given = process.env.PARTITA_COMMAND;
  if (given?.includes("/") && !fs.existsSync(given)) throw new Error(`partita: there is no file ${given}, which PARTITA_COMMAND names`);
  if (given) return given;
  const name = `partita-${process.platform}-${process.arch}`;
  try {
    return require.resolve(`${name}/bin/partita`);
  } catch {
    throw new Error(
      `partita: the package ${name} is not installed. It is an optional dependency of partita, and exists for Linux on x64 ` +
        "and arm64. Install without --omit=optional and --no-optional. From files, install both in one command: " +
        `npm install --save-dev ./${name}-VERSION.tgz ./partita-VERSION.tgz. Or set PARTITA_COMMAND to the path of a command`,
    );
  }
}

// The environment without the variables that are settings of `partita`, because those are meant for other servers.
function withoutSettings(environment) {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith("PARTITA_")));
}

// The directories in which a server's directory may be: the usual one, and shorter ones if its path is too long.
function bases() {
  const rest = `/${PREFIX}123456/admin.sock`;
  const candidates = [os.tmpdir(), process.env.XDG_RUNTIME_DIR, "/tmp"].filter(Boolean).map((base) => path.resolve(base));
  return [...new Set(candidates)].filter((base) => {
    try {
      fs.accessSync(base, fs.constants.W_OK | fs.constants.X_OK);
    } catch {
      return false;
    }
    return Buffer.byteLength(base + rest) <= SOCKET_PATH_BYTES;
  });
}

function accepts(socketPath) {
  return new Promise((resolve) => {
    const connection = net.connect(socketPath, () => {
      connection.destroy();
      resolve(true);
    });
    connection.on("error", (error) => resolve(!["ENOENT", "ECONNREFUSED"].includes(error.code)));
  });
}

function isAlive(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return error.code !== "ESRCH";
  }
  return true;
}

// Whether the process that made the directory was killed. The process is looked for, and its server too, because a process
// of another container that shares the directory cannot be seen.
async function isAbandoned(directory) {
  const found = fs.lstatSync(directory);
  if (!found.isDirectory() || found.uid !== process.getuid() || Date.now() - found.mtimeMs < ABANDONED_MS) return false;
  const owner = Number(fs.readFileSync(path.join(directory, "owner"), "utf8"));
  return owner > 0 && !isAlive(owner) && !(await accepts(path.join(directory, "admin.sock")));
}

async function removeAbandoned(base) {
  for (const name of fs.readdirSync(base).filter((each) => each.startsWith(PREFIX))) {
    const directory = path.join(base, name);
    try {
      if (await isAbandoned(directory)) fs.rmSync(directory, { recursive: true, force: true });
    } catch {
      // Another process removes the directory at the same time, or it has no number of its owner.
    }
  }
}

async function newDirectory() {
  const possible = bases();
  if (possible.length === 0)
    throw new Error(
      "partita: there is no directory for the server's socket: set TMPDIR to one that can be written and has a short path",
    );
  for (const base of possible) await removeAbandoned(base).catch(() => {});
  const directory = fs.mkdtempSync(path.join(possible[0], PREFIX));
  fs.writeFileSync(path.join(directory, "owner"), `${process.pid}\n`);
  return directory;
}

// The functions that end the servers of this process at once.
const endings = new Set();
function endAtExit(end) {
  if (endings.size === 0) process.on("exit", endAll);
  endings.add(end);
}
function forgetEnding(end) {
  endings.delete(end);
  if (endings.size === 0) process.off("exit", endAll);
}
function endAll() {
  for (const end of endings) end();
}

// Starts a server in memory on a free port of this machine. `options` are further options of `partita serve`; the variables
// PARTITA_* of the environment are not settings of this server. The server ends with close(), or with this process, because
// it ends when its stdin does.
async function startServer({ options = [] } = {}) {
  const program = command();
  const directory = await newDirectory();
  const remove = () => fs.rmSync(directory, { recursive: true, force: true });
  const adminSocket = path.join(directory, "admin.sock");
  const logPath = path.join(directory, "log");
  let child;
  const endNow = () => {
    child?.kill("SIGKILL");
    remove();
  };
  endAtExit(endNow);
  try {
    // The log goes to a file, because a program that is busy would not read a pipe, and a full pipe stops the server.
    const log = fs.openSync(logPath, "w");
    try {
      // As the leader of a group of its own the server does not get the SIGINT of a terminal, so that tests which are
      // interrupted can still clean up.
      child = spawn(
        program,
        ["serve", "--memory", "--port", "0", "--admin-socket", adminSocket, "--exit-with-stdin", ...options],
        { stdio: ["pipe", "pipe", log], env: withoutSettings(process.env), detached: true },
      );
    } finally {
      fs.closeSync(log);
    }
    const ended = new Promise((resolve) => child.on("exit", resolve));
    child.stdin.on("error", () => {});
    const endOfLog = () => (fs.existsSync(logPath) ? fs.readFileSync(logPath, "utf8").trim().slice(-2000) : "");
    const endpoint = await firstAddress(child, endOfLog);
    // Neither the process nor its pipes keep this program running.
    child.unref();
    for (const stream of child.stdio) stream?.unref?.();
    child.stdout.resume();
    // Why the server has ended, or undefined if it runs.
    const reason = () =>
      child.exitCode === null && child.signalCode === null
        ? undefined
        : `partita: the server has ended with ${child.signalCode ?? `exit code ${child.exitCode}`}: ${endOfLog()}`;
    let closed;
    const close = () => {
      closed ??= (async () => {
        child.ref();
        child.kill("SIGTERM");
        const patience = setTimeout(() => child.kill("SIGKILL"), 15000);
        if (child.exitCode === null && child.signalCode === null) await ended;
        clearTimeout(patience);
        forgetEnding(endNow);
        remove();
      })();
      return closed;
    };
    return { endpoint, adminSocket, close, account: () => new Account({ endpoint, adminSocket, [REASON]: reason }) };
  } catch (error) {
    endNow();
    forgetEnding(endNow);
    throw error;
  }
}

function firstAddress(child, endOfLog) {
  return new Promise((resolve, reject) => {
    let out = "";
    let settled = false;
    const settle = () => {
      settled = true;
      clearTimeout(patience);
    };
    const fail = (what) => {
      if (settled) return;
      settle();
      reject(new Error(`partita serve did not start${what}: ${endOfLog() || out.trim() || "it said nothing"}`));
    };
    const patience = setTimeout(() => fail(` within ${START_MS / 1000} s`), START_MS);
    child.on("error", (error) => {
      settle();
      reject(error);
    });
    child.on("close", () => fail(""));
    child.stdout.on("data", (bytes) => {
      out += bytes;
      const found = /https?:\/\/[^\s,;]+[^\s,;.]/.exec(out);
      if (settled || !found || !out.includes("\n")) return;
      settle();
      resolve(found[0]);
    });
  });
}

// An account of a server, with its own tables and streams. Accounts that are made without an `id` have one that no
// other test uses.
class Account {
  #reason;

  constructor({ endpoint, adminSocket, id, region = REGION, [REASON]: reason }) {
    this.#reason = reason;
    this.endpoint = endpoint;
    this.adminSocket = adminSocket;
    this.id = id ?? String(randomInt(1e11, 1e12 - 1));
    this.region = region;
  }

  // The arguments of a client of the AWS SDK for JavaScript, version 3.
  get config() {
    return {
      endpoint: this.endpoint,
      region: this.region,
      credentials: { accessKeyId: this.id, secretAccessKey: "local" },
    };
  }

  // The variables by which any AWS SDK and the aws command use the account.
  get environment() {
    return {
      AWS_ENDPOINT_URL_DYNAMODB: this.endpoint,
      AWS_ENDPOINT_URL_DYNAMODB_STREAMS: this.endpoint,
      AWS_ACCESS_KEY_ID: this.id,
      AWS_SECRET_ACCESS_KEY: "local",
      AWS_DEFAULT_REGION: this.region,
      AWS_REGION: this.region,
    };
  }

  // Runs `partita ARGUMENTS...` with the account's environment and returns its output.
  async run(...args) {
    try {
      const running = promisify(execFile)(command(), args, {
        env: { ...withoutSettings(process.env), ...this.environment },
        maxBuffer: Infinity,
      });
      // A command that reads its standard input sees its end.
      running.child.stdin?.end();
      return (await running).stdout;
    } catch (error) {
      // A command that finds something, such as a model's mistakes, prints it as its output and fails.
      throw new Error([error.stderr, error.stdout].map((text) => text?.trim()).filter(Boolean).join("\n") || error.message, { cause: error });
    }
  }

  // Creates the tables of a CloudFormation or SAM template, a serverless.yml, or a data model in any format that
  // `partita model` reads. `parameters` are those of a template.
  createTables(template, parameters = {}) {
    const given = Object.entries(parameters).map(([name, value]) => `--param=${name}=${value}`);
    return this.run("table", "create", "--from", template, "--endpoint", this.endpoint, ...given);
  }

  // Replaces the account's faults on purpose by these rules (docs/faults.md). Without rules it has no faults.
  async setFaults(rules = [], { seed = 1 } = {}) {
    await this.#admin("PUT", `/faults?account=${this.id}`, { seed, rules });
  }

  // Sets the account's clock further ahead, a whole number of seconds, and deletes the items that have expired by then.
  // Client request tokens and shard iterators age too; stream records do not. Returns by how many seconds the clock is
  // ahead now.
  async advanceClock(seconds) {
    if (!Number.isSafeInteger(seconds) || seconds < 0)
      throw new RangeError(`partita: advanceClock takes a whole number of seconds, and not ${seconds}: a clock is never set back`);
    const answer = await this.#admin("PUT", `/clock?account=${this.id}`, { advance_seconds: seconds });
    return JSON.parse(answer).ahead_seconds;
  }

  // Drops all tables of the account and its faults, and sets its clock back. They stay if the admin socket is not known.
  async forget() {
    if (!this.adminSocket) return;
    await this.#admin("DELETE", `/accounts/${this.id}`);
  }

  #admin(method, place, body) {
    if (!this.adminSocket) throw new Error("partita: the server's admin socket is not known; set PARTITA_TEST_ADMIN_SOCKET to the path of its --admin-socket");
    return new Promise((resolve, reject) => {
      const request = http.request({ socketPath: this.adminSocket, method, path: place, agent: false }, (answer) => {
        let text = "";
        answer.on("data", (bytes) => (text += bytes));
        answer.on("end", () => (answer.statusCode < 300 ? resolve(text) : reject(new Error(text.trim()))));
      });
      request.on("error", (error) => reject(this.#reason?.() ? new Error(this.#reason(), { cause: error }) : error));
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

// The server that the set-up of Jest or Vitest has started, or another one that the variables name.
function runningServer() {
  const endpoint = process.env.PARTITA_TEST_ENDPOINT;
  if (!endpoint)
    throw new Error("partita: no server is running. Name partita/jest or partita/vitest as globalSetup, or call startServer()");
  const adminSocket = process.env.PARTITA_TEST_ADMIN_SOCKET || undefined;
  return { endpoint, adminSocket, account: () => new Account({ endpoint, adminSocket }) };
}

module.exports = { Account, command, runningServer, startServer };
