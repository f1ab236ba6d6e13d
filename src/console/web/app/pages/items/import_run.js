// An import: the form of a file, how its first items look, and the writes of its items. The file is read slice by
// slice.
import { call } from "../../api.js";
import { slices } from "../../base/file_texts.js";
import { isOfOneRequest, persistCondition } from "../../base/persist.js";
import { RefusedLines } from "../../base/refused_lines.js";
import { BatchWriter } from "../../dynamo/items/batch_writer.js";
import { createRequest } from "../../dynamo/items/edit.js";
import { guessColumns, guessFormat, headText, importItems } from "../../dynamo/items/import_items.js";
import { keyOf } from "../../dynamo/tables/keys.js";
import { equalItems, itemSize } from "../../dynamo/values/values.js";
import { m } from "../../m.js";
import { readItem } from "./open_item.js";

const kStart = 256 * 1024, kShownItems = 5;

export class ImportRun {
  constructor(table) {
    this.table = table;
    this.options = { format: "lines", columns: [], separator: ",", emptyIsAbsent: true };
    this.replaces = true; // items that exist
    this.file = null;
    /** @type {{line: number, item?: object, reason?: string}[] | null} The first items, or why they are refused. */
    this.preview = null;
    this.written = 0;
    this.read = 0; // bytes
    this.refused = null; // RefusedLines
    this.start_ = "";
    this.turn_ = 0;
  }

  get #isCsv() { return this.options.format === "csv"; }

  async choose(file) {
    this.file = file ?? null;
    if (!file) return;
    this.start_ = await file.slice(0, kStart).text();
    this.options.format = guessFormat(file.name, this.start_);
    this.options.separator = /\.tsv$/i.test(file.name) ? "\t" : ",";
    await this.look({ isFresh: true });
  }
  // Reads the first items, as they would be written. `isFresh`: the columns are to be guessed again.
  async look({ isFresh = false } = {}) {
    if (this.#isCsv && isFresh) this.options.columns = guessColumns(this.table, this.start_, this.options.separator);
    /** @type {{line: number, item?: object, reason?: string}[]} */
    const found = [];
    const mine = ++this.turn_;
    try {
      // From the file and not from `start_`, which may end inside of a line.
      for await (const one of importItems(this.table, slices(this.file), this.options)) {
        found.push(one);
        if (found.length === kShownItems || mine !== this.turn_) break;
      }
    } catch (error) {
      if (!found.length) found.push({ line: 1, reason: error.message });
    }
    if (mine === this.turn_) this.preview = found;
    m.redraw();
  }

  async work(job) {
    this.refused = new RefusedLines(this.options.format,
      this.#isCsv ? headText(this.start_, this.options.separator) : "");
    const writer = new BatchWriter({ call, tableName: this.table.TableName,
      keyOf: (write) => keyOf(this.table, write.PutRequest.Item), signal: job.signal,
      written: (count) => { this.written += count; job.tick(); },
      refused: (place, error) => this.#refuse(job, place, `${error.code ?? "Error"}: ${error.message}`) });
    const texts = slices(this.file, { progress: (bytes) => { this.read = bytes; job.tick(); } });
    for await (const { line, item, reason, text } of importItems(this.table, texts, this.options)) {
      job.signal.throwIfAborted();
      if (item && this.replaces) {
        await writer.add({ PutRequest: { Item: item } }, { line, text }, itemSize(item));
        continue;
      }
      if (item) await this.#create(job, item, { line, text });
      else this.#refuse(job, { line, text }, reason);
      job.tick();
    }
    await writer.drain();
  }
  async #create(job, item, place) {
    try {
      await persistCondition(() => call("PutItem", createRequest(this.table, item), { signal: job.signal }),
        async ({ body }) => equalItems(body?.Item ?? await readItem(this.table, item) ?? {}, item),
        { signal: job.signal });
      this.written += 1;
    } catch (error) {
      if (!isOfOneRequest(error)) throw error;
      this.#refuse(job, place, error.code === "ConditionalCheckFailedException"
        ? "The table holds an item with this key already." : `${error.code}: ${error.message}`);
    }
  }
  #refuse(job, { line, text }, reason) {
    this.refused.add(text);
    job.refuse(`line ${line}`, reason, text);
  }
}
