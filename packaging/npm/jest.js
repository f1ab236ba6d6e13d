// globalSetup of Jest: starts one server for all test files. The server ends with Jest.
"use strict";
const { startServer } = require("./index.js");

module.exports = async () => {
  if (process.env.PARTITA_ENDPOINT) return;
  const server = await startServer();
  process.env.PARTITA_ENDPOINT = server.endpoint;
  process.env.PARTITA_ADMIN_SOCKET = server.adminSocket;
  globalThis.__partita_server = server;
};
