// The state of the page of PartiQL: statements, the parameters of their question marks, and their answers.
import { access, outline } from "../../dynamo/partiql/classify.js";
import { parameterValue, together, withParameters } from "../../dynamo/partiql/parameters.js";
import { StatementRun } from "../../dynamo/partiql/run.js";
import { statements as statementsOf } from "../../dynamo/partiql/tokens.js";

const kMostHistory = 50;

// The part that outlives the page, so that it is still there after a look at another page. A reload forgets it.
export const freshTexts = () => ({ text: "", parameters: [], mode: "each", history: [] });

export class Statements {
  // `call` sends a request. `viewsOf(table)`: its keys and indexes as far as they are known. `names()`: the tables, or
  // null. `mayScan(texts)` asks the user before whole tables are read. `seen(table, items)` gets the items that were
  // read.
  constructor(kept, { call, viewsOf, names, mayScan, seen, redraw }) {
    this.kept = kept;
    this.call_ = call;
    this.viewsOf_ = viewsOf;
    this.names_ = names;
    this.mayScan_ = mayScan;
    this.seen_ = seen;
    this.redraw_ = redraw;
    this.limit = "100";
    this.run = null;
    this.ran = []; // the statements that were run
    this.ranText = "";
    this.wrong = null; // the faults of the parameters, of the last press of Run
    this.abort_ = null;
  }

  get list() { return statementsOf(this.kept.text); }
  get isBusy() { return this.abort_ !== null; }
  get isSame() { return this.ranText === this.kept.text; }
  stop() { this.abort_?.abort(); }

  edit(text) {
    this.kept.text = text;
    this.wrong = null;
  }
  // The parameters of these statements. Those that a shorter text does not need are kept.
  parameters(list) {
    const { parameters } = this.kept, count = list.reduce((sum, one) => sum + outline(one).parameters, 0);
    while (parameters.length < count) parameters.push({ type: "S", text: "" });
    return parameters.slice(0, count);
  }
  // The effect of a statement: {access, text}.
  plan(one) {
    const { table } = outline(one), names = this.names_();
    if (table !== null && names !== null && !names.includes(table))
      return { access: "unknown", text: `The list of tables has no ${table}.` };
    return access(one, this.viewsOf_(table));
  }
  // Why these statements cannot be sent together, if they cannot.
  faultOf(list) {
    const { mode } = this.kept;
    if (list.length < 2 || mode === "each") return null;
    return together(list.map((one) => ({ Statement: one.text })), mode).fault;
  }

  async go() {
    const list = this.list;
    if (list.length === 0 || this.isBusy) return;
    const typed = this.parameters(list), values = typed.map((one) => parameterValue(one.type, one.text));
    this.wrong = values.map((one) => one.fault ?? null);
    if (this.wrong.some(Boolean)) {
      this.redraw_();
      return;
    }
    const scans = list.map((one) => this.plan(one)).filter((one) => one.access === "scan");
    if (scans.length > 0 && !(await this.mayScan_(scans.map((one) => one.text)))) return;
    this.#remember(typed);
    this.run = new StatementRun({ call: this.call_, mode: list.length > 1 ? this.kept.mode : "each",
      limit: /^[1-9]\d*$/.test(this.limit) ? Number(this.limit) : undefined,
      bodies: withParameters(list, values.map((one) => one.value)) });
    this.ran = list;
    this.ranText = this.kept.text;
    await this.#work((signal) => this.run.run(signal));
  }
  // Reads the next page of a result.
  more(result) { return this.#work((signal) => this.run.next(result, signal)); }

  async #work(work) {
    const own = (this.abort_ = new AbortController());
    this.redraw_();
    try {
      await work(own.signal);
    } catch (error) {
      if (error.name !== "AbortError") this.run.fault = error;
    }
    this.run.results.forEach((one, at) => this.seen_(outline(this.ran[at]).table, one.items));
    this.abort_ = null;
    this.redraw_();
  }

  #remember(parameters) {
    const { text, mode, history } = this.kept;
    const entry = { text, parameters: parameters.map((one) => ({ ...one })), mode };
    this.kept.history = [entry, ...history.filter((one) => one.text !== text)].slice(0, kMostHistory);
  }
  // Takes the parameters and the mode of an earlier run. Returns its text.
  recall({ text, parameters, mode }) {
    Object.assign(this.kept, { parameters: parameters.map((one) => ({ ...one })), mode });
    return text;
  }
}
