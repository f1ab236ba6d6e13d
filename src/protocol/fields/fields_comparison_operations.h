// The wire names of HashItems, Partita's own operation.
#pragma once

#include <partita/comparison_operations.h>

#include "protocol/fields/fields_item_operations.h"
#include "value/limits.h"

namespace partita::protocol {

template <class V, Is<HashItemsRequest> T>
void fields(V& v, T& of) {
  v("TableName", of.table_name);
  v("HashKey", of.hash_key);
  v("PartCount", of.part_count);
  v("Parts", of.parts, AtMost{limits::kHashedParts});
  v("ExclusiveStartKey", of.exclusive_start_key);
  v("TotalSegments", of.total_segments);
  v("Segment", of.segment);
  v("ConsistentRead", of.consistent_read);
  v("ReturnConsumedCapacity", of.return_consumed_capacity);
}

template <>
inline constexpr std::string_view kClassName<HashedItem> = "HashedItem";
template <class V, Is<HashedItem> T>
void fields(V& v, T& of) {
  v("Key", of.key);
  v("Hash", of.hash);
}

template <class V, Is<HashItemsResponse> T>
void fields(V& v, T& of) {
  v("PartSums", of.part_sums);
  v("Items", of.items);
  v("ScannedCount", of.scanned_count);
  v("LastEvaluatedKey", of.last_evaluated_key);
  v("ConsumedCapacity", of.consumed_capacity);
}

}  // namespace partita::protocol
