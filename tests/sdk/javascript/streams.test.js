// A reader of streams with the AWS SDK for JavaScript v3: it finds the stream of a table, lists its shards, reads them
// from each kind of place, and follows them to their ends. Each test has a table of its own.
import assert from "node:assert/strict";
import { after, afterEach, beforeEach, test } from "node:test";
import {
  BatchWriteItemCommand,
  CreateTableCommand,
  DeleteItemCommand,
  DeleteTableCommand,
  DescribeTableCommand,
  PutItemCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
  UpdateTableCommand,
} from "@aws-sdk/client-dynamodb";
import {
  DescribeStreamCommand,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ListStreamsCommand,
  ResourceNotFoundException,
} from "@aws-sdk/client-dynamodb-streams";
import { marshall, unmarshall } from "@aws-sdk/util-dynamodb";
import { connect, connectToStreams } from "./endpoint.js";

const database = connect();
const streams = connectToStreams();
after(() => {
  database.destroy();
  streams.destroy();
});

let number = 0;
let TableName, StreamArn;

const put = (item) => database.send(new PutItemCommand({ TableName, Item: marshall(item) }));
const remove = (pk) => database.send(new DeleteItemCommand({ TableName, Key: marshall({ pk }) }));
const set = (pk, n) =>
  database.send(
    new UpdateItemCommand({
      TableName,
      Key: marshall({ pk }),
      UpdateExpression: "SET n = :n",
      ExpressionAttributeValues: marshall({ ":n": n }),
    }),
  );
const changeStream = async (StreamSpecification) => {
  const answer = await database.send(new UpdateTableCommand({ TableName, StreamSpecification }));
  return answer.TableDescription;
};
const enabled = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" };

const describe = async (arn = StreamArn) =>
  (await streams.send(new DescribeStreamCommand({ StreamArn: arn }))).StreamDescription;
const iteratorAt = async (place, arn = StreamArn) => {
  const [shard] = (await describe(arn)).Shards;
  const request = { StreamArn: arn, ShardId: shard.ShardId, ...place };
  return (await streams.send(new GetShardIteratorCommand(request))).ShardIterator;
};
const fromStart = () => iteratorAt({ ShardIteratorType: "TRIM_HORIZON" });

// Reads pages until the shard ends, or until an open shard has no more records. Returns the records and the last
// iterator, which is undefined at the end of a shard.
async function read(iterator, Limit) {
  const records = [];
  while (iterator) {
    const page = await streams.send(new GetRecordsCommand({ ShardIterator: iterator, Limit }));
    records.push(...page.Records);
    iterator = page.NextShardIterator;
    if (page.Records.length === 0) break;
  }
  return { records, iterator };
}
const keysOf = (records) => records.map((record) => unmarshall(record.dynamodb.Keys).pk);
const refusal = (command) => streams.send(command).then(() => assert.fail("accepted"), (error) => error);

beforeEach(async () => {
  TableName = `streams_javascript_${++number}`;
  const answer = await database.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
      AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
    }),
  );
  assert.equal(answer.TableDescription.LatestStreamArn, undefined);
  StreamArn = (await changeStream(enabled)).LatestStreamArn;
});
afterEach(() => database.send(new DeleteTableCommand({ TableName })));

test("a table names its stream, and the stream describes itself", async () => {
  const { Table } = await database.send(new DescribeTableCommand({ TableName }));
  assert.deepEqual(Table.StreamSpecification, enabled);
  const listed = await streams.send(new ListStreamsCommand({ TableName }));
  assert.deepEqual(listed.Streams, [{ StreamArn, TableName, StreamLabel: Table.LatestStreamLabel }]);
  assert.equal(listed.LastEvaluatedStreamArn, undefined);

  const { CreationRequestDateTime, Shards, ...rest } = await describe();
  assert.deepEqual(rest, {
    StreamArn,
    StreamLabel: Table.LatestStreamLabel,
    StreamStatus: "ENABLED",
    StreamViewType: "NEW_AND_OLD_IMAGES",
    TableName,
    KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
  });
  assert.equal(CreationRequestDateTime.toISOString(), `${Table.LatestStreamLabel}Z`);
  assert.equal(Shards.length, 1);
  assert.match(Shards[0].ShardId, /^shardId-\d{20}-[0-9a-f]{8}$/);
  assert.equal(Shards[0].ParentShardId, undefined);
  assert.match(Shards[0].SequenceNumberRange.StartingSequenceNumber, /^\d{21,40}$/);
  assert.equal(Shards[0].SequenceNumberRange.EndingSequenceNumber, undefined);
});

test("a reader from the start gets each change with its images", async () => {
  await put({ pk: "a", n: 1, tags: new Set(["x", "y"]) });
  await set("a", 2);
  await set("a", 2);
  await remove("a");
  await remove("a");
  const { records, iterator } = await read(await fromStart());
  assert.ok(iterator);
  assert.deepEqual(
    records.map(({ eventName, dynamodb: { OldImage, NewImage } }) => [
      eventName,
      OldImage && unmarshall(OldImage),
      NewImage && unmarshall(NewImage),
    ]),
    [
      ["INSERT", undefined, { pk: "a", n: 1, tags: new Set(["x", "y"]) }],
      ["MODIFY", { pk: "a", n: 1, tags: new Set(["x", "y"]) }, { pk: "a", n: 2, tags: new Set(["x", "y"]) }],
      ["REMOVE", { pk: "a", n: 2, tags: new Set(["x", "y"]) }, undefined],
    ],
  );
  for (const { dynamodb, ...record } of records) {
    assert.deepEqual(unmarshall(dynamodb.Keys), { pk: "a" });
    assert.equal(dynamodb.StreamViewType, "NEW_AND_OLD_IMAGES");
    assert.equal(dynamodb.ApproximateCreationDateTime.getMilliseconds(), 0);
    assert.equal(record.eventSource, "aws:dynamodb");
    assert.equal(record.awsRegion, "us-east-1");
    assert.equal(record.userIdentity, undefined);
  }
  assert.deepEqual(
    records.map((record) => record.dynamodb.SizeBytes),
    [15, 27, 15],
  );
});

test("LATEST gives what is written after it, however long the shard was idle", async () => {
  await put({ pk: "before" });
  const latest = await iteratorAt({ ShardIteratorType: "LATEST" });
  const idle = await read(latest);
  assert.deepEqual(idle.records, []);
  await put({ pk: "after" });
  assert.deepEqual(keysOf((await read(latest)).records), ["after"]);
  assert.deepEqual(keysOf((await read(idle.iterator)).records), ["after"]);
});

test("a reader goes on at and after a sequence number", async () => {
  for (const pk of ["a", "b", "c"]) await put({ pk });
  const { records } = await read(await fromStart());
  const { SequenceNumber } = records[1].dynamodb;
  const at = await iteratorAt({ ShardIteratorType: "AT_SEQUENCE_NUMBER", SequenceNumber });
  const behind = await iteratorAt({ ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber });
  assert.deepEqual(keysOf((await read(at)).records), ["b", "c"]);
  assert.deepEqual(keysOf((await read(behind)).records), ["c"]);
});

test("the records of each key come in the order of its writes", async () => {
  const writer = async (pk) => {
    for (let n = 1; n <= 20; ++n) await put({ pk, n });
    await database.send(
      new TransactWriteItemsCommand({ TransactItems: [{ Put: { TableName, Item: marshall({ pk, n: 21 }) } }] }),
    );
    await database.send(
      new BatchWriteItemCommand({ RequestItems: { [TableName]: [{ DeleteRequest: { Key: marshall({ pk }) } }] } }),
    );
  };
  await Promise.all(["a", "b", "c", "d"].map(writer));
  const { records } = await read(await fromStart(), 7);
  for (const key of ["a", "b", "c", "d"]) {
    const seen = records.map(({ dynamodb }) => dynamodb).filter(({ Keys }) => unmarshall(Keys).pk === key);
    assert.deepEqual(
      seen.map(({ NewImage }) => NewImage && unmarshall(NewImage).n),
      [...Array.from({ length: 21 }, (_, at) => at + 1), undefined],
    );
  }
  assert.equal(records.length, 4 * 22);
  assert.equal(new Set(records.map((record) => record.eventID)).size, records.length);
  const numbers = records.map((record) => BigInt(record.dynamodb.SequenceNumber));
  assert.ok(numbers.every((number, at) => at === 0 || number > numbers[at - 1]));
});

test("a shard that a disabled stream closed is read to its end", async () => {
  await put({ pk: "a" });
  const latest = await iteratorAt({ ShardIteratorType: "LATEST" });
  await put({ pk: "b" });
  const table = await changeStream({ StreamEnabled: false });
  assert.equal(table.StreamSpecification, undefined);
  assert.equal(table.LatestStreamArn, StreamArn);
  await put({ pk: "unseen" });

  const { StreamStatus, Shards } = await describe();
  assert.equal(StreamStatus, "DISABLED");
  const { StartingSequenceNumber, EndingSequenceNumber } = Shards[0].SequenceNumberRange;
  for (const [start, keys] of [[await fromStart(), ["a", "b"]], [latest, ["b"]]]) {
    const { records, iterator } = await read(start, 1);
    assert.deepEqual(keysOf(records), keys);
    assert.equal(iterator, undefined);
    for (const { dynamodb } of records) {
      assert.ok(BigInt(dynamodb.SequenceNumber) >= BigInt(StartingSequenceNumber));
      assert.ok(BigInt(dynamodb.SequenceNumber) <= BigInt(EndingSequenceNumber));
    }
  }
});

test("a stream that is enabled again is another stream", async () => {
  await put({ pk: "first" });
  await changeStream({ StreamEnabled: false });
  const { LatestStreamArn } = await changeStream({ StreamEnabled: true, StreamViewType: "KEYS_ONLY" });
  assert.notEqual(LatestStreamArn, StreamArn);
  await put({ pk: "second", n: 1 });
  const place = { ShardIteratorType: "TRIM_HORIZON" };
  const { records } = await read(await iteratorAt(place, LatestStreamArn));
  assert.deepEqual(keysOf(records), ["second"]);
  assert.equal(records[0].dynamodb.NewImage, undefined);
  assert.deepEqual(keysOf((await read(await iteratorAt(place))).records), ["first"]);
  const pages = [];
  for (let ExclusiveStartStreamArn; ; ) {
    const page = await streams.send(new ListStreamsCommand({ TableName, Limit: 1, ExclusiveStartStreamArn }));
    pages.push(page.Streams.map((stream) => stream.StreamArn));
    ExclusiveStartStreamArn = page.LastEvaluatedStreamArn;
    if (!ExclusiveStartStreamArn) break;
  }
  assert.deepEqual(pages.flat().sort(), [StreamArn, LatestStreamArn].sort());
  assert.equal(pages[0].length, 1);
});

test("errors reach a reader as the classes that it catches", async () => {
  const missing = `${StreamArn.slice(0, -1)}x`;
  const error = await refusal(new DescribeStreamCommand({ StreamArn: missing }));
  assert(error instanceof ResourceNotFoundException);
  assert.equal(error.message, `Requested resource not found: Stream: ${missing} not found`);
  const tooMany = new GetRecordsCommand({ ShardIterator: await fromStart(), Limit: 1001 });
  assert.equal((await refusal(tooMany)).name, "ValidationException");
  assert.equal((await refusal(new GetRecordsCommand({ ShardIterator: "x" }))).name, "ValidationException");
});
