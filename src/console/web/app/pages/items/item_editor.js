// An item as a form, as typed JSON or as plain JSON. The three share one item; the text that the user types counts
// while its form is shown.
import { m } from "../../m.js";
import { entriesOf, mapOf } from "../../dynamo/values/form.js";
import { itemNotPlain, itemOfText, plainText, typedText } from "../../dynamo/values/item_json.js";
import { pathTitle } from "../../dynamo/items/columns.js";
import { keyAttributes } from "../../dynamo/tables/keys.js";
import { entryForms } from "./value_form.js";

const kForms = [["form", "Form"], ["typed", "Typed JSON"], ["plain", "Plain JSON"]];

// The order of attributes has no meaning.
const stable = (item) => JSON.stringify(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));

export class ItemEditor {
  // `saved`: the item in the table, if the editor begins with another one.
  constructor(table, item, { isNew, saved = item }) {
    this.keys = keyAttributes(table).map(({ name }) => name);
    this.isNew = isNew;
    this.form = "form";
    this.entries = entriesOf(item, this.keys);
    this.text = "";
    this.first = stable(saved);
    this.fault = null;
    const editor = this;
    this.view = { view: () => editor.draw() };
  }
  // Whether closing the editor would lose something. A text with a fault counts as a change.
  isChanged() {
    if (this.forgotten) return false;
    const { item } = this.item();
    return item === null || stable(item) !== this.first;
  }
  forget() { this.forgotten = true; }

  // {item, faults: [text]}; without faults the item is one that can be sent.
  item() {
    if (this.form === "form") {
      const faults = [];
      const item = mapOf(this.entries, faults);
      return { item, faults: faults.map(({ path, text }) => (path.length ? `${pathTitle(path)}: ${text}` : text)) };
    }
    try {
      return { item: itemOfText(this.text, this.form), faults: [] };
    } catch (error) {
      return { item: null, faults: [error.message] };
    }
  }
  choose(form) {
    if (form === this.form) return;
    const { item, faults } = this.item();
    if (faults.length) { this.fault = `Mend this first: ${faults[0]}`; return; }
    this.fault = null;
    this.form = form;
    if (form === "form") this.entries = entriesOf(item, this.keys);
    else this.text = form === "typed" ? typedText(item) : plainText(item);
  }
  draw() {
    const { item, faults } = this.item();
    const notPlain = item ? itemNotPlain(item) : null;
    return m(".item-editor.stack", [
      m(".row", [
        m(".segmented", { role: "group", "aria-label": "Edit as" },
          kForms.map(([form, title]) => m("button.button.small", {
          type: "button", "aria-pressed": String(form === this.form),
          disabled: form === "plain" && notPlain !== null && this.form !== "plain", onclick: () => this.choose(form),
        }, title))),
        notPlain !== null ? m("span.muted", `Plain JSON cannot say the type of ${notPlain}.`) : null,
      ]),
      this.fault ? m(".notice.warn", { role: "alert" }, this.fault) : null,
      this.form === "form" ? m(".stack.item-form", entryForms(this.entries, "",
        this.isNew ? { keys: this.keys } : { fixed: this.keys }))
        : m("textarea.json", { "aria-label": this.form === "typed" ? "The item as typed JSON"
          : "The item as plain JSON", rows: 22, spellcheck: false, value: this.text,
          "aria-invalid": faults.length ? "true" : undefined, oninput: (e) => (this.text = e.target.value) }),
      this.form !== "form" && faults.length ? m("p.fault", faults[0]) : null,
    ]);
  }
}
