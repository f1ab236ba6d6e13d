// MoveState: how far the move of a table has come, and its text, with which an interrupted move goes on.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "movement/copies/copy_items.h"
#include "movement/following/stream_place.h"

namespace partita::movement {

enum class MovePhase : std::uint8_t {
  Copying,    // the items that are there are copied
  Following,  // the target follows the source
  Back,       // programs write the target, and the source follows it
  Done,       // programs write the target, and the source is left behind
};
std::string_view name_of(MovePhase phase);

struct MoveState {
  std::string source = {};  // texts without a line break that name the tables
  std::string target = {};
  std::string source_id = {};  // TableId of the source's table
  MovePhase phase = MovePhase::Copying;
  // Whether the move enabled the stream of the source or the target, which finish() then disables.
  bool enabled_source_stream = false;
  bool enabled_target_stream = false;
  std::vector<CopySegment> segments = {};
  StreamPlace place = {};  // of the source's stream, or with Back of the target's
  // For people: when the state was stored, how far behind the follower was, and the changes that it has made. Times are
  // in milliseconds; a lag of -1 is not known.
  std::int64_t stored_ms = 0;
  std::int64_t lag_ms = -1;
  std::uint64_t changes = 0;

  std::uint64_t copied_items() const;
};

std::string to_text(const MoveState& state);
// Errors: ValidationException if the text is not one of to_text().
Result<MoveState> read_move_state(std::string_view text);

}  // namespace partita::movement
