// Creates the tables of a model, or checks those that exist.
import type { CreateTableCommandInput, DescribeTableCommandOutput } from "@aws-sdk/client-dynamodb";
import {
  CreateTableCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  ResourceInUseException,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";

import { sending } from "./costs.js";
import type { TableDescription } from "./description.js";
import { ModelError } from "./errors.js";
import { wait } from "./retry_delay.js";
import type { CallOptions, Session } from "./session.js";

type Described = NonNullable<DescribeTableCommandOutput["Table"]>;

async function find(session: Session, name: string, signal: AbortSignal | undefined): Promise<Described | undefined> {
  try {
    return (await session.client.send(new DescribeTableCommand({ TableName: name }), sending(signal))).Table;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

interface Keyed {
  readonly KeySchema?:
    readonly { readonly AttributeName?: string | undefined; readonly KeyType?: string | undefined }[] | undefined;
}
interface Indexed extends Keyed {
  readonly IndexName?: string | undefined;
  readonly Projection?:
    | { readonly ProjectionType?: string | undefined; readonly NonKeyAttributes?: readonly string[] | undefined }
    | undefined;
}

function keysOf(what: Keyed): string {
  return (what.KeySchema ?? []).map((key) => `${key.AttributeName} ${key.KeyType}`).join(", ");
}
function projectionOf(index: Indexed): string {
  const projection = index.Projection;
  return [projection?.ProjectionType, ...[...(projection?.NonKeyAttributes ?? [])].sort()].join(" ");
}

function indexDifferences(wanted: readonly Indexed[], there: readonly Indexed[]): string[] {
  return wanted.flatMap((index) => {
    const found = there.find((one) => one.IndexName === index.IndexName);
    if (!found) return [`it lacks the index ${index.IndexName}`];
    if (keysOf(found) !== keysOf(index))
      return [`the index ${index.IndexName} has the keys ${keysOf(found)} and not ${keysOf(index)}`];
    if (projectionOf(found) !== projectionOf(index))
      return [`the index ${index.IndexName} projects ${projectionOf(found)} and not ${projectionOf(index)}`];
    return [];
  });
}

// In what a table differs from its model. Further indexes are not a difference, because a later version may need them.
function differences(wanted: CreateTableCommandInput, there: Described): string[] {
  const out = keysOf(wanted) === keysOf(there) ? [] : [`its keys are ${keysOf(there)} and not ${keysOf(wanted)}`];
  for (const { AttributeName: name, AttributeType: type } of wanted.AttributeDefinitions ?? []) {
    const found = there.AttributeDefinitions?.find((one) => one.AttributeName === name);
    if (found && found.AttributeType !== type)
      out.push(`the attribute ${name} has the type ${found.AttributeType} and not ${type}`);
  }
  return [
    ...out,
    ...indexDifferences(wanted.GlobalSecondaryIndexes ?? [], there.GlobalSecondaryIndexes ?? []),
    ...indexDifferences(wanted.LocalSecondaryIndexes ?? [], there.LocalSecondaryIndexes ?? []),
  ];
}

function requestOf(session: Session, table: TableDescription): CreateTableCommandInput {
  return { ...(table.create as Omit<CreateTableCommandInput, "TableName">), TableName: session.tableName(table) };
}

// Throws ModelError that lists the differences of each table from its model, or names a table that does not exist.
export async function checkTables(
  session: Session,
  tables: readonly TableDescription[],
  options: CallOptions = {},
): Promise<void> {
  const faults: string[] = [];
  for (const table of tables) {
    const name = session.tableName(table);
    const there = await find(session, name, options.signal);
    const found = there ? differences(requestOf(session, table), there) : ["it does not exist"];
    if (found.length > 0) faults.push(`the table ${name} is not that of the model: ${found.join("; ")}`);
  }
  if (faults.length > 0) throw new ModelError(faults.join("\n"));
}

function isActive(table: Described | undefined): boolean {
  return (
    table?.TableStatus === "ACTIVE" &&
    (table.GlobalSecondaryIndexes ?? []).every((index) => index.IndexStatus === "ACTIVE")
  );
}

async function enableTimeToLive(
  session: Session,
  table: TableDescription,
  signal: AbortSignal | undefined,
): Promise<void> {
  const attribute = table.ttlAttribute;
  if (attribute === undefined) return;
  const TableName = session.tableName(table);
  const { TimeToLiveDescription: there } = await session.client.send(
    new DescribeTimeToLiveCommand({ TableName }),
    sending(signal),
  );
  if (there?.TimeToLiveStatus === "ENABLED" || there?.TimeToLiveStatus === "ENABLING") {
    if (there.AttributeName === attribute) return;
    throw new ModelError(`the items of ${TableName} expire by ${there.AttributeName} and not by ${attribute}`);
  }
  const TimeToLiveSpecification = { Enabled: true, AttributeName: attribute };
  await session.client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }), sending(signal));
}

// Creates the tables that do not exist, with their indexes and time to live, and waits until all are ACTIVE. Throws
// ModelError as checkTables() for tables that exist and differ.
export async function createTables(
  session: Session,
  tables: readonly TableDescription[],
  options: CallOptions = {},
): Promise<void> {
  for (const table of tables) {
    const TableName = session.tableName(table);
    if (!(await find(session, TableName, options.signal))) {
      try {
        await session.client.send(new CreateTableCommand(requestOf(session, table)), sending(options.signal));
      } catch (error) {
        // Another program created it meanwhile.
        if (!(error instanceof ResourceInUseException)) throw error;
      }
    }
    let delay = 25;
    while (!isActive(await find(session, TableName, options.signal))) {
      await wait(delay, options);
      delay = Math.min(2 * delay, 5000);
    }
    await enableTimeToLive(session, table, options.signal);
  }
  await checkTables(session, tables, options);
}
