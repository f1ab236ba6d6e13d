// Which rows a scrolled box shows. A browser's element has a greatest height (17 million pixels in Firefox), which a
// million rows exceed. So above `kTallest` a pixel of the scroll bar is more than one pixel of rows, and small
// movements still move the rows by as much as the wheel did.

export const kTallest = 8_000_000;

export class RowScroll {
  constructor(rowHeight) {
    this.rowHeight = rowHeight;
    this.rows = 0;
    this.view = 0; // pixels of the box that show rows
    this.top = 0; // scrollTop of the box
    this.virtual = 0; // pixels of rows above the box's upper edge
  }
  get whole() { return this.rows * this.rowHeight; }
  get height() { return Math.min(this.whole, kTallest); }
  get greatest() { return Math.max(0, this.whole - this.view); }

  resize(rows, view) {
    this.rows = rows;
    this.view = view;
    if (this.whole <= kTallest) this.virtual = this.top;
    this.virtual = Math.min(this.virtual, this.greatest);
  }
  // The box was scrolled to `top`.
  scrolled(top) {
    const moved = top - this.top, reach = this.height - this.view;
    this.top = top;
    if (this.whole <= kTallest) this.virtual = top;
    else if (top <= 0) this.virtual = 0;
    else if (top >= reach) this.virtual = this.greatest;
    else if (Math.abs(moved) < 2 * this.view) this.virtual += moved;
    else this.virtual = (top / reach) * this.greatest;
    this.virtual = Math.min(Math.max(this.virtual, 0), this.greatest);
  }
  // The rows that are seen, [from, to), with `more` rows before and behind.
  range(more = 0) {
    const from = Math.floor(this.virtual / this.rowHeight) - more;
    const to = Math.ceil((this.virtual + this.view) / this.rowHeight) + more;
    return [Math.max(0, from), Math.max(0, to)];
  }
  // The position of a row in the scrolled content.
  place(row) {
    return row * this.rowHeight - this.virtual + this.top;
  }
  // Moves so that `row` is in sight, and returns the scrollTop for it; null if the row is in sight already.
  reveal(row) {
    const upper = row * this.rowHeight, lower = upper + this.rowHeight;
    if (upper >= this.virtual && lower <= this.virtual + this.view) return null;
    this.virtual = Math.min(Math.max(upper < this.virtual ? upper : lower - this.view, 0), this.greatest);
    // On a scale the rows keep their exact positions, and the position of the scroll bar is rounded.
    const reach = this.height - this.view;
    if (this.whole <= kTallest) this.top = this.virtual;
    else if (this.virtual <= 0) this.top = 0;
    else if (this.virtual >= this.greatest) this.top = reach;
    else this.top = Math.min(Math.max(Math.round((this.virtual / this.greatest) * reach), 1), reach - 1);
    return this.top;
  }
}
