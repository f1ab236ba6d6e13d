// StreamPlace: how far a stream is read, in each of its shards. It makes no requests.
//
// A shard is read to its end before its children. A shard that is read to its end is kept until the stream no longer
// has it, so that its children are not read twice.
#pragma once

#include <partita/stream_operations.h>

#include <string>
#include <string_view>
#include <vector>

namespace partita::movement {

struct ShardPlace {
  enum class From : std::uint8_t {
    Horizon,  // the oldest record of the shard
    Time,     // the records of `time` and later; earlier ones may be read too
    After,    // behind the record with `number`
    End,      // the shard is read to its end, or its records are not wanted
  };
  std::string shard = {};
  std::string parent = {};
  From from = From::Horizon;
  double time = 0;  // seconds since 1970
  std::string number = {};
};

struct StreamPlace {
  std::string arn = {};
  std::vector<ShardPlace> shards = {};

  // Takes the list of all shards, as DescribeStream has it. New shards are read from their oldest record, and places of
  // shards that are gone are dropped, with the places that must not be lost in `lost`.
  void update(const std::vector<Shard>& listed, std::vector<ShardPlace>& lost);
  // The shards that can be read now: those that are not at their end and whose parents are.
  std::vector<std::size_t> readable() const;
};

// The place of a reader who wants the records from `time` on. Shards that are closed have only earlier ones. A shard
// counts as closed only if it has a child too, because some endpoints name the newest number of an open shard as its
// last one.
StreamPlace place_from(std::string arn, const std::vector<Shard>& listed, double time);

// The place as lines of text, and back:
//   stream ARN
//   shard ID PARENT horizon|time SECONDS|after NUMBER|end          without a parent: -
std::string to_text(const StreamPlace& place);
// Errors: ValidationException if the text has another form.
Result<StreamPlace> read_stream_place(std::string_view text);

}  // namespace partita::movement
