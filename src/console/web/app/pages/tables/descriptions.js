// Reads the descriptions of all tables for the list of them, a few at a time.
import { describeTable, listTables } from "../../tables.js";
import { ttlOf } from "./ttl.js";

// So that a list of a thousand tables neither floods the server nor waits long.
const kAtATime = 6;

export class Descriptions {
  constructor(redraw) {
    this.faults = new Map(); // name of a table -> why it could not be described
    this.ttl = new Map(); // name of a table -> its attribute of time to live, or ""
    this.redraw_ = redraw;
    this.isStopped_ = false;
  }

  async read() {
    const queue = [...(await listTables())];
    const work = async () => {
      for (let name = queue.shift(); name !== undefined && !this.isStopped_; name = queue.shift()) {
        await this.#describe(name);
        this.redraw_();
      }
    };
    await Promise.all(Array.from({ length: kAtATime }, work));
  }
  stop() { this.isStopped_ = true; }

  async #describe(name) {
    try {
      await describeTable(name, { fresh: true });
      this.ttl.set(name, await ttlOf(name));
      this.faults.delete(name);
    } catch (error) {
      this.faults.set(name, error);
    }
  }
}
