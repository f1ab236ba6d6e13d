// Carries out a write of a model: sends the requests that ComposePattern gives, tells it the answers, and goes on until
// it has an outcome. The model layer in the server decides; the browser only sends, as the user.
import { counted } from "./patterns.js";

const kMostRequests = 40;
const isRead = (operation) => /^(Get|BatchGet|TransactGet)/.test(operation);

function unitsOf(answer) {
  const all = answer?.ConsumedCapacity ? [answer.ConsumedCapacity].flat() : [];
  const places = new Map();
  const add = (name, { CapacityUnits }) => places.set(name, (places.get(name) ?? 0) + CapacityUnits);
  for (const one of all) {
    if (one.Table) add(one.TableName, one.Table);
    for (const indexes of [one.LocalSecondaryIndexes, one.GlobalSecondaryIndexes])
      for (const [name, index] of Object.entries(indexes ?? {})) add(name, index);
  }
  const sum = all.reduce((units, one) => units + (one.CapacityUnits ?? 0), 0);
  return { units: all.length === 0 ? null : sum, places: [...places] };
}

export class WriteRun {
  // `body` is the body of ComposePattern.
  constructor({ call, body, now = () => performance.now() }) {
    this.call_ = call;
    this.body_ = body;
    this.now_ = now;
    this.answers_ = [];
    this.stats = []; // by request that was sent: {request, units, places, ms, error}
    this.item = null; // as the last answer has it
    this.composed = null;
  }

  // Asks for the next request.
  async compose(signal) {
    const { Seed, NowMs } = this.composed ?? {};
    const before = Seed === undefined ? {} : { Seed, NowMs };
    const answers = this.answers_.length > 0 ? { Answers: this.answers_ } : {};
    const body = { ...this.body_, ...before, ...answers };
    this.composed = await this.call_("PartitaConsole.ComposePattern", body, { signal });
    return this.composed;
  }
  get requests() { return counted(this.composed?.Requests ?? []); }
  get waiting() { return this.requests.find((one) => !one.Answered) ?? null; }
  get outcome() { return this.composed?.Outcome ?? null; }
  // Whether a request was carried out that changes something.
  get wrote() { return this.carriedOut.length > 0; }
  // The requests that were carried out and change something.
  get carriedOut() {
    return this.stats.filter((one) => one.error === null && !isRead(one.request.Operation)).map((one) => one.request);
  }
  get readsNext() { return this.waiting !== null && isRead(this.waiting.Operation); }

  // Sends the next request, and asks for the one after it. Throws an error that is not an answer of a database, because
  // then it is not known whether the request was carried out.
  async step(signal) {
    const request = this.waiting;
    if (this.stats.length >= kMostRequests)
      throw new Error(`The write is not at its end after ${kMostRequests} requests.`);
    const stat = { request, units: null, places: [], ms: 0, error: null };
    this.stats.push(stat);
    const start = this.now_();
    try {
      const answer = await this.call_(request.Operation, request.Body, { signal });
      Object.assign(stat, unitsOf(answer));
      this.item = answer.Attributes ?? answer.Item ?? this.item;
      this.answers_.push({ Status: 200, Text: JSON.stringify(answer) });
    } catch (error) {
      stat.error = error;
      if (!error.status || !error.body) throw error;
      this.answers_.push({ Status: error.status, Text: JSON.stringify(error.body) });
    } finally {
      stat.ms = this.now_() - start;
    }
    await this.compose(signal);
  }

  get totals() {
    const known = this.stats.filter((one) => one.units !== null);
    return {
      requests: this.stats.length,
      units: known.length === 0 ? null : known.reduce((sum, one) => sum + one.units, 0),
      ms: this.stats.reduce((sum, one) => sum + one.ms, 0),
    };
  }
}
