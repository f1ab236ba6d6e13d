// globalSetup of Vitest: starts one server for all test files, and ends it after the last one.
import partita from "./setup.js";

export const setup = () => partita.setup();
export const teardown = () => partita.teardown();
