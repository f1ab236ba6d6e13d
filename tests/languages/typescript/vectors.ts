// Runs the calls of a file of vectors (record_vectors) through the run time of TypeScript, at an endpoint that knows the
// recorded answers. Each call must send the recorded requests, no others, and give the recorded result.
//
//   node vectors.js FILE...
import { readFileSync } from "node:fs";

import * as sdk from "@aws-sdk/client-dynamodb";

import type { AttributeMap, AttributeValue } from "./runtime/attributes.js";
import { BatchUnfinished } from "./runtime/batch_unfinished.js";
import { batchWrite } from "./runtime/batch_write.js";
import type { Change, GetRequest, Predicate, ReadRequest, Row, SortRange, WriteRequest } from "./runtime/calls.js";
import { count } from "./runtime/count.js";
import type { ModelDescription } from "./runtime/description.js";
import { ModelError, WriteRefused } from "./runtime/errors.js";
import { batchGet, transactGet } from "./runtime/keyed_reads.js";
import { load } from "./runtime/load.js";
import { read } from "./runtime/read.js";
import { Session } from "./runtime/session.js";
import type { Client } from "./runtime/session.js";
import { transact } from "./runtime/transact.js";
import { write } from "./runtime/write.js";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Fields = { [name: string]: Json };

interface Exchange {
  readonly operation: string;
  readonly request: Fields;
  readonly response?: Fields;
  readonly error?: Fields;
}
interface Case {
  readonly call: Fields;
  readonly exchanges: readonly Exchange[];
  readonly answer: Fields;
}

// ---- attribute values as JSON

const isBytes = (name: string): boolean => name === "B" || name === "BS";

// The form of the SDK: bytes are not texts.
function fromWire(value: Json, name = ""): unknown {
  if (typeof value === "string") return name === "B" ? Buffer.from(value, "base64") : value;
  if (Array.isArray(value))
    return value.map((one) => (name === "BS" ? Buffer.from(one as string, "base64") : fromWire(one)));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fromWire(one, key)]));
}

// Equal texts for equal requests: members sorted, bytes in base64, sets sorted, and ids of writes all alike.
function canonical(value: unknown): string {
  const plain = (one: unknown, name: string): unknown => {
    if (one instanceof Uint8Array) return Buffer.from(one).toString("base64");
    if (typeof one === "string") return one.startsWith("fefefefe-") ? "<id>" : one;
    if (Array.isArray(one)) {
      const all = one.map((element) => plain(element, ""));
      return name === "SS" || name === "NS" || isBytes(name) ? (all as string[]).sort() : all;
    }
    if (one === null || typeof one !== "object") return one;
    const members = Object.entries(one).filter(([, member]) => member !== undefined);
    return members.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, member]) => [key, plain(member, key)]);
  };
  return JSON.stringify(plain(value, ""));
}

// ---- the endpoint

function errorOf(error: Fields): Error {
  const name = String(error["__type"]).replace(/^.*#/, "");
  const details = {
    ...(fromWire(error) as object),
    message: String(error["message"] ?? error["Message"] ?? ""),
    $metadata: {},
  };
  const known = sdk as unknown as Record<string, new (details: object) => Error>;
  const Known = known[name];
  return Known ? new Known(details) : new sdk.DynamoDBServiceException({ name, $fault: "client", ...details });
}

class Endpoint {
  readonly faults: string[] = [];
  private waiting: Exchange[] = [];

  begin(exchanges: readonly Exchange[]): void {
    this.waiting = [...exchanges];
  }
  end(): void {
    for (const one of this.waiting) this.faults.push(`not sent: ${one.operation} ${canonical(one.request)}`);
  }
  async send(command: { readonly constructor: { readonly name: string }; readonly input: object }): Promise<unknown> {
    const operation = command.constructor.name.replace(/Command$/, "");
    const request = canonical(command.input);
    const at = this.waiting.findIndex(
      (one) => one.operation === operation && canonical(fromWire(one.request)) === request,
    );
    const found = this.waiting[at];
    if (!found) {
      this.faults.push(`unexpected: ${operation} ${request}`);
      throw new Error(`no answer for ${operation}`);
    }
    this.waiting.splice(at, 1);
    if (found.error) throw errorOf(found.error);
    return fromWire(found.response ?? {});
  }
}

// ---- calls

function mapOf(values: Json): Map<string, AttributeValue | undefined> {
  return new Map((values as [string, Json][]).map(([name, value]) => [name, valueOf(value)]));
}
const valueOf = (value: Json): AttributeValue | undefined =>
  value === null ? undefined : (fromWire(value) as AttributeValue);

function predicate(value: Json): Predicate {
  const { values, children, ...rest } = value as Fields;
  return {
    ...(rest as unknown as Predicate),
    ...(values !== undefined && { values: (values as Json[]).map(valueOf) }),
    ...(children !== undefined && { children: (children as Json[]).map(predicate) }),
  };
}

class Player {
  private token: string | undefined;
  constructor(
    private readonly session: Session,
    private readonly model: ModelDescription,
  ) {}

  private table(name: Json): ModelDescription["tables"][number] {
    return this.model.tables.find((table) => table.name === name)!;
  }

  private read(call: Fields): ReadRequest {
    const pattern = this.model.patterns[call["pattern"] as number]!;
    const { values, range, filter, afterLast, ...rest } = call;
    return {
      ...(rest as object),
      table: this.model.tables[pattern.table]!,
      pattern,
      values: mapOf(values!) as AttributeMap,
      ...(range !== undefined && { range: fromWire(range) as SortRange }),
      ...(filter !== undefined && { filter: predicate(filter) }),
      ...(afterLast !== undefined && this.token !== undefined && { after: this.token }),
    };
  }

  private write(value: Json): WriteRequest {
    const call = value as Fields;
    const table = this.table(call["table"]!);
    const { values, movedTo, given, changes, condition, expectedVersion, entity, kind, ...rest } = call;
    return {
      ...(rest as object),
      kind: kind as WriteRequest["kind"],
      table,
      entity: table.entities[entity as number]!,
      values: mapOf(values!) as AttributeMap,
      ...(movedTo !== undefined && { movedTo: mapOf(movedTo) as AttributeMap }),
      ...(given !== undefined && { given: mapOf(given) }),
      ...(changes !== undefined && { changes: (changes as Fields[]).map((one) => this.change(one)) }),
      ...(condition !== undefined && { condition: predicate(condition) }),
      ...(expectedVersion !== undefined && { expectedVersion: BigInt(expectedVersion as string) }),
    };
  }
  private change(change: Fields): Change {
    const { value, range, ...rest } = change;
    const ends = range as { least: string; most: string } | undefined;
    return {
      ...(rest as unknown as Change),
      ...(value !== undefined && { value: fromWire(value) as AttributeValue }),
      ...(ends && { range: { least: BigInt(ends.least), most: BigInt(ends.most) } }),
    };
  }
  private gets(value: Json): GetRequest[] {
    return (value as Fields[]).map((one) => {
      const table = this.table(one["table"]!);
      return { table, entity: table.entities[one["entity"] as number]!, values: mapOf(one["values"]!) as AttributeMap };
    });
  }

  private row(row: Row | undefined): unknown {
    if (!row) return null;
    const table = this.model.tables.find((one) => one.entities.includes(row.entity))!;
    return { entity: table.entities.indexOf(row.entity), attributes: Object.fromEntries(row.attributes) };
  }

  // The result in the form of the recorded one.
  async play(call: Fields): Promise<unknown> {
    switch (call["call"]) {
      case "read":
      case "load": {
        const request = this.read(call);
        const members = (call["members"] as Fields[] | undefined)?.map((one) => ({
          entity: request.table.entities[one["entity"] as number]!,
          single: one["single"] as boolean,
        }));
        const page = members ? await load(this.session, { ...request, members }) : await read(this.session, request);
        this.token = page.token;
        return {
          rows: page.rows.map((row) => this.row(row)),
          hasToken: page.token !== undefined,
          unreadable: page.unreadable.length,
          stale: page.cost.stale,
          requests: page.cost.requests,
        };
      }
      case "count":
        return { count: (await count(this.session, this.read(call))).count };
      case "batchGet": {
        const answer = await batchGet(this.session, this.gets(call["gets"]!), call["consistent"] as boolean);
        return { rows: answer.rows.map((row) => this.row(row)) };
      }
      case "transactGet":
        return { rows: (await transactGet(this.session, this.gets(call["gets"]!))).rows.map((row) => this.row(row)) };
      case "write": {
        const answer = await write(this.session, this.write(call["write"]!));
        return {
          ...(answer.row && { row: [this.row(answer.row)] }),
          ...(answer.old && { old: [this.row(answer.old)] }),
          requests: answer.cost.requests,
        };
      }
      case "transact":
        await transact(
          this.session,
          (call["writes"] as Json[]).map((one) => this.write(one)),
        );
        return {};
      case "batchWrite":
        await batchWrite(
          this.session,
          (call["writes"] as Json[]).map((one) => this.write(one)),
        );
        return {};
      default:
        throw new Error(`unknown call ${String(call["call"])}`);
    }
  }
}

// ---- the comparison

const reasons: { readonly [refusal: string]: string } = {
  NotAsGiven: "ConditionFailed",
  ConditionFalse: "ConditionFailed",
  OutOfRange: "ConditionFailed",
};

// The advice of an error is in the words of each language: ": add .read_first()" in C++.
const advice =
  /: (add |say |give |name ).*$|: set the .*$|, or keep the stored value with .*$|\. Read the first page again .*$|: (pt::|a version of ).*$/;

function describeError(error: unknown): string {
  if (error instanceof WriteRefused) return `refused ${error.reason}`;
  if (error instanceof ModelError) return `wrong ${error.message.replace(advice, "")}`;
  // The layer in C++ tells the positions beside the error.
  if (error instanceof BatchUnfinished) return `wrong ${error.message.replace(advice, "")}`;
  return error instanceof Error ? `error ${error.name}: ${error.message}` : String(error);
}
function expectedError(error: Fields): string {
  const refusal = error["refusal"] as string | undefined;
  if (error["code"] === "VersionConflict") return "refused VersionConflict";
  if (refusal !== undefined) return `refused ${reasons[refusal] ?? refusal}`;
  return `wrong ${String(error["message"]).replace(advice, "")}`;
}

async function playCase(player: Player, endpoint: Endpoint, one: Case): Promise<string[]> {
  endpoint.faults.length = 0;
  endpoint.begin(one.exchanges);
  const expected = one.answer["error"] as Fields | undefined;
  let result: unknown;
  let failure: string | undefined;
  try {
    result = await player.play(one.call);
  } catch (error) {
    failure = describeError(error);
    if (!expected) endpoint.faults.push(error instanceof Error ? (error.stack ?? error.message) : failure);
  }
  endpoint.end();
  const faults = [...endpoint.faults];
  if (expected && failure === undefined) faults.push(`it succeeds, and should fail: ${expectedError(expected)}`);
  if (expected && failure !== undefined) {
    const service = `error ${String(expected["code"])}: ${String(expected["message"])}`;
    if (failure !== expectedError(expected) && failure !== service)
      faults.push(`it fails with: ${failure}\n  and not: ${expectedError(expected)}`);
  }
  if (!expected && failure === undefined && canonical(result) !== canonical(fromWire(one.answer)))
    faults.push(`result: ${canonical(result)}\n  and not: ${canonical(fromWire(one.answer))}`);
  return faults;
}

let played = 0;
let wrong = 0;
for (const path of process.argv.slice(2)) {
  const file = JSON.parse(readFileSync(path, "utf8")) as {
    description: ModelDescription;
    nowMs: number;
    cases: Case[];
  };
  const endpoint = new Endpoint();
  let ids = 0;
  const session = new Session(endpoint as unknown as Client, {
    pageTokenKeys: ["a key of the vectors"],
    now: () => file.nowMs,
    writeId: () => `fefefefe-${++ids}`,
    requestToken: () => `fefefefe-${++ids}`,
  });
  const player = new Player(session, file.description);
  for (const [i, one] of file.cases.entries()) {
    const faults = await playCase(player, endpoint, one);
    ++played;
    if (faults.length === 0) continue;
    ++wrong;
    if (wrong <= 20) console.log(`${path} case ${i}: ${JSON.stringify(one.call)}\n  ${faults.join("\n  ")}`);
  }
}
console.log(`${played - wrong} passed, ${wrong} failed`);
process.exitCode = wrong === 0 ? 0 : 1;
