// client.mjs PARTITA: uses `partita mcp` by the protocol's own library for JavaScript.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command: process.argv[2], args: ["mcp"] }));
const { tools } = await client.listTools();
assert(tools.some((tool) => tool.name === "model_design"));
const listed = await client.callTool({ name: "list_tables", arguments: { request: {} } });
assert.deepEqual(listed.structuredContent, { TableNames: [] });
const wrong = await client.callTool({ name: "model_lint", arguments: { text: "format: 1\nname: [" } });
assert.equal(wrong.isError, true);
await client.close();

const server = spawn(process.argv[2], ["mcp", "--http", "0"], { stdio: ["ignore", "pipe", "inherit"] });
try {
  const [line] = await once(server.stdout, "data");
  const remote = new Client({ name: "test", version: "1" });
  await remote.connect(new StreamableHTTPClientTransport(new URL(String(line).trim().split(" ").pop())));
  assert.deepEqual((await remote.callTool({ name: "list_tables", arguments: { request: {} } })).structuredContent, {
    TableNames: [],
  });
  await remote.close();
} finally {
  server.kill();
}
