// CopyState: the text in which an interrupted copy of a table finds the places that it had reached.
//
//   partita copy 1
//   SOURCE            texts without a line break that name the tables
//   TARGET
//   done 5210         of each segment, its state and the items that the target has of it
//   open 4980 {"Item":{"pk":{"S":"a"}}}     and the start key of its Scan, unless it is at the beginning
#pragma once

#include <string>
#include <vector>

#include "movement/copies/copy_items.h"

namespace partita::movement {

struct CopyState {
  std::string source = {};
  std::string target = {};
  std::vector<CopySegment> segments = {};
};

// The line of a segment, with the line break, and back. A line of read_segment() has no line break. Errors:
// ValidationException if the line has another form.
std::string to_text(const CopySegment& segment);
Result<CopySegment> read_segment(std::string_view line);

std::string to_text(const CopyState& state);
// Errors: ValidationException if the text is not one of to_text().
Result<CopyState> read_copy_state(std::string_view text);

}  // namespace partita::movement
