// The wire names of the requests and responses of streams.
#pragma once

#include <partita/stream_operations.h>

#include "protocol/fields.h"

namespace partita::protocol {

template <class V, Is<ListStreamsRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("Limit", of.limit);
  v("ExclusiveStartStreamArn", of.exclusive_start_stream_arn);
}

template <>
inline constexpr std::string_view kClassName<Stream> = "Stream";
template <class V, Is<Stream> T>
void fields(V& v, T& of) {
  v("StreamArn", of.stream_arn);
  v("TableName", of.table_name);
  v("StreamLabel", of.stream_label);
}

template <class V, Is<ListStreamsResponse> T>
void fields(V& v, T& of) {
  v("Streams", of.streams);
  v("LastEvaluatedStreamArn", of.last_evaluated_stream_arn);
}

template <>
inline constexpr std::string_view kClassName<ShardFilter> = "ShardFilter";
template <class V, Is<ShardFilter> T>
void fields(V& v, T& of) {
  v("Type", of.type);
  v("ShardId", of.shard_id);
}

template <class V, Is<DescribeStreamRequest> T>
void fields(V& v, T& of) {
  v("StreamArn", of.stream_arn);
  v("Limit", of.limit);
  v("ExclusiveStartShardId", of.exclusive_start_shard_id);
  v("ShardFilter", of.shard_filter);
}

template <>
inline constexpr std::string_view kClassName<SequenceNumberRange> = "SequenceNumberRange";
template <class V, Is<SequenceNumberRange> T>
void fields(V& v, T& of) {
  v("StartingSequenceNumber", of.starting_sequence_number);
  v("EndingSequenceNumber", of.ending_sequence_number);
}

template <>
inline constexpr std::string_view kClassName<Shard> = "Shard";
template <class V, Is<Shard> T>
void fields(V& v, T& of) {
  v("ShardId", of.shard_id);
  v("SequenceNumberRange", of.sequence_number_range);
  v("ParentShardId", of.parent_shard_id);
}

template <>
inline constexpr std::string_view kClassName<StreamDescription> = "StreamDescription";
template <class V, Is<StreamDescription> T>
void fields(V& v, T& of) {
  v("StreamArn", of.stream_arn);
  v("StreamLabel", of.stream_label);
  v("StreamStatus", of.stream_status);
  v("StreamViewType", of.stream_view_type);
  v("CreationRequestDateTime", of.creation_request_date_time);
  v("TableName", of.table_name);
  v("KeySchema", of.key_schema);
  v("Shards", of.shards);
  v("LastEvaluatedShardId", of.last_evaluated_shard_id);
}

template <class V, Is<DescribeStreamResponse> T>
void fields(V& v, T& of) {
  v("StreamDescription", of.stream_description);
}

template <class V, Is<GetShardIteratorRequest> T>
void fields(V& v, T& of) {
  v("StreamArn", of.stream_arn);
  v("ShardId", of.shard_id);
  v("ShardIteratorType", of.shard_iterator_type);
  v("SequenceNumber", of.sequence_number);
  v("Timestamp", of.timestamp);
}

template <class V, Is<GetShardIteratorResponse> T>
void fields(V& v, T& of) {
  v("ShardIterator", of.shard_iterator);
}

template <class V, Is<GetRecordsRequest> T>
void fields(V& v, T& of) {
  v("ShardIterator", of.shard_iterator);
  v("Limit", of.limit);
}

template <>
inline constexpr std::string_view kClassName<Identity> = "Identity";
template <class V, Is<Identity> T>
void fields(V& v, T& of) {
  v("PrincipalId", of.principal_id);
  v("Type", of.type);
}

template <>
inline constexpr std::string_view kClassName<ItemChange> = "StreamRecord";
template <class V, Is<ItemChange> T>
void fields(V& v, T& of) {
  v("ApproximateCreationDateTime", of.approximate_creation_date_time);
  v("Keys", of.keys);
  v("NewImage", of.new_image);
  v("OldImage", of.old_image);
  v("SequenceNumber", of.sequence_number);
  v("SizeBytes", of.size_bytes);
  v("StreamViewType", of.stream_view_type);
}

template <>
inline constexpr std::string_view kClassName<Record> = "Record";
template <class V, Is<Record> T>
void fields(V& v, T& of) {
  v("eventID", of.event_id);
  v("eventName", of.event_name);
  v("eventVersion", of.event_version);
  v("eventSource", of.event_source);
  v("awsRegion", of.aws_region);
  v("dynamodb", of.dynamodb);
  v("userIdentity", of.user_identity);
}

template <class V, Is<GetRecordsResponse> T>
void fields(V& v, T& of) {
  v("Records", of.records);
  v("NextShardIterator", of.next_shard_iterator);
}

template <class V, Is<RollStreamRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
}

template <class V, Is<RollStreamResponse> T>
void fields(V& v, T& of) {
  v("StreamArn", of.stream_arn);
  v("ClosedShardId", of.closed_shard_id);
  v("OpenedShardId", of.opened_shard_id);
}

}  // namespace partita::protocol
