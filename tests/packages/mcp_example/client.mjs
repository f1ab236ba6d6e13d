// client.mjs PARTITA: uses `partita mcp` by the protocol's own library for JavaScript.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

const client = new Client({ name: "test", version: "1" });
await client.connect(new StdioClientTransport({ command: process.argv[2], args: ["mcp"] }));
const { tools } = await client.listTools();
assert(tools.some((tool) => tool.name === "model_design"));
const listed = await client.callTool({ name: "list_tables", arguments: { request: {} } });
assert.deepEqual(listed.structuredContent, { TableNames: [] });
const wrong = await client.callTool({ name: "model_lint", arguments: { text: "format: 1\nname: [" } });
assert.equal(wrong.isError, true);
await client.close();
