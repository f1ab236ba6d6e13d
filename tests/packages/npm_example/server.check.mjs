// The server of the package under the conditions of other projects. `npm test` runs this with `node --test`.
import assert from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { CreateTableCommand, DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { Account, runningServer, startServer } from "partita";

const here = import.meta.dirname ?? path.dirname(new URL(import.meta.url).pathname);
const require = createRequire(import.meta.url);

const before = { ...process.env };
let temporary;
beforeEach(() => {
  temporary = fs.mkdtempSync("/tmp/t-");
  process.env.TMPDIR = temporary;
});
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  fs.rmSync(temporary, { recursive: true });
});

const left = () => fs.readdirSync(temporary).filter((name) => name.startsWith("partita-"));

const createThings = (account) => {
  const client = new DynamoDBClient({ ...account.config, maxAttempts: 1 });
  return client.send(
    new CreateTableCommand({
      TableName: "things",
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }],
      KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
    }),
  );
};

// Runs the text as a program, an ES module, and returns its end and its output.
const program = (text) =>
  spawnSync(process.execPath, ["--input-type=module", "--eval", `import { startServer } from "partita"; ${text}`], {
    cwd: here,
    encoding: "utf8",
    timeout: 30000,
  });

test("a program goes on after close()", () => {
  const done = program("const server = await startServer(); await server.close(); await server.close(); console.log('after');");
  assert.deepEqual([done.status, done.stdout, done.stderr], [0, "after\n", ""]);
  assert.deepEqual(left(), []);
});

for (const end of ["process.exit(3)", "throw new Error('on purpose')", "undefined"])
  test(`a program that ends by ${end} leaves no directory`, () => {
    const done = program(`await startServer(); await startServer(); console.log('started'); ${end};`);
    assert.equal(done.stdout, "started\n", done.stderr);
    assert.deepEqual(left(), []);
  });

test("what a killed program leaves is removed", async () => {
  program("await startServer(); process.kill(process.pid, 'SIGKILL');");
  const [directory] = left();
  const other = path.join(temporary, "partita-fixtures-other");
  fs.mkdirSync(other);
  const running = await startServer();
  const own = path.dirname(running.adminSocket);
  assert(left().includes(directory), "a young directory may belong to a server of another container that starts");
  for (const each of [path.join(temporary, directory), other, own]) fs.utimesSync(each, 1, 1);
  // The killed program's server ends as soon as it sees the end of its stdin.
  const until = Date.now() + 10000;
  while (left().includes(directory) && Date.now() < until) await (await startServer()).close();
  assert.deepEqual(left().sort(), [path.basename(own), "partita-fixtures-other"].sort());
  await running.close();
});

test("settings of other servers have no influence", async () => {
  const settings = { HOST: "0.0.0.0", AUTH: "keys", TLS_SELF_SIGNED: "true", DATA: temporary, CONFIG: "/none", FAULTS: "/none" };
  for (const [name, value] of Object.entries(settings)) process.env[`PARTITA_${name}`] = value;
  const server = await startServer();
  await createThings(server.account());
  assert.match(server.endpoint, /^http:\/\/127\.0\.0\.1:/);
  await server.close();
});

test("a server that logs goes on while nobody reads", async () => {
  const server = await startServer({ options: ["--log-level", "debug"] });
  const account = server.account();
  await account.setFaults([{ operations: ["CreateTable"], error: "InternalServerError" }]);
  await assert.rejects(createThings(account), /internal/i);
  await account.setFaults();
  await createThings(account);
  await server.close();
});

test("a server that does not start says why", async () => {
  await assert.rejects(startServer({ options: ["--no-such-option"] }), /did not start: .*--no-such-option/s);
  process.env.PARTITA_COMMAND = "/no/such/command";
  await assert.rejects(startServer(), /no file \/no\/such\/command, which PARTITA_COMMAND names/);
  assert.deepEqual(left(), []);
});

test("a command that finds something is rejected with its findings", async () => {
  const model = path.join(temporary, "empty_index.yml");
  const table = `{name: t, partition_key: PK, indexes: [{name: i, partition: none}],
    entities: [{name: E, fields: {id: string}, key: {partition: "{id}"}}]}`;
  fs.writeFileSync(model, `{format: 1, name: m, tables: [${table}]}`);
  const server = await startServer();
  await assert.rejects(server.account().run("model", "lint", "--fail-on", "warning", model), /warning P142: no entity has the attribute none/);
  await server.close();
});

test("a command may print much, and its standard input ends", async () => {
  const server = await startServer();
  const model = path.join(temporary, "many_items.yml");
  fs.writeFileSync(model, `{format: 1, name: m, tables: [{name: many, partition_key: PK,
    entities: [{name: E, fields: {id: string, text: string}, key: {partition: "{id}"}}]}],
    patterns: [{name: all, scan: E, items: 10000}]}`);
  const items = ["model", "run", model, "--items", "10000", "--show", "10000", "--json"];
  assert.ok((await server.account().run(...items)).length > 1 << 20);
  assert.match(await server.account().run("model", "verify", model, "--items", "-"), /0 items/);
  await server.close();
});

test("a server that has died says how", async () => {
  const server = await startServer();
  const account = server.account();
  const pid = fs.readdirSync("/proc").find((each) => {
    if (!/^\d+$/.test(each) || !fs.existsSync(`/proc/${each}/cmdline`)) return false;
    return fs.readFileSync(`/proc/${each}/cmdline`, "utf8").split("\0").includes(server.adminSocket);
  });
  process.kill(Number(pid), "SIGKILL");
  const until = Date.now() + 10000;
  let error;
  do error = await account.forget().catch((problem) => problem);
  while (!/has ended/.test(error?.message) && Date.now() < until);
  assert.match(error.message, /the server has ended with SIGKILL: .*listening/);
  await server.close();
  assert.deepEqual(left(), []);
});

test("a long path of temporary files", async () => {
  process.env.TMPDIR = path.join(temporary, "x".repeat(110));
  process.env.XDG_RUNTIME_DIR = temporary;
  fs.mkdirSync(process.env.TMPDIR);
  assert.equal(os.tmpdir(), process.env.TMPDIR);
  const server = await startServer();
  assert.equal(path.dirname(path.dirname(server.adminSocket)), temporary);
  await server.account().setFaults();
  await server.close();
});

test("Jest's watch mode sets up and tears down for each run", async () => {
  const [setup, teardown] = [require("partita/jest"), require("partita/jest-teardown")];
  const endpoints = [];
  for (let run = 0; run < 3; run++) {
    await setup({}, {});
    endpoints.push(process.env.PARTITA_TEST_ENDPOINT);
    await createThings(runningServer().account());
    await teardown({}, {});
    assert.throws(runningServer, /no server is running/);
  }
  assert.equal(new Set(endpoints).size, 3);
});

test("the projects of a workspace share a server until the last one's teardown", async () => {
  const { setup, teardown } = await import("partita/vitest");
  await Promise.all([setup(), setup()]);
  const account = runningServer().account();
  assert.equal(left().length, 1);
  await teardown();
  await createThings(account);
  await teardown();
  await teardown();
  assert.equal(process.env.PARTITA_TEST_ENDPOINT, undefined);
  await setup();
  await createThings(runningServer().account());
  await teardown();
});

test("another server is used, and left alone", async () => {
  const server = await startServer();
  process.env.PARTITA_TEST_ENDPOINT = server.endpoint;
  process.env.PARTITA_TEST_ADMIN_SOCKET = server.adminSocket;
  const { setup, teardown } = await import("partita/vitest");
  await setup();
  assert.equal(runningServer().endpoint, server.endpoint);
  await runningServer().account().setFaults();
  delete process.env.PARTITA_TEST_ADMIN_SOCKET;
  await runningServer().account().forget();
  await assert.rejects(runningServer().account().setFaults(), /admin socket is not known/);
  await teardown();
  await new DynamoDBClient(new Account(server).config).send(new ListTablesCommand());
  await server.close();
});

// The files of the package's README, as they are there.
test("the README", () => {
  const readme = fs.readFileSync(path.join(here, "node_modules/partita/README.md"), "utf8");
  const files = Object.fromEntries([...readme.matchAll(/```js\n\/\/ (\S+)\n(.*?)```/gs)].map(([, name, text]) => [name, text]));
  // The template that a user has.
  files["template.yml"] = `
Parameters: {Stage: {Type: String}}
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !Sub orders-\${Stage}
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: [{AttributeName: id, AttributeType: S}]
      KeySchema: [{AttributeName: id, KeyType: HASH}]
`;
  const runs = [
    [["vitest.config.mjs", "orders.test.mjs", "orders.mjs", "place_order.test.mjs", "template.yml"], "vitest", "run"],
    [["jest.config.js", "orders.test.js"], "jest"],
    [["server.test.mjs"], "node", "--test"],
  ];
  assert.deepEqual(Object.keys(files).sort(), runs.flatMap(([needed]) => needed).sort());
  for (const [[...needed], name, ...args] of runs) {
    // Below the project, so that the packages are found.
    const directory = fs.mkdtempSync(path.join(here, "readme-"));
    try {
      for (const each of needed) fs.writeFileSync(path.join(directory, each), files[each]);
      fs.writeFileSync(path.join(directory, "package.json"), "{}");
      const bin = name === "node" ? process.execPath : path.join(here, "node_modules/.bin", name);
      const env = { ...process.env };
      // Otherwise the inner run reports to the outer one.
      delete env.NODE_TEST_CONTEXT;
      const done = spawnSync(bin, args, { cwd: directory, env, encoding: "utf8", timeout: 60000 });
      assert.equal(done.status, 0, `${name}: ${done.stdout}${done.stderr}`);
      assert.match(done.stdout + done.stderr, /\b[1-9] pass(ed)?\b|pass [1-9]/);
    } finally {
      fs.rmSync(directory, { recursive: true });
    }
  }
  assert.deepEqual(left(), []);
});

for (const [module, moduleResolution] of [["nodenext", "nodenext"], ["esnext", "bundler"]])
  test(`the types, by ${moduleResolution}`, () => {
    const args = ["--strict", "--noEmit", "--module", module, "--moduleResolution", moduleResolution, "--target", "es2022"];
    const files = ["types.mts", "types.wrong.mts", ...(module === "nodenext" ? ["types.cts"] : [])];
    const tsc = path.join(here, "node_modules/.bin/tsc");
    const { stdout } = spawnSync(tsc, [...args, "--types", "node", ...files], { cwd: here, encoding: "utf8" });
    const faults = [...stdout.matchAll(/^(\S+?)\(.*error (TS\d+)/gm)].map(([, file, code]) => `${file} ${code}`);
    assert.deepEqual(faults, ["types.wrong.mts TS2345", "types.wrong.mts TS2322", "types.wrong.mts TS2305"], stdout);
  });

test("an interrupted program can still clean up", async () => {
  const text =
    "import { startServer } from 'partita'; const server = await startServer(); const timer = setInterval(() => {}, 1000);" +
    "process.on('SIGINT', async () => { await server.account().forget(); await server.close(); clearInterval(timer);" +
    "console.log('clean'); }); console.log('started');";
  const child = spawn(process.execPath, ["--input-type=module", "--eval", text], { cwd: here, detached: true });
  let out = "";
  child.stdout.on("data", (bytes) => {
    out += bytes;
    // A terminal sends the signal to all processes of the group.
    if (out === "started\n") process.kill(-child.pid, "SIGINT");
  });
  const [status] = await once(child, "close");
  assert.deepEqual([status, out], [0, "started\nclean\n"]);
});
