require("./orders.js")(globalThis);
