// A server of Partita for the time of a program or of tests, and the accounts in it.
"use strict";
const { execFile, spawn } = require("node:child_process");
const { randomInt } = require("node:crypto");
const { existsSync, mkdtempSync, rmSync } = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");
const { promisify } = require("node:util");

const REGION = "us-east-1";

// The path of the `partita` command: PARTITA_COMMAND, otherwise that of the package of this platform, which npm installs
// beside this one.
function command() {
  if (process.env.PARTITA_COMMAND) return process.env.PARTITA_COMMAND;
  const name = `partita-${process.platform}-${process.arch}`;
  try {
    return require.resolve(`${name}/bin/partita`);
  } catch {
    throw new Error(
      `partita: the package ${name} is not installed. It is an optional dependency of partita, and exists for Linux on x64 ` +
        "and arm64. Install without --omit=optional and --no-optional, or set PARTITA_COMMAND to the path of a command",
    );
  }
}

// Starts a server in memory on a free port of this machine. `options` are further options of `partita serve`. The server
// ends with close(), or with this process, because it ends when its stdin does.
async function startServer({ options = [] } = {}) {
  const directory = mkdtempSync(path.join(os.tmpdir(), "partita-"));
  const adminSocket = path.join(directory, "admin.sock");
  const child = spawn(
    command(),
    ["serve", "--memory", "--port", "0", "--admin-socket", adminSocket, "--exit-with-stdin", ...options],
    { stdio: ["pipe", "pipe", "pipe"] },
  );
  const remove = () => rmSync(directory, { recursive: true, force: true });
  const ended = new Promise((resolve) => child.on("close", resolve));
  try {
    const endpoint = await firstLine(child);
    // Neither the process nor its pipes keep this program running.
    child.unref();
    for (const stream of child.stdio) stream.unref?.();
    child.stderr.resume();
    child.stdout.resume();
    const close = async () => {
      child.kill("SIGTERM");
      await ended;
      remove();
    };
    return { endpoint, adminSocket, close, account: () => new Account({ endpoint, adminSocket }) };
  } catch (error) {
    child.kill("SIGKILL");
    remove();
    throw error;
  }
}

function firstLine(child) {
  return new Promise((resolve, reject) => {
    let out = "";
    let problem = "";
    child.on("error", reject);
    child.stderr.on("data", (bytes) => (problem += bytes));
    child.on("close", () => reject(new Error(`partita serve did not start: ${problem.trim() || out.trim()}`)));
    child.stdout.on("data", (bytes) => {
      out += bytes;
      const found = /https?:\/\/[^\s,;]+[^\s,;.]/.exec(out);
      if (found && out.includes("\n")) resolve(found[0]);
    });
  });
}

// An account of a server, with its own tables and streams. Accounts that are made without an `id` have one that no
// other test uses.
class Account {
  constructor({ endpoint, adminSocket, id, region = REGION }) {
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
      const { stdout } = await promisify(execFile)(command(), args, { env: { ...process.env, ...this.environment } });
      return stdout;
    } catch (error) {
      throw new Error(error.stderr?.trim() || error.message);
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
    const answer = await this.#admin("PUT", `/clock?account=${this.id}`, { advance_seconds: seconds });
    return JSON.parse(answer).ahead_seconds;
  }

  // Drops all tables of the account and its faults, and sets its clock back.
  async forget() {
    await this.#admin("DELETE", `/accounts/${this.id}`);
  }

  #admin(method, place, body) {
    if (!this.adminSocket) throw new Error("partita: the server's admin socket is not known");
    return new Promise((resolve, reject) => {
      const request = http.request({ socketPath: this.adminSocket, method, path: place, agent: false }, (answer) => {
        let text = "";
        answer.on("data", (bytes) => (text += bytes));
        answer.on("end", () => (answer.statusCode < 300 ? resolve(text) : reject(new Error(text.trim()))));
      });
      request.on("error", reject);
      request.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }
}

// The server that the set-up of Jest or Vitest has started.
function runningServer() {
  const endpoint = process.env.PARTITA_ENDPOINT;
  if (!endpoint)
    throw new Error("partita: no server is running. Name partita/jest or partita/vitest as globalSetup, or call startServer()");
  const adminSocket = process.env.PARTITA_ADMIN_SOCKET || undefined;
  return { endpoint, adminSocket, account: () => new Account({ endpoint, adminSocket }) };
}

module.exports = { Account, command, runningServer, startServer };
