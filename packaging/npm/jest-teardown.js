// globalTeardown of Jest: ends the server.
"use strict";
const { teardown } = require("./setup.js");

module.exports = () => teardown();
