// The globalSetup and globalTeardown of Jest and Vitest: one server for all test files, which are other processes and
// find it by the environment. In watch mode the set-up and the teardown are called again for each run or each change of the
// configuration, and in a workspace once for each project.
"use strict";
const { startServer } = require("./index.js");

// A runner may load this file more than once into its process.
const state = (globalThis[Symbol.for("partita.setup")] ??= { users: 0, server: undefined });

async function setup() {
  state.users++;
  if (state.server === undefined) {
    // A server that others have started.
    if (process.env.PARTITA_TEST_ENDPOINT) return;
    const options = process.env.PARTITA_TEST_OPTIONS?.split(/\s+/).filter(Boolean);
    state.server = startServer({ options });
  }
  try {
    const { endpoint, adminSocket } = await state.server;
    process.env.PARTITA_TEST_ENDPOINT = endpoint;
    process.env.PARTITA_TEST_ADMIN_SOCKET = adminSocket;
  } catch (error) {
    state.users--;
    state.server = undefined;
    throw error;
  }
}

async function teardown() {
  if (state.users === 0 || --state.users > 0 || state.server === undefined) return;
  const server = await state.server;
  state.server = undefined;
  delete process.env.PARTITA_TEST_ENDPOINT;
  delete process.env.PARTITA_TEST_ADMIN_SOCKET;
  await server.close();
}

module.exports = { setup, teardown };
