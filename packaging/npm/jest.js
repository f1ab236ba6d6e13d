// globalSetup of Jest: starts one server for all test files.
"use strict";
const { setup } = require("./setup.js");

module.exports = () => setup();
