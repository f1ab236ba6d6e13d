// The places of the columns of a grid, and which of them stay in sight while the others scroll.

const kLead = 32, kLeastWidth = 56, kMostWidth = 900, kNarrow = 480;

// The width that a user may give to a column.
export const clampWidth = (width) => Math.min(Math.max(Math.round(width), kLeastWidth), kMostWidth);

// A place counts the lead, which has the checkbox and the button of a row, as a column if there is one.
export class GridLayout {
  // `shared`: names of key attributes that are equal in all rows.
  constructor({ columns, selection, onopen, shared }, boxWidth) {
    this.columns = columns;
    this.boxWidth = boxWidth;
    this.shared = shared ?? [];
    this.lead = (selection ? kLead : 0) + (onopen ? kLead : 0); // its width
    this.leads = this.lead ? 1 : 0;
    this.stuck = this.#stuck(); // id of a column that stays in sight -> its left edge
  }

  get count() { return this.columns.length + this.leads; }
  get width() { return this.lead + this.#sum(this.columns); }
  columnAt(place) { return this.columns[place - this.leads]; }

  // In a narrow box a key column is cut to a part of it.
  widthOf(column) {
    if (!this.#isNarrow || !column.key) return column.width;
    return Math.min(column.width, Math.max(kLeastWidth, Math.floor(this.boxWidth * 0.4)));
  }

  // The place to which a box that is scrolled to `left` must be scrolled, so that the column at `place` is seen.
  scrollTo(place, left, clientWidth) {
    const column = this.columnAt(place);
    if (!column || this.stuck.has(column.id)) return left;
    const start = this.lead + this.#sum(this.columns.slice(0, place - this.leads));
    const covered = this.lead + this.#sum(this.columns.filter((one) => this.stuck.has(one.id)));
    const end = start + this.widthOf(column);
    if (start - covered < left) return start - covered;
    return end > left + clientWidth ? end - clientWidth : left;
  }

  get #isNarrow() { return this.boxWidth <= kNarrow; }
  #sum(columns) { return columns.reduce((sum, one) => sum + this.widthOf(one), 0); }

  // The lead stays in sight, and key columns do as long as the others keep some of the box. In a narrow box a key that
  // is the same in all rows scrolls away.
  #stuck() {
    const places = new Map();
    let left = this.lead;
    for (const column of this.columns) {
      if (!column.key) break;
      if (places.size === 0 && this.#isNarrow && this.shared.includes(column.path?.[0])) continue;
      if (left + this.widthOf(column) > this.boxWidth * 0.6) break;
      places.set(column.id, left);
      left += this.widthOf(column);
    }
    return places;
  }
}
