// The state of a grid between two drawings: its active cell, how far it is scrolled, and whether it has the focus.
import { RowScroll } from "../../base/row_scroll.js";
import { clampWidth, GridLayout } from "./layout.js";
import { gridMove } from "./move.js";

const kRow = 30, kHead = 32, kMore = 8, kWidthStep = 16;

export class GridState {
  constructor() {
    this.attrs = null; // those of the last drawing
    this.box = null; // the element that scrolls
    this.scroll = new RowScroll(kRow);
    this.active = { row: 0, column: 0 }; // row -1 is the header
    this.takesFocus = false; // after the next drawing the active cell takes the focus
    this.hadFocus = false;
    this.dragged = null; // {column, from, width}: the column whose width the pointer changes
  }

  get layout() { return new GridLayout(this.attrs, this.box?.clientWidth || 1000); }
  get activeItem() { return this.active.row >= 0 ? this.attrs.rows.row(this.active.row) : null; }

  // The attributes of the next drawing. Another result begins at its first row.
  draw(attrs) {
    if (this.attrs && this.attrs.rows !== attrs.rows) {
      this.active = { row: 0, column: Math.min(this.active.column, attrs.columns.length) };
      this.scroll.scrolled(0);
      if (this.box) this.box.scrollTop = 0;
    }
    this.attrs = attrs;
    this.#fit(this.box?.clientHeight ?? 600);
  }
  // The box was drawn. Returns whether it shows another number of rows than before.
  drawn(box) {
    this.box = box;
    const isOther = box.clientHeight - kHead !== this.scroll.view;
    if (isOther) this.#fit(box.clientHeight);
    return isOther;
  }
  #fit(height) { this.scroll.resize(this.attrs.rows.length, height - kHead); }

  // The rows to draw, [from, to).
  get range() {
    const [from, to] = this.rangeToRead, end = Math.min(to, this.attrs.rows.length);
    return [Math.min(from, end), end];
  }
  // The same, also beyond the rows that were read.
  get rangeToRead() { return this.scroll.range(kMore); }

  // Makes the cell at `place` the active one, and scrolls so that it is seen.
  go(place) {
    this.active = place;
    this.takesFocus = true;
    if (place.row >= 0) this.#reveal(place.row);
    if (!this.box) return;
    const left = this.layout.scrollTo(place.column, this.box.scrollLeft, this.box.clientWidth);
    if (left !== this.box.scrollLeft) this.box.scrollLeft = left;
  }
  #reveal(row) {
    const top = this.scroll.reveal(row);
    if (top === null || !this.box) return;
    this.box.scrollTop = top;
    // The browser may round it; its event must not count as another movement.
    this.scroll.top = this.box.scrollTop;
  }

  // The key moves, opens, selects, or changes a width. Returns whether it did.
  press(event) {
    const { active, layout } = this, column = layout.columnAt(active.column);
    if (event.shiftKey && active.row < 0 && column && (event.key === "ArrowLeft" || event.key === "ArrowRight"))
      this.widen(column, event.key === "ArrowLeft" ? -kWidthStep : kWidthStep);
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) return this.#enter(column);
    else if (event.key === " " && this.attrs.selection) this.#select();
    else return this.#move(event, layout);
    return true;
  }
  #enter(column) {
    const item = this.activeItem;
    if (this.active.row < 0 && column?.canUnfold) this.attrs.onunfold?.(column);
    else if (item) this.attrs.onopen?.(item, this.active.row);
    else return false;
    return true;
  }
  #select() {
    const item = this.activeItem, { selection } = this.attrs;
    if (item) selection.toggle(item);
    else if (this.active.row < 0) selection.toggleAll(selection.state() !== "all");
  }
  #move(event, layout) {
    const page = Math.max(1, Math.floor(this.scroll.view / kRow) - 1);
    const place = gridMove(event, this.active, { rows: this.attrs.rows.length, columns: layout.count, page });
    if (place) this.go(place);
    return place !== null;
  }

  widen(column, pixels, width = column.width) { this.attrs.onwidth?.(column, clampWidth(width + pixels)); }
}
