// Compiled by server.check.mjs, as a program of CommonJS in TypeScript uses the package.
import partita = require("partita");
import setup = require("partita/jest");
import teardown = require("partita/jest-teardown");

export const hooks: (() => Promise<void>)[] = [setup, teardown];
export const account: partita.Account = partita.runningServer().account();
