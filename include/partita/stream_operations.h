// Requests and responses of the operations of streams. database_class.h has the contract of each operation with its
// errors. The rules of item_operations.h and table_operations.h hold here too. Source: "Amazon DynamoDB Streams" of the
// API reference. stream_record.h has the other form of a record, which Lambda functions receive.
//
// Members with the same meaning in several structs:
//   stream_arn  Required. The ARN of a stream, 37 to 1024 bytes:
//               arn:aws:dynamodb:<region>:<account>:table/<table>/stream/<label>.
//   shard_id    Required. 28 to 65 bytes, from DescribeStream.
#pragma once

#include <partita/item_operations.h>

namespace partita {

// ---- ListStreams

// The request of Database::list_streams.
struct ListStreamsRequest {
  OptionalString table_name = {};                  // only streams of this table; absent: of all tables
  OptionalInteger limit = {};                      // 1 to 100, default: 100
  OptionalString exclusive_start_stream_arn = {};  // the page has the streams after this one
};
// A stream in a list.
struct Stream {
  OptionalString stream_arn = {};
  OptionalString table_name = {};
  OptionalString stream_label = {};  // the time at which the stream was enabled, unique among the table's streams
};
// The response of Database::list_streams.
struct ListStreamsResponse {
  std::vector<Stream> streams = {};
  OptionalString last_evaluated_stream_arn = {};  // absent in the last page
};

// ---- DescribeStream

// Selects shards. Both members are required.
struct ShardFilter {
  OptionalEnum<ShardFilterType> type = {};
  OptionalString shard_id = {};  // the shard whose direct children are wanted
};
// The request of Database::describe_stream.
struct DescribeStreamRequest {
  OptionalString stream_arn = {};
  OptionalInteger limit = {};                    // the number of shards: 1 to 100, default: 100
  OptionalString exclusive_start_shard_id = {};  // the page has the shards after this one
  std::optional<ShardFilter> shard_filter = {};
};
// The sequence numbers of a shard, as decimal texts. All numbers of a shard's children are greater.
struct SequenceNumberRange {
  OptionalString starting_sequence_number = {};
  OptionalString ending_sequence_number = {};  // absent while the shard is open
};
// A shard: an ordered part of a stream. A reader must read a shard to its end before the shard's children.
struct Shard {
  OptionalString shard_id = {};
  std::optional<SequenceNumberRange> sequence_number_range = {};
  OptionalString parent_shard_id = {};
};
// A stream with a page of its shards. Parents come before their children.
struct StreamDescription {
  OptionalString stream_arn = {};
  OptionalString stream_label = {};
  OptionalEnum<StreamStatus> stream_status = {};
  OptionalEnum<StreamViewType> stream_view_type = {};
  std::optional<double> creation_request_date_time = {};
  OptionalString table_name = {};
  OptionalList<KeySchemaElement> key_schema = {};
  OptionalList<Shard> shards = {};
  OptionalString last_evaluated_shard_id = {};  // absent in the last page
};
// The response of Database::describe_stream.
struct DescribeStreamResponse {
  StreamDescription stream_description = {};
};

// ---- GetShardIterator

// The request of Database::get_shard_iterator.
struct GetShardIteratorRequest {
  OptionalString stream_arn = {};
  OptionalString shard_id = {};
  OptionalEnum<ShardIteratorType> shard_iterator_type = {};  // required
  OptionalString sequence_number = {};   // required with AT_SEQUENCE_NUMBER and AFTER_SEQUENCE_NUMBER: 21 to 40 digits
  std::optional<double> timestamp = {};  // required with AT_TIMESTAMP, and not in the future
};
// The response of Database::get_shard_iterator.
struct GetShardIteratorResponse {
  OptionalString shard_iterator = {};  // valid for 15 minutes, also after a restart of the database
};

// ---- GetRecords

// The request of Database::get_records.
struct GetRecordsRequest {
  OptionalString shard_iterator = {};  // required
  OptionalInteger limit = {};          // the number of records: 1 to 1000, default: 1000
};
// The originator of a change that no request made. Time to live has the type "Service" and the principal
// "dynamodb.amazonaws.com".
struct Identity {
  OptionalString principal_id = {};
  OptionalString type = {};
};
// The change of an item. The API calls this structure StreamRecord.
struct ItemChange {
  std::optional<double> approximate_creation_date_time = {};  // whole seconds
  std::optional<Item> keys = {};                              // the primary key of the item
  // The item after and before the change. The stream's view type decides which of the two are present.
  std::optional<Item> new_image = {};
  std::optional<Item> old_image = {};
  OptionalString sequence_number = {};
  OptionalInteger size_bytes = {};  // of the keys and of the images that are present, as the sizes of items are counted
  OptionalEnum<StreamViewType> stream_view_type = {};
};
// A record of a stream.
struct Record {
  OptionalString event_id = {};  // 32 hexadecimal digits, unique
  OptionalEnum<OperationType> event_name = {};
  OptionalString event_version = {};
  OptionalString event_source = {};
  OptionalString aws_region = {};
  std::optional<ItemChange> dynamodb = {};
  std::optional<Identity> user_identity = {};  // present only if time to live deleted the item
};
// The response of Database::get_records.
struct GetRecordsResponse {
  std::vector<Record> records = {};
  OptionalString next_shard_iterator = {};  // absent if the shard is closed and was read to its end
};

// ---- RollStream

// The request of Database::roll_stream, which only Partita has.
struct RollStreamRequest {
  OptionalString table_name = {};  // required
};
// The response of Database::roll_stream.
struct RollStreamResponse {
  OptionalString stream_arn = {};
  OptionalString closed_shard_id = {};
  OptionalString opened_shard_id = {};  // the child
};

}  // namespace partita
