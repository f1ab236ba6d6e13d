// Sends the requests of writes, and counts their cost.
import {
  DeleteItemCommand,
  GetItemCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  type ConsumedCapacity,
  type TransactWriteItemsCommandInput,
} from "@aws-sdk/client-dynamodb";

import { toMap, toRecord, type AttributeMap } from "./attributes.js";
import type { Cost } from "./calls.js";
import { addCapacity, noCost, sending } from "./costs.js";
import type { TableDescription } from "./description.js";
import { endAtLostAnswer, ofEachAttempt } from "./lost_answer.js";
import type { CallOptions, Session } from "./session.js";
import { deleteItemInput, putItemInput, updateItemInput, type WriteAction } from "./write_action.js";

// A call of a write, with the cost so far.
export interface WriteCall {
  readonly session: Session;
  readonly options: CallOptions;
  readonly cost: Cost;
}

// Returns a call without cost so far.
export function newCall(session: Session, options: CallOptions = {}): WriteCall {
  return { session, options, cost: noCost() };
}

function whole(item: AttributeMap): AttributeMap | undefined {
  return item.size === 0 ? undefined : item;
}

// Reads an item with its latest value. Returns undefined if it does not exist. Throws the errors of the SDK.
export async function getItem(
  call: WriteCall,
  table: TableDescription,
  key: AttributeMap,
): Promise<AttributeMap | undefined> {
  ++call.cost.requests;
  const answer = await call.session.client.send(
    new GetItemCommand({
      TableName: call.session.tableName(table),
      Key: toRecord(key),
      ConsistentRead: true,
      ReturnConsumedCapacity: "TOTAL",
    }),
    sending(call.options.signal),
  );
  addCapacity(call.cost, answer.ConsumedCapacity);
  return whole(toMap(answer.Item));
}

interface Answer {
  readonly Attributes?: Parameters<typeof toMap>[0];
  readonly ConsumedCapacity?: ConsumedCapacity | undefined;
}

async function answerOf(call: WriteCall, action: WriteAction): Promise<Answer> {
  const { session, options } = call;
  const table = session.tableName(action.table);
  switch (action.kind) {
    case "put": {
      const command = new PutItemCommand(putItemInput(action, table));
      command.middlewareStack.add(endAtLostAnswer, ofEachAttempt);
      return session.client.send(command, sending(options.signal));
    }
    case "update": {
      const command = new UpdateItemCommand(updateItemInput(action, table));
      command.middlewareStack.add(endAtLostAnswer, ofEachAttempt);
      return session.client.send(command, sending(options.signal));
    }
    case "delete": {
      const command = new DeleteItemCommand(deleteItemInput(action, table));
      command.middlewareStack.add(endAtLostAnswer, ofEachAttempt);
      return session.client.send(command, sending(options.signal));
    }
    case "check":
      throw new TypeError("a check is sent in a transaction only");
  }
}

// Sends one action by itself. Returns the item that the service returned, or undefined if it returned none. Throws the
// errors of the SDK, and LostAnswer.
export async function sendAction(call: WriteCall, action: WriteAction): Promise<AttributeMap | undefined> {
  ++call.cost.requests;
  const answer = await answerOf(call, action);
  addCapacity(call.cost, answer.ConsumedCapacity);
  return whole(toMap(answer.Attributes));
}

// Sends one attempt of a transaction. Throws the errors of the SDK, and LostAnswer.
export async function sendTransaction(call: WriteCall, input: TransactWriteItemsCommandInput): Promise<void> {
  ++call.cost.requests;
  const command = new TransactWriteItemsCommand(input);
  command.middlewareStack.add(endAtLostAnswer, ofEachAttempt);
  const answer = await call.session.client.send(command, sending(call.options.signal));
  addCapacity(call.cost, answer.ConsumedCapacity);
}
