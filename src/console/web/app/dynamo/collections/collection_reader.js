// Reads item collections page by page: a Scan of a table or index, or a Query of one partition.
import { partitionCondition } from "../tables/key_schema.js";
import { Bands } from "./bands.js";

// The most pages that are kept at a time. A page has at most 1 MB, so that the pages bound the memory of large items.
const kMostPages = 64;
const kMostItems = 10_000;
const kPage = 250;

export class CollectionReader {
  // `values`: those of the partition key for a Query, or null for a Scan.
  constructor({ call, table, view, values = null, page = kPage }) {
    this.call_ = call;
    this.table = table;
    this.view = view;
    this.values = values;
    this.page_ = page;
    this.bands = new Bands(view);
    this.items = [];
    this.units = 0;
    this.pages = 0;
    this.evaluated = 0;
    this.isDone = false;
    this.start_ = undefined;
    this.dropped = 0;
  }

  request() {
    return {
      operation: this.values ? "Query" : "Scan",
      body: {
        TableName: this.table.TableName,
        ...(this.view.name ? { IndexName: this.view.name } : {}),
        ...(this.values ? partitionCondition(this.view, this.values) : {}),
        Limit: this.page_,
        ReturnConsumedCapacity: "TOTAL",
        ...(this.start_ ? { ExclusiveStartKey: this.start_ } : {}),
      },
    };
  }
  get isFull() {
    return this.keptPages_ >= kMostPages || this.items.length >= kMostItems;
  }
  // The partition that the next page may go on with.
  get openBand() {
    return this.isDone || this.items.length === 0 ? null : this.lastBand_;
  }

  // Reads the next page, and returns its items. If the most pages are kept already, the earlier ones are dropped first.
  async next(signal) {
    if (this.isFull) this.forget();
    const { operation, body } = this.request();
    const answer = await this.call_(operation, body, { signal });
    const items = answer.Items ?? [];
    this.items.push(...items);
    this.bands.add(items);
    if (items.length > 0) this.lastBand_ = this.bands.bandOf(items.at(-1));
    this.units += answer.ConsumedCapacity?.CapacityUnits ?? 0;
    this.evaluated += answer.ScannedCount ?? items.length;
    ++this.pages;
    this.keptPages_ = (this.keptPages_ ?? 0) + 1;
    this.start_ = answer.LastEvaluatedKey;
    this.isDone = !this.start_;
    return items;
  }
  // Puts `now` in the place of an item that is kept, or removes the item.
  replace(item, now) {
    const at = this.items.indexOf(item);
    if (at < 0) return;
    this.items.splice(at, 1, ...(now ? [now] : []));
    this.bands.remove(item);
    if (now) this.bands.add([now]);
  }
  forget() {
    this.dropped += this.items.length;
    this.items = [];
    this.bands = new Bands(this.view);
    this.keptPages_ = 0;
  }
}
