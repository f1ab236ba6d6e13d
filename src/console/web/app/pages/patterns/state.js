// The state of the page of one access pattern: the texts of its form, the requests that these make, and the result of a
// run of them.
import { missingOfParts, emptyParts, fillItem, partsBody, textsOfItem } from "../../dynamo/patterns/pattern_parts.js";
import { patternColumns } from "../../dynamo/patterns/pattern_columns.js";
import { PatternRun } from "../../dynamo/patterns/pattern_run.js";
import { faulty, inWordsOfForm } from "../../dynamo/patterns/pattern_texts.js";
import { composeBody, counted, emptyForm, fillForm, isWrite, missing,
  suggestions } from "../../dynamo/patterns/patterns.js";
import { WriteRun } from "../../dynamo/patterns/write_run.js";
import { viewOf } from "../../dynamo/tables/key_schema.js";

const kPauseMs = 250; // after a key, before the requests are composed again

export class PatternState {
  // `server`: the facts that the console knows of its server. `call` sends a request, `describe(table)` reads a
  // description, `examplesOf(pattern, signal)` items that exist, and `writtenBy(requests, signal)` the items that they
  // stored. `mayWrite(run)` asks the user, `say(text)` tells them something, `seen(table, items)` gets the items that
  // were read, `answered()` is called after an answer, and `redraw()` if something is to be shown.
  constructor(pattern, model, world) {
    this.pattern = pattern;
    this.model = model;
    this.world_ = world;
    this.isWriting = isWrite(pattern.Operation);
    this.form = { ...emptyForm(pattern), limit: "50", parts: emptyParts(pattern) };
    this.hasParts = this.form.parts.length > 0;
    const table = model.Tables.find((one) => one.Name === pattern.Table);
    this.entities = (table?.Entities ?? []).filter((one) => (pattern.Entities ?? []).includes(one.Name));

    this.found = null; // the values that exist: [{label, values}]
    this.partsFound = null; // likewise of each part
    this.examplesUnits = 0;
    this.examplesFault = null;
    this.examplesAbort_ = null;
    this.isTouched_ = false; // a text that the user empties stays empty

    this.requests = null; // those of the form; null if it has a fault that it says itself
    this.effects = null;
    this.composeFault = null;
    this.timer_ = 0;
    this.asked_ = 0;

    this.run = null;
    this.runFault = null;
    this.ranAt = null;
    this.abort_ = null;
  }

  // Composes the first requests. Values are not looked for unasked if a Scan is paid for.
  begin() {
    const { Served, Parameters } = this.pattern;
    if (Served && (Parameters.length > 0 || this.hasParts) && !this.world_.server.Amazon) this.suggest();
    return this.compose();
  }
  end() {
    clearTimeout(this.timer_);
    this.abort_?.abort();
    this.examplesAbort_?.abort();
  }
  stop() { this.abort_?.abort(); }
  get isBusy() { return this.abort_ !== null; }
  get isLooking() { return this.examplesAbort_ !== null; }

  // The names of the parameters without a text, and of those whose text is wrong.
  get absent() { return [...missing(this.pattern, this.form), ...missingOfParts(this.pattern, this.form.parts)]; }
  get wrong() { return faulty(this.pattern, this.form); }
  get canRun() {
    return this.requests !== null && this.absent.length === 0 && this.wrong.length === 0 && !this.isBusy;
  }
  get body_() {
    return { ...composeBody(this.pattern, this.form),
      ...(this.hasParts ? { Parts: partsBody(this.pattern, this.form.parts) } : {}) };
  }

  async compose() {
    clearTimeout(this.timer_);
    const mine = ++this.asked_;
    let requests = null, fault = null;
    if (this.absent.length === 0 && this.wrong.length === 0) {
      try {
        const answer = await this.world_.call("PartitaConsole.ComposePattern", this.body_);
        if (mine !== this.asked_) return;
        requests = counted(answer.Requests);
        this.effects = answer.Effects ?? null;
      } catch (error) {
        if (mine !== this.asked_) return;
        error.message = inWordsOfForm(error.message, null);
        fault = error;
      }
    }
    this.requests = requests;
    this.composeFault = fault;
    this.world_.redraw();
  }
  // The form has another text; `isTyped` if the user typed it.
  changed(isTyped = false) {
    this.isTouched_ ||= isTyped;
    clearTimeout(this.timer_);
    this.timer_ = setTimeout(() => this.compose(), kPauseMs);
  }

  fill(suggestion) {
    fillForm(this.pattern, this.form, suggestion.values);
    return this.compose();
  }
  // Looks for values in the table.
  async suggest() {
    this.examplesFault = null;
    this.examplesAbort_ = new AbortController();
    try {
      const { examples, units } = await this.world_.examplesOf(this.pattern, this.examplesAbort_.signal);
      this.found = suggestions(this.pattern, this.entities, examples);
      this.partsFound = (this.pattern.Parts ?? []).map((part) =>
        (examples[part.Entity] ?? []).map((item) => textsOfItem(part, this.#entityOf(part), item)));
      this.examplesUnits = units;
      // Values of a write are not filled in unasked, because a press of Run would then change that item.
      if (!this.isWriting) this.#fillFirst();
    } catch (error) {
      if (error.name !== "AbortError") this.examplesFault = error;
    }
    this.examplesAbort_ = null;
    this.world_.redraw();
  }
  #entityOf(part) {
    return this.model.Tables.find((one) => one.Name === part.Table)?.Entities.find((one) => one.Name === part.Entity);
  }
  // A read by keys begins with the first item of each entity. An entity without an item leaves its part out. The answer
  // may come while the user types, whose texts stay.
  #fillFirst() {
    if (this.isTouched_) return;
    if (this.hasParts && this.absent.length > 0) {
      this.form.parts = this.form.parts.map((_, at) =>
        ({ items: this.partsFound[at].slice(0, 1).map((texts) => fillItem(this.pattern.Parts[at], texts)) }));
      this.compose();
    }
    const isEmpty = Object.values(this.form.values).every((text) => text === "") && this.form.range.from === "";
    if (this.found.length > 0 && isEmpty) this.fill(this.found[0]);
  }

  async go() {
    await this.compose();
    if (!this.requests) return;
    if (!this.isWriting) await this.#read();
    else if (!this.world_.server.ReadOnly) await this.#write();
  }
  async #read() {
    this.stop();
    const { call, describe } = this.world_, { pattern, requests } = this;
    const table = await describe(pattern.Table).catch(() => null);
    const view = table && viewOf(table, requests[0]?.Body.IndexName ?? "");
    this.run = new PatternRun({ call, requests, sortKey: view?.sort ?? [] });
    this.run.columns = patternColumns(table, this.entities);
    this.ranAt = new Date();
    await this.more();
    this.world_.answered();
  }
  // Reads the next items of the run.
  async more() {
    const own = (this.abort_ = new AbortController());
    this.runFault = null;
    this.world_.redraw();
    try {
      await this.run.next(own.signal);
      this.world_.seen(this.pattern.Table, this.run.items);
    } catch (error) {
      if (error.name !== "AbortError") this.runFault = error;
    }
    if (this.abort_ === own) this.abort_ = null;
    this.world_.redraw();
  }

  async #write() {
    this.stop();
    const own = (this.abort_ = new AbortController());
    const made = new WriteRun({ call: this.world_.call, body: this.body_ });
    this.run = null;
    this.runFault = null;
    this.world_.redraw();
    try {
      await this.#carryOut(made, own.signal);
    } catch (error) {
      if (error.name !== "AbortError") {
        this.runFault = error;
        this.#show(made);
      } else if (this.run !== made) {
        this.world_.say("Nothing was written.");
      }
    }
    if (this.abort_ === own) this.abort_ = null;
    // The stored items may have changed, and a repetition is a write of its own.
    this.compose();
    this.world_.redraw();
    this.world_.answered();
  }
  async #carryOut(made, signal) {
    await made.compose(signal);
    // A read before the write makes no change, and the write is known only after it.
    while (made.readsNext) await made.step(signal);
    if (!made.waiting) {
      this.#show(made);
    } else if (await this.world_.mayWrite(made)) {
      this.#show(made);
      while (made.waiting) await made.step(signal);
      await this.#readWritten(made, signal);
    } else {
      this.world_.say("Nothing was written.");
    }
  }
  // There is an answer from the moment on at which the write is sent, or if it ends without one.
  #show(made) {
    this.run = made;
    this.ranAt = new Date();
    this.world_.redraw();
  }
  // The written items, to show them. That they cannot be read is not a fault of the write.
  async #readWritten(made, signal) {
    if (!made.outcome?.Done) return;
    try {
      made.written = await this.world_.writtenBy(made.carriedOut, signal);
    } catch (error) {
      made.written = [];
      if (error.name !== "AbortError") made.writtenFault = error;
    }
  }
}
