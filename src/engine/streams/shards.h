// The shards of a stream. A shard is a range of sequence numbers, so a record's shard follows from its number, and a
// writer need not know of shards.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "catalog/table_info.h"
#include "engine/records/sequence_numbers.h"

namespace partita::engine {

struct ShardRange {
  SequenceNumber start = 0;  // names the shard
  SequenceNumber end = 0;    // exclusive; 0 while the shard is open
  std::optional<SequenceNumber> parent;
  bool open() const { return end == 0; }
};

// The shard of the generation at this place in `stream.generations`. Requires: there is one.
ShardRange shard_at(const catalog::StreamInfo& stream, std::size_t generation);
// The shard that begins with `start`, or nullopt.
std::optional<ShardRange> find_shard(const catalog::StreamInfo& stream, SequenceNumber start);
// The place in `stream.generations` of the first shard whose id is not less than `id`, or the number of shards.
std::size_t first_shard_from(const catalog::StreamInfo& stream, std::string_view id);
// The shard with this id, or nullopt.
std::optional<ShardRange> find_shard(const catalog::StreamInfo& stream, std::string_view id);

// The id of the shard that begins with `start`, such as shardId-00000001767225600000-1b2c3d4e: the time at which the
// shard was opened, and a hash. Ids rise with `start`.
std::string shard_id(SequenceNumber start);
// The number as text: 21 digits, the first of which is not zero.
std::string sequence_number_text(SequenceNumber number);
// nullopt if `text` has not the form of such a text.
std::optional<SequenceNumber> parse_sequence_number(std::string_view text);
// 32 hexadecimal digits that no other record has.
std::string event_id(const catalog::StreamInfo& stream, SequenceNumber number);

}  // namespace partita::engine
