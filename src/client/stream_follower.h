// StreamFollower: which shard of a stream is to be read next, and from where. It makes no requests itself.
//
// A shard is read to its end before its children. The shards that can be read take turns.
#pragma once

#include <partita/database.h>

#include <string>
#include <vector>

namespace partita::client {

class StreamFollower {
 public:
  struct Place {
    std::string shard;
    std::string parent;
    std::string first, last;  // the bounds of its sequence numbers; `last` is empty while the shard is open
    ShardIteratorType from = ShardIteratorType::TrimHorizon;
    std::string sequence_number;  // with AfterSequenceNumber
    std::string iterator;         // empty: one must be fetched
    bool done = false;            // read to its end, or not wanted
  };

  // Adds the shards of a page that are not known yet. They are read from their oldest record.
  void add(const std::vector<Shard>& shards);
  // Leaves out what was written before. Must be called before the first place().
  void begin_now();
  // Leaves out the records up to the one with this number. Must be called before the first place().
  // Errors: TrimmedDataAccessException if records behind the number may be lost; ValidationException if several shards
  // could have the number, or none.
  Result<void> begin_after(const std::string& sequence_number);

  // The next shard to read, or nullptr if all known shards were read to their ends.
  Place* next();
  // The number of shards that take turns.
  std::size_t readable() const;
  const std::vector<Place>& places() const { return places_; }
  std::vector<Place>& places() { return places_; }

 private:
  bool is_readable(const Place& place) const;

  std::vector<Place> places_;
  std::size_t turn_ = 0;
};

}  // namespace partita::client
