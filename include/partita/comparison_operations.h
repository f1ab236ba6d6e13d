// The request and the response of HashItems, Partita's own operation by which two tables are compared without reading
// their items. The rules of item_operations.h hold here too.
//
// The caller draws a key at random and gives the same one to both databases. With it each item has a hash of 128 bits,
// SipHash-2-4 of the item's canonical form, and a part, which a hash of its primary key decides. Items are equal in
// both databases exactly if their hashes are, whatever the order of their attributes or sets and the spelling of their
// numbers, but for a chance of 2^-128. For somebody who does not know the key, the hashes are random numbers.
#pragma once

#include <partita/item_operations.h>

namespace partita {

// The request of Database::hash_items.
struct HashItemsRequest {
  OptionalString table_name = {};
  std::optional<AttributeValue> hash_key = {};  // required: a binary value of 16 bytes
  OptionalInteger part_count = {};              // required: 1 to 65,536
  // Parts from 0 to part_count - 1, whose items are listed. Absent: the hashes of all items are summed up.
  OptionalList<std::int64_t> parts = {};
  OptionalItem exclusive_start_key = {};  // of a page of the same segment
  OptionalInteger total_segments = {};    // as for Scan, whose segments have the same items
  OptionalInteger segment = {};
  OptionalBool consistent_read = {};
  OptionalEnum<ReturnConsumedCapacity> return_consumed_capacity = {};
};
// An item of a part that the request names.
struct HashedItem {
  std::optional<Item> key = {};
  std::optional<AttributeValue> hash = {};  // a binary value of 16 bytes
};
// One page of HashItems. If `last_evaluated_key` is set, the next page begins behind it.
struct HashItemsResponse {
  // A binary value; absent if `parts` are given. For each part that has items on this page, in the order of their
  // numbers: how many parts without items come before it since the one before, and the number of its items, both as
  // varints (seven bits in each byte, the lowest first, the top bit set on all bytes except the last), and the sum of
  // its hashes, as two sums of 64 bits that wrap, little-endian.
  std::optional<AttributeValue> part_sums = {};
  OptionalList<HashedItem> items = {};  // absent if `parts` are absent
  std::int64_t scanned_count = 0;       // the items of all parts that were read
  OptionalItem last_evaluated_key = {};
  std::optional<ConsumedCapacity> consumed_capacity = {};
};

}  // namespace partita
