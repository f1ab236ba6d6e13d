#include "engine/streams/shards.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/bytes.h"
#include "base/text.h"

namespace partita::engine {
namespace {

constexpr std::size_t kSequenceNumberDigits = 20;  // after the leading 1

// A permutation of the 64-bit numbers (the finalizer of SplitMix64), so different numbers have different results.
std::uint64_t permuted(std::uint64_t number) {
  number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
  number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
  return number ^ (number >> 31);
}

}  // namespace

ShardRange shard_at(const catalog::StreamInfo& stream, std::size_t generation) {
  ShardRange shard{.start = stream.generations[generation], .end = stream.end, .parent = std::nullopt};
  if (generation + 1 < stream.generations.size()) shard.end = stream.generations[generation + 1];
  if (generation > 0) shard.parent = stream.generations[generation - 1];
  return shard;
}

std::optional<ShardRange> find_shard(const catalog::StreamInfo& stream, SequenceNumber start) {
  const auto at = std::ranges::lower_bound(stream.generations, start);
  if (at == stream.generations.end() || *at != start) return std::nullopt;
  return shard_at(stream, static_cast<std::size_t>(at - stream.generations.begin()));
}

std::size_t first_shard_from(const catalog::StreamInfo& stream, std::string_view id) {
  const auto at =
      std::ranges::partition_point(stream.generations, [&](SequenceNumber start) { return shard_id(start) < id; });
  return static_cast<std::size_t>(at - stream.generations.begin());
}

std::optional<ShardRange> find_shard(const catalog::StreamInfo& stream, std::string_view id) {
  const std::size_t at = first_shard_from(stream, id);
  if (at == stream.generations.size() || shard_id(stream.generations[at]) != id) return std::nullopt;
  return shard_at(stream, at);
}

// The low bits of a number keep the ids of one millisecond apart and in order.
std::string shard_id(SequenceNumber start) {
  const std::uint64_t hash = permuted(static_cast<std::uint64_t>(time_of(start))) & 0x3ff;
  const std::uint64_t count = start & ((std::uint64_t{1} << kSequenceTimeShift) - 1);
  return fmt::format("shardId-{:020}-{:08x}", time_of(start), count << 10 | hash);
}

std::string sequence_number_text(SequenceNumber number) {
  std::string text(1 + kSequenceNumberDigits, '0');
  text.front() = '1';
  for (std::size_t at = text.size(); number > 0; number /= 10) text[--at] = static_cast<char>('0' + number % 10);
  return text;
}

std::optional<SequenceNumber> parse_sequence_number(std::string_view text) {
  if (text.size() != 1 + kSequenceNumberDigits || text.front() != '1') return std::nullopt;
  SequenceNumber number = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string event_id(const catalog::StreamInfo& stream, SequenceNumber number) {
  const std::uint64_t of_stream = permuted(stream.id + static_cast<std::uint64_t>(stream.created_ms));
  std::string id;
  base::put_big_endian(id, permuted(number ^ of_stream));
  base::put_big_endian(id, permuted(number + of_stream));
  return base::hex(id);
}

}  // namespace partita::engine
