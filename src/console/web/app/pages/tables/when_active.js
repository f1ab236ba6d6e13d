// Waits until a table can be changed further.
import { describeTable } from "../../tables.js";

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Resolves with the description of an ACTIVE table, whose indexes are ACTIVE too. Throws if this takes over five
// minutes.
export async function whenActive(name) {
  for (let waited = 0, wait = 200; waited < 300_000; waited += wait, wait = Math.min(wait * 1.5, 5000)) {
    const table = await describeTable(name, { fresh: true });
    const parts = [table.TableStatus, ...(table.GlobalSecondaryIndexes ?? []).map((index) => index.IndexStatus)];
    if (parts.every((status) => status === "ACTIVE" || status === undefined)) return table;
    await pause(wait);
  }
  throw new Error(`${name} is not ACTIVE after five minutes.`);
}
