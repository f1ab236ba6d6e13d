// The state of the table of item collections between two drawings: the open bands, how much is shown, the active cell,
// and the key whose tooltip is shown. An owner of a row is a band or an item.
import { Band } from "../../dynamo/collections/bands.js";

const kFirstItems = 12, kBands = 40;
export const kMoreItems = 100;

export class TableState {
  constructor() {
    this.openItems_ = new WeakSet();
    this.closedBands_ = new WeakSet();
    this.limits_ = new WeakMap(); // band -> its items that are shown
    this.bands_ = null; // those of the last drawing
    this.#forget();
  }

  // Other bands are another reading, which is not known yet.
  draw({ bands, values }) {
    this.firstItems_ = values ? kMoreItems : kFirstItems;
    if (this.bands_ === bands) return;
    this.bands_ = bands;
    this.#forget();
  }
  #forget() {
    this.owners_ = [];
    this.numbers_ = new WeakMap();
    this.active = { owner: null, column: null };
    this.tip = null; // {owner, attribute, anchor, items}
    this.bandLimit = kBands;
  }

  // Rows name their owners by numbers, which handlers of the whole table find again.
  numberOf(owner) {
    if (!this.numbers_.has(owner)) {
      this.numbers_.set(owner, this.owners_.length);
      this.owners_.push(owner);
    }
    return this.numbers_.get(owner);
  }
  ownerAt(number) { return this.owners_[number]; }
  isDrawn(owner) { return owner !== null && this.numbers_.has(owner); }

  isOpen(owner) { return owner instanceof Band ? !this.closedBands_.has(owner) : this.openItems_.has(owner); }
  setOpen(owner, isOpen) {
    const isBand = owner instanceof Band, set = isBand ? this.closedBands_ : this.openItems_;
    if (isOpen === isBand) set.delete(owner);
    else set.add(owner);
  }
  toggle(owner) { this.setOpen(owner, !this.isOpen(owner)); }

  limitOf(band) { return this.limits_.get(band) ?? this.firstItems_; }
  showMore(band) { this.limits_.set(band, this.limitOf(band) + kMoreItems); }

  // Shows the tooltip of an attribute of an owner. Returns whether anything changes.
  showTip(owner, attribute, anchor) {
    const { tip } = this;
    if (tip?.owner === owner && tip.attribute === attribute && tip.anchor === anchor) return false;
    this.tip = { owner, attribute, anchor, items: owner instanceof Band ? owner.items : [owner] };
    return true;
  }
  hideTip() {
    const wasShown = this.tip !== null;
    this.tip = null;
    return wasShown;
  }
}
