// search() sends the search of a pattern whose plan has a vector index.
import {
  SearchVectorsCommand,
  type SearchVectorsCommandInput,
  type SearchVectorsCommandOutput,
} from "@aws-sdk/client-dynamodb";

import { toMap, type AttributeValue } from "./attributes.js";
import { askedPattern, findKey, firstEntity, type AskedPattern } from "./asked_pattern.js";
import type { Row, ScoredRows, SearchRequest } from "./calls.js";
import { compose } from "./compose.js";
import { noCost, sending } from "./costs.js";
import type { IndexDescription } from "./description.js";
import { ModelError } from "./errors.js";
import { floatText } from "./float_text.js";
import { Placeholders } from "./placeholders.js";
import { matches, rowMatch } from "./row_match.js";
import type { Session } from "./session.js";
import { byName } from "./sorted_map.js";
import { handedOut, isExpired, misfit, storedRow, unreadableRow, type UnreadableReport } from "./stored_row.js";

const mostResults = 100;
const usualResults = 10;

function indexOf(pattern: AskedPattern): IndexDescription {
  return pattern.table.indexes[pattern.plan.index!]!;
}

// The attributes that the search compares, with their values. The fields of the partition key are in it. The others
// that the call gives are inline filters.
function comparedValues(request: SearchRequest, pattern: AskedPattern): Map<string, AttributeValue> {
  const { values, filters } = request;
  const entity = firstEntity(pattern);
  const index = indexOf(pattern);
  const compared = new Map<string, AttributeValue>();
  const equals = (attribute: string, value: AttributeValue): void => {
    if (!compared.has(attribute)) compared.set(attribute, value);
  };
  const partition = findKey(entity, pattern.plan.index)?.partition ?? [];
  for (const attribute of partition) {
    const value = compose(attribute, "partition", entity, values);
    if (!value)
      throw new ModelError(
        `The search "${pattern.name}" needs a value for each member of the partition key ${attribute.attribute} of ` +
          index.name,
      );
    equals(attribute.attribute, value);
  }
  const inPartition = partition.flatMap((one) => one.parts).map((part) => (typeof part === "string" ? -1 : part.field));
  for (const position of request.pattern.by) {
    if (inPartition.includes(position)) continue;
    const field = entity.fields[position]!;
    const value = values.get(field.attribute);
    if (!value)
      throw new ModelError(
        `The search "${pattern.name}" selects by a value of ${field.name}, and the given one is empty: items without ` +
          "a value cannot be selected",
      );
    equals(field.attribute, value);
  }
  for (const [name, value] of byName(filters ?? new Map<string, AttributeValue>())) {
    if (values.has(name)) throw new ModelError(`The search "${pattern.name}" selects by ${name} twice`);
    equals(name, value);
  }
  const tag = pattern.table.typeAttribute;
  const hasAliases = entity.aliases !== undefined && entity.aliases.length > 0;
  if (tag !== undefined && !hasAliases && index.vector?.filters.includes(tag)) equals(tag, { S: entity.name });
  return compared;
}

// The attributes of which the answer's rows are made, if it has the vector: those of the fields, of the entity's keys,
// the type tag, and the attribute by which items expire. Empty for an answer with all attributes but the vector.
function readAttributes(request: SearchRequest, pattern: AskedPattern): readonly string[] {
  const entity = firstEntity(pattern);
  const { wanted } = request.pattern;
  const fields = wanted
    ? wanted.flatMap((name) => entity.fields.find((field) => field.name === name) ?? [])
    : entity.fields;
  const stored = fields.filter((field) => !field.keyOnly).map((field) => field.attribute);
  const vector = indexOf(pattern).vector?.attribute;
  if (vector === undefined || !stored.includes(vector)) return [];
  const keys = [entity.primary, ...entity.indexes].flatMap((key) => [...key.partition, ...key.sort]);
  const tag = pattern.table.typeAttribute ?? "";
  const expiry = entity.ttl === undefined ? "" : entity.fields[entity.ttl]!.attribute;
  const names = [...stored, ...keys.map((key) => key.attribute), tag, expiry].filter((name) => name !== "");
  return [...new Set(names)];
}

// Throws ModelError if a value cannot be in a key or is absent.
function searchInput(session: Session, request: SearchRequest, pattern: AskedPattern): SearchVectorsCommandInput {
  const topK = request.topK ?? usualResults;
  if (topK < 1 || topK > mostResults) throw new ModelError(`top_k must be from 1 to ${mostResults}, not ${topK}`);
  const placeholders = new Placeholders();
  const SearchVector = request.vector.map((number) => ({ N: floatText(number) }));
  const condition = [...comparedValues(request, pattern)]
    .map(([attribute, value]) => `${placeholders.name(attribute)} = ${placeholders.value(value)}`)
    .join(" AND ");
  const projection = readAttributes(request, pattern)
    .map((attribute) => placeholders.name(attribute))
    .join(", ");
  return {
    TableName: session.tableName(pattern.table),
    IndexName: indexOf(pattern).name,
    TopK: topK,
    SearchVector,
    ReturnConsumedCapacity: "INDEXES",
    ...(projection !== "" && { ProjectionExpression: projection }),
    ...(condition !== "" && { SearchConditionExpression: condition }),
    ExpressionAttributeNames: placeholders.names(),
    ExpressionAttributeValues: placeholders.values(),
  };
}

interface Found {
  readonly rows: Row[];
  readonly scores: number[];
  readonly unreadable: UnreadableReport[];
  stale: number;
  leftOut: number; // rows that readers may not see
}

function rowsOf(
  session: Session,
  request: SearchRequest,
  pattern: AskedPattern,
  answer: SearchVectorsCommandOutput,
): Found {
  const { table, plan } = pattern;
  const topK = request.topK ?? usualResults;
  const match = rowMatch(pattern, request.values, undefined);
  const found: Found = { rows: [], scores: [], unreadable: [], stale: 0, leftOut: 0 };
  for (const { Item, Score } of answer.SearchResults ?? []) {
    if (found.rows.length + found.unreadable.length === topK) break;
    const row = storedRow(table, plan.index, toMap(Item));
    const isOfEntity = row.entity === firstEntity(pattern);
    const isStale = isOfEntity && !matches(match, firstEntity(pattern), row.item);
    if (isStale || (!request.expiredToo && isExpired(row, session))) {
      found.stale += isStale ? 1 : 0;
      ++found.leftOut;
    } else if (isOfEntity) {
      found.rows.push(handedOut(row, firstEntity(pattern)));
      found.scores.push(Score ?? 0);
    } else {
      found.unreadable.push(unreadableRow(table, row, misfit(pattern, row)));
    }
  }
  return found;
}

// Returns the items that a search found, the best first. If the index's inline filters have the type tag, it finds only
// items with the entity's tag. Items whose time to live has passed are left out, and so are entries whose fields are
// not what was asked for (Cost.stale). If the answer is then too short, the search is sent again with a greater number
// of items, up to 100, which is the most that the database gives. `incomplete` says that these were not enough. Throws
// the errors of the database, and ModelError if a value cannot be in a key or is absent.
export async function search(session: Session, request: SearchRequest): Promise<ScoredRows> {
  const pattern = askedPattern(request.table, request.pattern);
  const topK = request.topK ?? usualResults;
  let input = searchInput(session, request, pattern);
  const cost = noCost();
  for (let asked = topK; ; input = { ...input, TopK: asked }) {
    ++cost.requests;
    const answer = await session.client.send(new SearchVectorsCommand(input), sending(request.signal));
    const count = answer.SearchResults?.length ?? 0;
    cost.evaluated += count;
    cost.returned += count;
    cost.searchBytes = (cost.searchBytes ?? 0) + (answer.ConsumedCapacity?.VectorSearchRequestBytes ?? 0);
    const { rows, scores, unreadable, stale, leftOut } = rowsOf(session, request, pattern, answer);
    cost.stale = stale;
    const isFull = rows.length + unreadable.length === topK;
    const isShort = !isFull && leftOut > 0 && count >= asked;
    if (!isShort || asked === mostResults) return { rows, scores, unreadable, incomplete: isShort, cost };
    asked = Math.min(mostResults, asked + Math.max(asked, leftOut));
  }
}
