/** Starts the server for all test files. */
export function setup(): Promise<void>;
/** Ends it. */
export function teardown(): Promise<void>;
