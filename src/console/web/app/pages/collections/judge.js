// Says which entity each item is: by the model, or by a guess if no model has the table.
import { call } from "../../api.js";
import { entityGuess, shapeOf } from "../../dynamo/collections/entities.js";
import { readModel } from "../../model.js";

// An item that the model layer keeps for itself, so that a value stays unique; it is not a fault.
const isSentinel = (finding) => finding.Kind === "sentinel";

export class Judge {
  constructor(table, view) {
    this.table_ = table;
    this.view_ = view;
    this.known_ = new WeakMap(); // item -> JudgeItems' answer
    this.guess_ = null;
    this.isModel = false;
    this.fault = null;
  }

  // "as the model says", or the basis of the guess.
  get basis() {
    if (this.isModel) return "as the model says";
    if (!this.guess_) return "";
    return this.guess_.by === "attribute" ? `a guess, from the attribute ${this.guess_.attribute}`
      : `a guess, from the shape of ${this.guess_.attribute}`;
  }

  get typeAttribute() {
    return this.guess_?.by === "attribute" ? this.guess_.attribute : null;
  }

  async take(items, signal) {
    if (items.length === 0) return;
    // The first page decides, so that a colour keeps its meaning while more is read.
    this.guess_ ??= entityGuess(items, this.view_);
    try {
      const model = await readModel();
      this.isModel = !!model?.Tables.some((table) => table.Name === this.table_.TableName);
      if (!this.isModel) return;
      const body = { Table: this.table_.TableName, Items: items,
        ...(this.view_.name ? { Index: this.view_.name } : {}) };
      const answer = await call("PartitaConsole.JudgeItems", body, { signal });
      answer.Items.forEach((one, at) => this.known_.set(items[at], one));
      this.fault = null;
    } catch (error) {
      if (error.name === "AbortError") throw error;
      this.fault = error;
    }
  }

  nameOf(item) {
    const known = this.known_.get(item);
    return known ? known.Entity ?? (known.Findings.some(isSentinel) ? "unique value" : "not of the model")
      : this.guess_?.nameOf(item) ?? "";
  }
  findings(item) {
    return this.known_.get(item)?.Findings.filter((one) => !isSentinel(one)) ?? [];
  }
  findingsOf(item, attribute) {
    return this.findings(item).filter((one) => one.Attribute === attribute);
  }
  // {text, isGuess}: the template that made the attribute's value.
  templateOf(item, attribute) {
    const template = this.known_.get(item)?.Templates?.[attribute];
    return template !== undefined ? { text: template, isGuess: false } : { text: shapeOf(item[attribute]),
      isGuess: true };
  }
}
