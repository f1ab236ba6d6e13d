#include "movement/copies/copy_state.h"

#include <charconv>

#include "base/try.h"
#include "protocol/item_json.h"

namespace partita::movement {
namespace {

constexpr std::string_view kFirstLine = "partita copy 1";
constexpr std::string_view kDone = "done ";
constexpr std::string_view kOpen = "open ";

unexpected<Error> malformed() { return fail(ErrorCode::ValidationException, "it is not the state of a copy"); }

std::string_view take_line(std::string_view& text) {
  const std::size_t end = text.find('\n');
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(end == text.npos ? text.size() : end + 1);
  return line;
}

}  // namespace

Result<CopySegment> read_segment(std::string_view line) {
  CopySegment out;
  out.is_done = line.starts_with(kDone);
  if (!out.is_done && !line.starts_with(kOpen)) return malformed();
  line.remove_prefix(kDone.size());
  const auto [end, fault] = std::from_chars(line.data(), line.data() + line.size(), out.items);
  if (fault != std::errc()) return malformed();
  line.remove_prefix(static_cast<std::size_t>(end - line.data()));
  if (line.empty()) return out;
  if (!line.starts_with(' ')) return malformed();
  PARTITA_TRY_VALUE(item, protocol::read_item_line(line.substr(1)));
  if (!item.item) return malformed();
  out.start_key = *std::move(item.item);
  return out;
}

std::string to_text(const CopySegment& segment) {
  std::string out(segment.is_done ? kDone : kOpen);
  out += std::to_string(segment.items);
  if (!segment.start_key.empty()) {
    out += " {\"Item\":";
    protocol::append_typed_json(segment.start_key, out);
    out += '}';
  }
  return out + '\n';
}

std::string to_text(const CopyState& state) {
  std::string out(kFirstLine);
  out += '\n' + state.source + '\n' + state.target + '\n';
  for (const CopySegment& segment : state.segments) out += to_text(segment);
  return out;
}

Result<CopyState> read_copy_state(std::string_view text) {
  if (take_line(text) != kFirstLine) return malformed();
  CopyState out;
  out.source = take_line(text);
  out.target = take_line(text);
  while (!text.empty()) {
    PARTITA_TRY_VALUE(segment, read_segment(take_line(text)));
    out.segments.push_back(std::move(segment));
  }
  if (out.segments.empty()) return malformed();
  return out;
}

}  // namespace partita::movement
