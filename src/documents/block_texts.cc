#include "documents/block_texts.h"

#include <algorithm>

#include "base/text.h"

namespace partita::documents {
namespace {

std::size_t indentation_of(std::string_view line) { return std::min(line.find_first_not_of(' '), line.size()); }

bool is_empty_line(std::string_view line) { return base::trimmed(line).empty(); }

struct TaggedBlock {
  std::size_t dash = 0;  // columns
  std::size_t tag = 0;
};

// The tag of a line such as "  - - !Sub |-", if it is one.
std::optional<TaggedBlock> tagged_block(std::string_view line) {
  std::size_t at = indentation_of(line);
  TaggedBlock found;
  while (line.substr(at).starts_with("- ")) {
    found.dash = at;
    at += 2;
    while (at < line.size() && line[at] == ' ') ++at;
    found.tag = at;
  }
  if (found.tag == 0 || !line.substr(found.tag).starts_with('!')) return std::nullopt;
  const std::string_view words = base::trimmed(line.substr(found.tag));
  const std::size_t blank = words.find(' ');
  if (blank == words.npos) return std::nullopt;
  const std::string_view mark = base::trimmed(words.substr(blank));
  const bool is_block = (mark.front() == '|' || mark.front() == '>') &&
                        (mark.size() == 1 || (mark.size() == 2 && (mark[1] == '-' || mark[1] == '+')));
  return is_block ? std::optional(found) : std::nullopt;
}

}  // namespace

std::optional<std::string> with_deeper_block_texts(std::string_view text) {
  std::string out;
  std::optional<TaggedBlock> inside;
  bool has_any = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(end);
    if (inside && !is_empty_line(line) && indentation_of(line) <= inside->dash) inside.reset();
    if (inside && !is_empty_line(line)) out.append(inside->tag + 1, ' ');
    out += line;
    if (inside) continue;
    inside = tagged_block(line);
    has_any = has_any || inside;
  }
  return has_any ? std::optional(std::move(out)) : std::nullopt;
}

}  // namespace partita::documents
