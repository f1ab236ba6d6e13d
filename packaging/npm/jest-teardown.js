// globalTeardown of Jest.
"use strict";

module.exports = async () => {
  await globalThis.__partita_server?.close();
};
