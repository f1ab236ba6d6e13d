export default { test: { globalSetup: "partita/vitest", include: ["*.vitest.mjs"] } };
