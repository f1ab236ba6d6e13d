// The rows of a result that is read page by page, of which only a window of pages is in memory.
//
// A page that the window left is read again from its start key when its rows are wanted. For each page that was seen
// the start key stays, as a text. Invariants:
//  1. At most `mostPages` pages and `mostItems` items are in memory, or as many as the wanted rows take if those are
//     more.
//  2. Pages that were read keep their number of rows: if a page has fewer or more rows when it is read again, because
//     items came or went, missing rows are null and more rows are left out.
//  3. One read runs at a time.
export class PageWindow {
  // `read(start, {signal})` gives {items, next, ...} of the page that begins at `start` (null for the first page); a
  // `next` of null or undefined ends the result. `changed()` is called after each change.
  /**
   * @param {{read: (start: object | null, options: {signal: AbortSignal}) => Promise<any>, changed?: () => void,
   *   mostPages?: number, mostItems?: number, seen?: (answer: any, isNew: boolean) => void}} options
   */
  constructor({ read, changed = () => {}, mostPages = 12, mostItems = 4000, seen = () => {} }) {
    this.read = read;
    this.changed = changed;
    this.mostPages = mostPages;
    this.mostItems = mostItems;
    this.seen = seen;
    this.pages = []; // {start: text, first, count, items: [...]|null, used}
    this.length = 0;
    this.complete = false;
    this.fault = null;
    this.busy = false;
    this.stopped = false;
    this.clock = 0;
    this.next = "null";
    this.reads = 0; // requests so far, those that read a page again too
    this.again = 0; // of them, those that read a page again
    this.wanted = null;
  }

  // The place in `pages` of the page with row `index`.
  pageOf(index) {
    let low = 0, high = this.pages.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1, page = this.pages[middle];
      if (index < page.first) high = middle - 1;
      else if (index >= page.first + page.count) low = middle + 1;
      else return middle;
    }
    return -1;
  }

  // The item of a row; null if it is gone, undefined if it is not in memory.
  row(index) {
    const page = this.pages[this.pageOf(index)];
    if (!page?.items) return undefined;
    return page.items[index - page.first] ?? null;
  }

  get itemsInMemory() {
    return this.pages.reduce((sum, page) => sum + (page.items?.length ?? 0), 0);
  }
  // The items in memory with their row numbers, in order.
  *loaded() {
    for (const page of this.pages)
      if (page.items)
        for (let at = 0; at < page.items.length; ++at) if (page.items[at]) yield [page.first + at, page.items[at]];
  }

  // Says that the rows from `from` to `to` (without `to`) are wanted; a `to` beyond the length wants more rows.
  // Requests that are not wanted any more end before the next page.
  need(from, to) {
    this.wanted = [from, to];
    this.drop();
    if (!this.busy && !this.stopped && !this.fault && this.missing() !== null) this.work();
  }
  stop() {
    this.stopped = true;
    this.controller?.abort();
  }
  resume() {
    this.stopped = false;
    this.fault = null;
    if (this.wanted) this.need(...this.wanted);
  }

  missing() {
    if (!this.wanted) return null;
    const [from, to] = this.wanted;
    for (let at = Math.max(this.pageOf(Math.max(0, from)), 0); at < this.pages.length; ++at) {
      const page = this.pages[at];
      if (page.first >= to) return null;
      if (page.count && page.first + page.count > from && !page.items) return at;
    }
    return to > this.length && !this.complete ? this.pages.length : null;
  }

  async work() {
    this.busy = true;
    this.changed();
    let at;
    while (!this.stopped && (at = this.missing()) !== null) {
      this.controller = new AbortController();
      try {
        await this.readAt(at);
      } catch (error) {
        if (error.name !== "AbortError") this.fault = error;
        else this.stopped = true;
        break;
      }
      this.changed();
    }
    this.busy = false;
    this.changed();
  }

  async readAt(at) {
    const isNew = at === this.pages.length;
    const start = isNew ? this.next : this.pages[at].start;
    const answer = await this.read(JSON.parse(start), { signal: this.controller.signal });
    this.reads += 1;
    if (isNew) {
      const next = answer.next ?? null;
      // A page without rows needs no place of its own: the next one continues from its end.
      if (answer.items.length) {
        this.pages.push({ start, first: this.length, count: answer.items.length, items: answer.items, used: 0 });
        this.length += answer.items.length;
      }
      this.next = JSON.stringify(next);
      this.complete = next === null;
    } else {
      const page = this.pages[at];
      this.again += 1;
      page.items = answer.items.slice(0, page.count);
      while (page.items.length < page.count) page.items.push(null);
    }
    this.seen(answer, isNew);
    this.drop();
  }

  // Forgets the items of the pages that are the farthest from the wanted rows.
  drop() {
    const held = this.pages.filter((page) => page.items);
    let items = held.reduce((sum, page) => sum + page.count, 0);
    if (held.length <= this.mostPages && items <= this.mostItems) return;
    const [from, to] = this.wanted ?? [0, 0];
    const distance = (page) => Math.max(page.first - to + 1, from - (page.first + page.count) + 1, 0);
    held.sort((a, b) => distance(a) - distance(b));
    while (held.length > this.mostPages || items > this.mostItems) {
      const farthest = held.pop();
      if (!farthest || distance(farthest) === 0) return;
      farthest.items = null;
      items -= farthest.count;
    }
  }

  // Puts another item (or null) into a row that is in memory, after an edit or a deletion.
  replace(index, item) {
    const page = this.pages[this.pageOf(index)];
    if (page?.items) page.items[index - page.first] = item;
    this.changed();
  }
}

// Rows that are all there, with the interface of a PageWindow.
export function fixedRows(items) {
  return { length: items.length, complete: true, busy: false, fault: null, row: (index) => items[index], need: () => {},
    itemsInMemory: items.length };
}
