// Servers of tests: `partita serve` on disk with the console, on free ports, and requests to their APIs.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";

const kStartMs = 30_000;

// The lines that a process printed, one after the other. Fails if the process ends or is silent for too long.
function lineReader(process, name) {
  let text = "", waiting = null;
  const lines = [];
  const settle = () => {
    if (waiting && lines.length) { waiting.resolve(lines.shift()); waiting = null; }
  };
  process.stdout.on("data", (chunk) => {
    text += chunk;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
      lines.push(text.slice(0, end));
      text = text.slice(end + 1);
    }
    settle();
  });
  process.on("exit", (code) => waiting?.reject(new Error(`${name} ended with the exit code ${code}`)));
  return () => new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${name} did not start`)), kStartMs);
    const ended = (action) => (value) => { clearTimeout(timer); action(value); };
    waiting = { resolve: ended(resolve), reject: ended(reject) };
    settle();
  });
}

// `partita console` needs credentials for its endpoint, which no endpoint of the tests verifies.
const kEnvironment = { ...process.env, AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "test",
  AWS_REGION: "us-east-1" };

// Starts `partita` with `options`; resolves with {line(pattern), stop()}. `line` gives the first match in the output.
async function start(options, before = []) {
  const [program, ...rest] = [...before, process.env.PARTITA_COMMAND, ...options];
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", "inherit"], env: kEnvironment });
  const next = lineReader(child, `partita ${options[0]}`);
  return {
    child,
    line: async (pattern) => {
      for (;;) {
        const found = pattern.exec(await next());
        if (found) return found;
      }
    },
    stop: (signal = "SIGTERM") => new Promise((resolve) => {
      if (child.exitCode !== null || child.signalCode !== null) return resolve();
      child.on("exit", resolve);
      child.kill(signal);
    }),
  };
}

// A server on disk with the console, on free ports. Resolves with {api, console, folder, halt(), kill(), again(),
// stop()}, the first two URLs. `halt` ends the process, `kill` without its leave; `again` starts it with the same data
// and ports, as an operator does.
export async function serve(...options) {
  const folder = await mkdtemp(join(tmpdir(), "partita-console-"));
  const server = { folder };
  let process;
  server.again = async () => {
    const port = (url) => (url ? new URL(url).port : "0");
    process = await start(["serve", "--data", join(folder, "data"), "--durability", "os", "--port", port(server.api),
      "--console",
      port(server.console), "--log-level", "warning", ...options]);
    [, server.api] = await process.line(/listening on (\S+)/);
    [, server.console] = await process.line(/console at (\S+)/);
  };
  server.halt = () => process.stop();
  server.kill = () => process.stop("SIGKILL");
  server.stop = async () => { await process.stop(); await rm(folder, { recursive: true, force: true }); };
  await server.again();
  return server;
}

// `partita console` for an endpoint. Resolves with {console, stop()}; the URL has the one-time token. `before` are the
// program and its arguments that start `partita`, if it needs surroundings of its own.
export async function consoleOf(endpoint, options = [], before = []) {
  const process = await start(["console", "--endpoint", endpoint,
    ...(options.includes("--port") ? [] : ["--port", "0"]), ...options], before);
  const [, console] = await process.line(/(http:\/\/\S+#\S*token=\S+)/);
  return { console, stop: process.stop };
}

// Sends a request to the API as a program does. Resolves with the answer's JSON.
export async function call(url, operation, body) {
  const response = await fetch(url, {
    method: "POST",
    headers: {
      "Content-Type": "application/x-amz-json-1.0",
      "X-Amz-Target": `DynamoDB_20120810.${operation}`,
      "X-Amz-Date": "20260101T000000Z",
      Authorization: "AWS4-HMAC-SHA256 Credential=test/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, " +
        "Signature=0",
    },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${operation}: ${answer.__type}: ${answer.message ?? answer.Message}`);
  return answer;
}

// The time for which tests wait until a page shows a text: long, because on a busy machine a sync of the disk may take
// seconds.
export const kPatienceMs = 30_000;

// Waits until `read` gives a value for which `holds` is true, and gives it.
export async function until(read, holds, ms = kPatienceMs) {
  for (const end = Date.now() + ms; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const value = await read();
    if (holds(value)) return value;
    if (Date.now() > end) throw new Error(`it stays ${JSON.stringify(value)}`);
  }
}
// Waits until `read` gives `wanted`. A page is drawn some time after the click or the answer that changed it, so no
// test may expect new content at once. Content that must never be there is asserted without waiting.
export async function becomes(read, wanted, message) {
  const value = await until(read, (one) => isDeepStrictEqual(one, wanted)).catch(read);
  assert.deepEqual(value, wanted, message);
}
