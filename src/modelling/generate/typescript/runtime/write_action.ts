// One action of a transaction on one item. A single action is sent as a PutItem, UpdateItem or DeleteItem.
import type {
  DeleteItemCommandInput,
  PutItemCommandInput,
  TransactWriteItem,
  UpdateItemCommandInput,
} from "@aws-sdk/client-dynamodb";

import { toRecord, type AttributeMap, type AttributeValue } from "./attributes.js";
import type { TableDescription } from "./description.js";
import type { Unique } from "./unique.js";

// The purpose of the action:
//   item      the item that the request names
//   oldItem   the item under its old key, for a move
//   claim     creates the sentinel of a unique value
//   release   removes that sentinel
//   repoint   gives that sentinel another owner
//   expired   removes the expired owner whose value a claim takes over, or checks that it does not exist
export type ActionPart = "item" | "oldItem" | "claim" | "release" | "repoint" | "expired";

// The texts of an action with their placeholders. An absent condition means that the action is unconditional.
export interface ActionExpressions {
  readonly update?: string;
  readonly condition?: string;
  readonly names?: Record<string, string>;
  readonly values?: Record<string, AttributeValue>;
}

// An action with the table and the key of its item.
export interface WriteAction extends ActionExpressions {
  readonly kind: "put" | "update" | "delete" | "check";
  readonly part: ActionPart;
  readonly returnsOld?: boolean; // put, update: return the old item; else an update returns the new one
  readonly unique?: Unique; // of "claim", "release", "repoint" and "expired"
  readonly table: TableDescription;
  readonly key: AttributeMap; // the primary key
  readonly item?: AttributeMap; // the whole item, of "put"
}

// The parameters that all requests of a write share. Each request asks for the stored item in case its condition fails.
interface SharedParameters {
  TableName: string;
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, AttributeValue>;
  ReturnValuesOnConditionCheckFailure: "ALL_OLD";
}

function sharedParameters(action: WriteAction, tableName: string): SharedParameters {
  return {
    TableName: tableName,
    ...(action.condition === undefined ? {} : { ConditionExpression: action.condition }),
    ...(action.names === undefined ? {} : { ExpressionAttributeNames: action.names }),
    ...(action.values === undefined ? {} : { ExpressionAttributeValues: action.values }),
    ReturnValuesOnConditionCheckFailure: "ALL_OLD",
  };
}

// The functions below return the request of an action. `tableName` is the table's name in the database.

export function putItemInput(action: WriteAction, tableName: string): PutItemCommandInput {
  return {
    ...sharedParameters(action, tableName),
    Item: toRecord(action.item ?? new Map()),
    ...(action.returnsOld ? { ReturnValues: "ALL_OLD" } : {}),
    ReturnConsumedCapacity: "TOTAL",
  };
}

export function updateItemInput(action: WriteAction, tableName: string): UpdateItemCommandInput {
  return {
    ...sharedParameters(action, tableName),
    Key: toRecord(action.key),
    ...(action.update === undefined ? {} : { UpdateExpression: action.update }),
    ReturnValues: action.returnsOld ? "ALL_OLD" : "ALL_NEW",
    ReturnConsumedCapacity: "TOTAL",
  };
}

export function deleteItemInput(action: WriteAction, tableName: string): DeleteItemCommandInput {
  return {
    ...sharedParameters(action, tableName),
    Key: toRecord(action.key),
    ReturnValues: "ALL_OLD",
    ReturnConsumedCapacity: "TOTAL",
  };
}

// Requires: an update has an update expression or a condition.
export function transactWriteItem(action: WriteAction, tableName: string): TransactWriteItem {
  const shared = sharedParameters(action, tableName);
  const { kind, update } = action;
  if (kind === "put") return { Put: { ...shared, Item: toRecord(action.item ?? new Map()) } };
  const Key = toRecord(action.key);
  if (kind === "update" && update !== undefined) return { Update: { ...shared, Key, UpdateExpression: update } };
  if (kind === "delete") return { Delete: { ...shared, Key } };
  // A transaction takes no update without changes.
  return { ConditionCheck: { ...shared, Key, ConditionExpression: action.condition } };
}
