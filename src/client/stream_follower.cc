#include "client/stream_follower.h"

#include <algorithm>

namespace partita::client {
namespace {

// Compares decimal numbers without leading zeros.
bool is_less(const std::string& a, const std::string& b) { return a.size() != b.size() ? a.size() < b.size() : a < b; }

}  // namespace

void StreamFollower::add(const std::vector<Shard>& shards) {
  for (const Shard& shard : shards) {
    const std::string id = shard.shard_id.value_or("");
    if (std::ranges::any_of(places_, [&](const Place& place) { return place.shard == id; })) continue;
    Place& place = places_.emplace_back();
    place.shard = id;
    place.parent = shard.parent_shard_id.value_or("");
    if (!shard.sequence_number_range) continue;
    place.first = shard.sequence_number_range->starting_sequence_number.value_or("");
    place.last = shard.sequence_number_range->ending_sequence_number.value_or("");
  }
}

void StreamFollower::begin_now() {
  for (Place& place : places_) {
    place.done = !place.last.empty();
    place.from = ShardIteratorType::Latest;
  }
}

Result<void> StreamFollower::begin_after(const std::string& sequence_number) {
  Place* at = nullptr;
  bool is_trimmed = !places_.empty();
  for (Place& place : places_) {
    const bool begins_later = is_less(sequence_number, place.first);
    const bool ends_before = !place.last.empty() && is_less(place.last, sequence_number);
    is_trimmed = is_trimmed && begins_later;
    place.done = ends_before;
    if (begins_later || ends_before) continue;
    if (at != nullptr)
      return invalid(
          "A stream with parallel shards cannot be followed from one sequence number: several shards may have " +
          sequence_number);
    at = &place;
  }
  if (is_trimmed)
    return fail(ErrorCode::TrimmedDataAccessException,
                "The operation attempted to read past the oldest stream record in a shard.");
  if (at == nullptr) return invalid("Invalid SequenceNumber: " + sequence_number);
  at->from = ShardIteratorType::AfterSequenceNumber;
  at->sequence_number = sequence_number;
  return {};
}

bool StreamFollower::is_readable(const Place& place) const {
  return !place.done &&
         std::ranges::none_of(places_, [&](const Place& other) { return other.shard == place.parent && !other.done; });
}

StreamFollower::Place* StreamFollower::next() {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    turn_ = (turn_ + 1) % places_.size();
    if (is_readable(places_[turn_])) return &places_[turn_];
  }
  return nullptr;
}

std::size_t StreamFollower::readable() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(places_, [this](const Place& one) { return is_readable(one); }));
}

}  // namespace partita::client
