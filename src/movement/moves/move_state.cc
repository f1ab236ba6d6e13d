#include "movement/moves/move_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "base/try.h"
#include "movement/copies/copy_state.h"

namespace partita::movement {
namespace {

constexpr std::string_view kFirstMoveLine = "partita move 1";
constexpr std::array<std::string_view, 4> kPhases = {"copying", "following", "back", "done"};

unexpected<Error> not_a_move() { return fail(ErrorCode::ValidationException, "it is not the state of a move"); }

// Lines with a word and a value, one after the other.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  std::string_view line() {
    const std::size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 1);
    return line;
  }
  // The value of a line that begins with the word, or nullopt.
  std::optional<std::string_view> value(std::string_view word) {
    std::string_view found = line();
    if (!found.starts_with(word) || found.size() <= word.size() || found[word.size()] != ' ') return std::nullopt;
    return found.substr(word.size() + 1);
  }
  template <class Number>
  std::optional<Number> number(std::string_view word) {
    const auto text = value(word);
    Number out{};
    if (!text) return std::nullopt;
    const auto [end, fault] = std::from_chars(text->data(), text->data() + text->size(), out);
    if (fault != std::errc() || end != text->data() + text->size()) return std::nullopt;
    return out;
  }

 private:
  std::string_view rest_;
};

}  // namespace

std::string_view name_of(MovePhase phase) { return kPhases[static_cast<std::size_t>(phase)]; }

std::uint64_t MoveState::copied_items() const {
  std::uint64_t items = 0;
  for (const CopySegment& segment : segments) items += segment.items;
  return items;
}

std::string to_text(const MoveState& state) {
  std::string out = fmt::format(
      "{}\nsource {}\ntarget {}\nsource-id {}\nphase {}\nenabled-source-stream {}\nenabled-target-stream {}\nstored "
      "{}\nlag {}\n"
      "changes {}\nsegments {}\n",
      kFirstMoveLine, state.source, state.target, state.source_id.empty() ? "-" : state.source_id, name_of(state.phase),
      int{state.enabled_source_stream}, int{state.enabled_target_stream}, state.stored_ms, state.lag_ms, state.changes,
      state.segments.size());
  for (const CopySegment& segment : state.segments) out += to_text(segment);
  return out + to_text(state.place);
}

Result<MoveState> read_move_state(std::string_view text) {
  Lines lines(text);
  if (lines.line() != kFirstMoveLine) return not_a_move();
  const auto source = lines.value("source"), target = lines.value("target"), id = lines.value("source-id");
  const auto phase = lines.value("phase");
  const auto source_stream = lines.number<int>("enabled-source-stream");
  const auto target_stream = lines.number<int>("enabled-target-stream");
  const auto stored = lines.number<std::int64_t>("stored"), lag = lines.number<std::int64_t>("lag");
  const auto changes = lines.number<std::uint64_t>("changes");
  const auto segments = lines.number<std::size_t>("segments");
  if (!source || !target || !id || !phase || !source_stream || !target_stream || !stored || !lag || !changes ||
      !segments)
    return not_a_move();
  MoveState out{.source = std::string(*source),
                .target = std::string(*target),
                .source_id = std::string(*id == "-" ? std::string_view() : *id),
                .enabled_source_stream = *source_stream != 0,
                .enabled_target_stream = *target_stream != 0,
                .stored_ms = *stored,
                .lag_ms = *lag,
                .changes = *changes};
  const auto found = std::ranges::find(kPhases, *phase);
  if (found == kPhases.end()) return not_a_move();
  out.phase = static_cast<MovePhase>(found - kPhases.begin());
  for (std::size_t i = 0; i < *segments && !lines.at_end(); ++i) {
    PARTITA_TRY_VALUE(segment, read_segment(lines.line()));
    out.segments.push_back(std::move(segment));
  }
  if (out.segments.size() != *segments) return not_a_move();
  PARTITA_TRY_VALUE(place, read_stream_place(lines.rest()));
  out.place = std::move(place);
  return out;
}

}  // namespace partita::movement
