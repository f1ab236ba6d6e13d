/** Starts the server, or the teardown ends it. */
declare function hook(): Promise<void>;
export = hook;
