// globalSetup of Vitest: starts one server for all test files, and ends it after the last one.
import partita from "./index.js";

let server;

export async function setup() {
  if (process.env.PARTITA_ENDPOINT) return;
  server = await partita.startServer();
  process.env.PARTITA_ENDPOINT = server.endpoint;
  process.env.PARTITA_ADMIN_SOCKET = server.adminSocket;
}

export async function teardown() {
  await server?.close();
}
