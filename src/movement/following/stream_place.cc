#include "movement/following/stream_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/try.h"

namespace partita::movement {
namespace {

using From = ShardPlace::From;

unexpected<Error> not_a_place() { return fail(ErrorCode::ValidationException, "it is not the place of a stream"); }

std::string_view take_word(std::string_view& line) {
  const std::size_t end = line.find(' ');
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end == line.npos ? line.size() : end + 1);
  return word;
}

Result<ShardPlace> read_shard(std::string_view line) {
  if (take_word(line) != "shard") return not_a_place();
  ShardPlace out{.shard = std::string(take_word(line)), .parent = std::string(take_word(line))};
  if (out.parent == "-") out.parent.clear();
  const std::string_view from = take_word(line);
  if (from == "horizon" && line.empty()) return out;
  if (from == "end" && line.empty()) {
    out.from = From::End;
    return out;
  }
  if (from == "after" && !line.empty()) {
    out.from = From::After;
    out.number = line;
    return out;
  }
  if (from != "time") return not_a_place();
  out.from = From::Time;
  const auto [end, fault] = std::from_chars(line.data(), line.data() + line.size(), out.time);
  if (fault != std::errc() || end != line.data() + line.size()) return not_a_place();
  return out;
}

std::string text_of(const ShardPlace& place) {
  switch (place.from) {
    case From::Horizon:
      return "horizon";
    case From::Time:
      return fmt::format("time {}", place.time);
    case From::After:
      return "after " + place.number;
    case From::End:
      return "end";
  }
  return {};
}

}  // namespace

void StreamPlace::update(const std::vector<Shard>& listed, std::vector<ShardPlace>& lost) {
  const auto is_listed = [&](const ShardPlace& place) {
    return std::ranges::any_of(listed, [&](const Shard& shard) { return shard.shard_id == place.shard; });
  };
  for (const ShardPlace& place : shards)
    if (!is_listed(place) && place.from != From::End) lost.push_back(place);
  std::erase_if(shards, [&](const ShardPlace& place) { return !is_listed(place); });
  for (const Shard& shard : listed) {
    const std::string id = shard.shard_id.value_or("");
    if (std::ranges::any_of(shards, [&](const ShardPlace& place) { return place.shard == id; })) continue;
    shards.push_back({.shard = id, .parent = shard.parent_shard_id.value_or("")});
  }
}

std::vector<std::size_t> StreamPlace::readable() const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < shards.size(); ++i) {
    const ShardPlace& place = shards[i];
    const bool waits = std::ranges::any_of(
        shards, [&](const ShardPlace& other) { return other.shard == place.parent && other.from != From::End; });
    if (place.from != From::End && !waits) out.push_back(i);
  }
  return out;
}

StreamPlace place_from(std::string arn, const std::vector<Shard>& listed, double time) {
  StreamPlace out{.arn = std::move(arn)};
  for (const Shard& shard : listed) {
    const bool has_end = shard.sequence_number_range && shard.sequence_number_range->ending_sequence_number.has_value();
    const bool is_closed = has_end && shard.shard_id && std::ranges::any_of(listed, [&](const Shard& other) {
                             return other.parent_shard_id == shard.shard_id;
                           });
    out.shards.push_back({.shard = shard.shard_id.value_or(""),
                          .parent = shard.parent_shard_id.value_or(""),
                          .from = is_closed ? From::End : From::Time,
                          .time = time});
  }
  return out;
}

std::string to_text(const StreamPlace& place) {
  std::string out = "stream " + place.arn + '\n';
  for (const ShardPlace& shard : place.shards)
    out += fmt::format("shard {} {} {}\n", shard.shard, shard.parent.empty() ? "-" : shard.parent, text_of(shard));
  return out;
}

Result<StreamPlace> read_stream_place(std::string_view text) {
  StreamPlace out;
  bool is_first = true;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return not_a_place();
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end + 1);
    if (is_first) {
      if (take_word(line) != "stream" || line.empty()) return not_a_place();
      out.arn = line;
      is_first = false;
      continue;
    }
    PARTITA_TRY_VALUE(shard, read_shard(line));
    out.shards.push_back(std::move(shard));
  }
  if (is_first) return not_a_place();
  return out;
}

}  // namespace partita::movement
