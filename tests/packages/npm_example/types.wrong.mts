// Each statement has a mistake that the types must show; server.check.mjs has their numbers.
import { runningServer } from "partita";

await runningServer().account().advanceClock("60");
export const endpoint: number = runningServer().endpoint;
export { start } from "partita/vitest";
