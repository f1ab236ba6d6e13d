// Item collections as bands: items by partition, sorted in each. Pages of a Scan or Query are added as they come.
import { identity } from "../tables/key_schema.js";
import { byAttributes } from "../values/order.js";

// The items of one partition. `key` has the values of its partition key.
export class Band {
  constructor(id, key) {
    this.id = id;
    this.key = key;
    this.items = [];
  }
}

export class Bands {
  // `view` is one of key_schema.js's views().
  constructor(view) {
    this.view = view;
    this.bands = []; // in the order in which their partitions came
    this.count = 0;
    this.byId_ = new Map();
    this.compare_ = byAttributes(view.sort);
  }

  bandOf(item) {
    return this.byId_.get(identity(item, this.view.partition)) ?? null;
  }

  remove(item) {
    const band = this.bands.find((one) => one.items.includes(item));
    if (!band) return;
    band.items.splice(band.items.indexOf(item), 1);
    --this.count;
    if (band.items.length > 0) return;
    this.bands.splice(this.bands.indexOf(band), 1);
    this.byId_.delete(band.id);
  }

  // Items without the key of the view, which a table never has, are left out.
  add(items) {
    const touched = new Set();
    for (const item of items) {
      if (!this.view.partition.every((name) => item[name])) continue;
      const id = identity(item, this.view.partition);
      let band = this.byId_.get(id);
      if (!band) {
        band = new Band(id, this.view.partition.map((name) => item[name]));
        this.byId_.set(id, band);
        this.bands.push(band);
      }
      band.items.push(item);
      ++this.count;
      touched.add(band);
    }
    // Query and Scan give a partition's items in order, so that this sort has little to do.
    if (this.view.sort.length > 0) for (const band of touched) band.items.sort(this.compare_);
  }
}

// How many items each name has: [[name, count]], in the order of `nameOf`'s first answers.
export function countBy(items, nameOf) {
  const counts = new Map();
  for (const item of items) counts.set(nameOf(item), (counts.get(nameOf(item)) ?? 0) + 1);
  return [...counts];
}
