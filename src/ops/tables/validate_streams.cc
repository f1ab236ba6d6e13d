// Validators of the operations of streams.
#include <algorithm>

#include "base/try.h"
#include "ops/prepare.h"
#include "ops/rules/constraints.h"
#include "ops/rules/names.h"
#include "value/limits.h"

namespace partita::ops {
namespace {

// Checks the form of a stream's ARN, of any length, region and account. The service has one text for all faults of it.
Result<void> check_stream_arn(const OptionalString& arn) {
  if (!arn || is_stream_arn(*arn)) return {};
  return invalid("Invalid StreamArn");
}

void constrain_shard_id(Constraints& constraints, const OptionalString& id, const RequestPlace& place) {
  if (id) constraints.length(*id, place, limits::kLeastShardIdBytes, limits::kMostShardIdBytes);
}

bool has_form_of_sequence_number(std::string_view text) {
  return text.size() >= limits::kLeastSequenceNumberBytes && text.size() <= limits::kMostSequenceNumberBytes &&
         std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

Result<void> check_sequence_number(const GetShardIteratorRequest& request) {
  const ShardIteratorType type = request.shard_iterator_type->value();
  const bool by_number = type == ShardIteratorType::AtSequenceNumber || type == ShardIteratorType::AfterSequenceNumber;
  if (by_number && !request.sequence_number)
    return invalid("One or more parameter values were invalid: SequenceNumber cannot be null");
  if (!by_number && request.sequence_number)
    return invalid(
        "One or more parameter values were invalid: SequenceNumber should not be passed for this iterator type");
  if (type == ShardIteratorType::AtTimestamp && !request.timestamp)
    return invalid("Timestamp is required when ShardIteratorType is AT_TIMESTAMP");
  return {};
}

}  // namespace

Result<void> validate(const ListStreamsRequest& request) {
  Constraints constraints;
  constraints.at_least(request.limit, "limit", 1);
  constraints.at_most(request.limit, "limit", limits::kListedStreams);
  if (request.table_name) constraints.length(*request.table_name, "tableName", 1, limits::kMostTableArnBytes);
  PARTITA_TRY(constraints.finish());
  return check_stream_arn(request.exclusive_start_stream_arn);
}

Result<void> validate(const DescribeStreamRequest& request) {
  Constraints constraints;
  constraints.not_null(request.stream_arn, "streamArn");
  constraints.at_least(request.limit, "limit", 1);
  constraints.at_most(request.limit, "limit", limits::kListedShards);
  constrain_shard_id(constraints, request.exclusive_start_shard_id, "exclusiveStartShardId");
  if (request.shard_filter) {
    const RequestPlace place("shardFilter");
    constraints.one_of(request.shard_filter->type, RequestPlace(place, "type"));
    constrain_shard_id(constraints, request.shard_filter->shard_id, RequestPlace(place, "shardId"));
  }
  PARTITA_TRY(constraints.finish());
  PARTITA_TRY(check_stream_arn(request.stream_arn));
  if (request.shard_filter && (!request.shard_filter->type || !request.shard_filter->shard_id))
    return invalid("ShardFilter requires Type and ShardId");
  return {};
}

Result<void> validate(const GetShardIteratorRequest& request) {
  Constraints constraints;
  constraints.not_null(request.stream_arn, "streamArn");
  constraints.not_null(request.shard_id, "shardId");
  constrain_shard_id(constraints, request.shard_id, "shardId");
  constraints.not_null(request.shard_iterator_type, "shardIteratorType");
  constraints.one_of(request.shard_iterator_type, "shardIteratorType");
  if (request.sequence_number)
    constraints.length(*request.sequence_number, "sequenceNumber", limits::kLeastSequenceNumberBytes,
                       limits::kMostSequenceNumberBytes);
  PARTITA_TRY(constraints.finish());
  PARTITA_TRY(check_stream_arn(request.stream_arn));
  return check_sequence_number(request);
}

Result<void> validate(const GetRecordsRequest& request) {
  Constraints constraints;
  if (constraints.not_null(request.shard_iterator, "shardIterator"))
    constraints.length(*request.shard_iterator, "shardIterator", 1, limits::kMostShardIteratorBytes);
  constraints.at_least(request.limit, "limit", 1);
  constraints.at_most(request.limit, "limit", limits::kRecordsOfPage);
  return constraints.finish();
}

Result<void> validate(const SubscribeRequest& request) {
  PARTITA_TRY(check_table_name(request.table_name));
  Constraints constraints;
  constraints.at_least(request.limit, "limit", 1);
  constraints.at_most(request.limit, "limit", limits::kRecordsOfPage);
  PARTITA_TRY(constraints.finish());
  if ((request.from == SubscribeFrom::AfterSequenceNumber) != request.sequence_number.has_value())
    return invalid("A subscription takes a sequence number if and only if it begins after one");
  if (request.sequence_number && !has_form_of_sequence_number(*request.sequence_number))
    return invalid("Invalid SequenceNumber: \"" + *request.sequence_number +
                   "\". A subscription begins after the sequence number of a record that it gave before");
  return {};
}

}  // namespace partita::ops
