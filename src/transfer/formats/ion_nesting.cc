#include "transfer/formats/ion_nesting.h"

#include <algorithm>

#include "transfer/formats/byte_set.h"

namespace partita::transfer {
namespace {

// The characters that may begin or end something, inside each kind of text.
constexpr ByteSet kOfValues("'\"{}[]/"), kOfTexts("\\\"'"), kOfBlobs("}"), kOfComments("*");

}  // namespace

void IonNesting::add(std::string_view line) {
  while (!line.empty()) line.remove_prefix(step(line));
  // A text in short quotes cannot extend over the end of its line, unless the end is escaped. The parser finds that
  // fault.
  if (in_ == In::Text || in_ == In::Symbol) in_ = In::Values;
}

std::size_t IonNesting::step(std::string_view rest) {
  const auto to = [&](In next, std::size_t taken) {
    in_ = next;
    return taken;
  };
  const ByteSet& special = in_ == In::Values    ? kOfValues
                           : in_ == In::Blob    ? kOfBlobs
                           : in_ == In::Comment ? kOfComments
                                                : kOfTexts;
  if (const std::size_t plain = special.find_in(rest); plain > 0) return plain;
  const char c = rest.front();
  switch (in_) {
    case In::Text:
    case In::Symbol:
      if (c == '\\') return std::min<std::size_t>(2, rest.size());
      return c == (in_ == In::Text ? '"' : '\'') ? to(In::Values, 1) : 1;
    case In::LongText:
      if (c == '\\') return std::min<std::size_t>(2, rest.size());
      return rest.starts_with("'''") ? to(In::Values, 3) : 1;
    case In::Blob:
      return rest.starts_with("}}") ? to(In::Values, 2) : 1;
    case In::Comment:
      return rest.starts_with("*/") ? to(In::Values, 2) : 1;
    case In::Values:
      break;
  }
  if (rest.starts_with("'''")) return to(In::LongText, 3);
  if (rest.starts_with("{{")) return to(In::Blob, 2);
  if (rest.starts_with("/*")) return to(In::Comment, 2);
  if (rest.starts_with("//")) return rest.size();
  if (c == '"') return to(In::Text, 1);
  if (c == '\'') return to(In::Symbol, 1);
  if (c == '{' || c == '[') ++depth_;
  if (c == '}' || c == ']') --depth_;
  return 1;
}

}  // namespace partita::transfer
