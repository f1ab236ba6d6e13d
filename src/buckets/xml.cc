#include "buckets/xml.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <utility>

#include "base/utf8.h"

namespace partita::buckets {
namespace {

constexpr std::pair<std::string_view, char> kEntities[] = {
    {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};

// Takes a reference to a character by its number, such as "&#39;" or "&#x27;", off the front of `text`.
std::optional<char32_t> take_number(std::string_view& text) {
  const int radix = text.starts_with("&#x") ? 16 : 10;
  if (radix == 10 && !text.starts_with("&#")) return std::nullopt;
  const char* const begin = text.data() + (radix == 16 ? 3 : 2);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number, radix);
  const bool ends = end != text.data() + text.size() && *end == ';';
  if (error != std::errc() || !ends || number > 0x10FFFF) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end + 1 - text.data()));
  return number;
}

std::string decoded(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto* const entity =
        text.front() == '&'
            ? std::ranges::find_if(kEntities, [&](const auto& known) { return text.starts_with(known.first); })
            : std::end(kEntities);
    if (const auto character = take_number(text)) {
      base::append_utf8(out, *character);
    } else if (entity == std::end(kEntities)) {
      out += text.front();
      text.remove_prefix(1);
    } else {
      out += entity->second;
      text.remove_prefix(entity->first.size());
    }
  }
  return out;
}

// Takes the first element with this name off the front of `rest`, and returns its content.
std::optional<std::string_view> take_element(std::string_view& rest, std::string_view name) {
  const std::string begin = "<" + std::string(name), end = "</" + std::string(name) + ">";
  for (std::size_t at = rest.find(begin); at != rest.npos; at = rest.find(begin, at + 1)) {
    const std::size_t behind_name = at + begin.size();
    if (behind_name >= rest.size()) break;
    const std::size_t open = rest.find('>', behind_name);
    if (open == rest.npos) break;
    if (rest[behind_name] != '>' && rest[behind_name] != ' ' && rest[behind_name] != '/') continue;
    if (rest[open - 1] == '/') {
      rest.remove_prefix(open + 1);
      return std::string_view();
    }
    const std::size_t close = rest.find(end, open);
    if (close == rest.npos) break;
    const std::string_view content = rest.substr(open + 1, close - open - 1);
    rest.remove_prefix(close + end.size());
    return content;
  }
  return std::nullopt;
}

}  // namespace

std::string_view xml_root(std::string_view xml) {
  for (std::size_t at = xml.find('<'); at != xml.npos && at + 1 < xml.size(); at = xml.find('<', at + 1)) {
    if (xml[at + 1] == '?' || xml[at + 1] == '!') continue;
    const std::size_t end = xml.find_first_of(" />", at + 1);
    return end == xml.npos ? std::string_view() : xml.substr(at + 1, end - at - 1);
  }
  return {};
}

std::optional<std::string> xml_text(std::string_view xml, std::string_view name) {
  const auto content = take_element(xml, name);
  if (!content) return std::nullopt;
  return decoded(*content);
}

std::vector<std::string_view> xml_elements(std::string_view xml, std::string_view name) {
  std::vector<std::string_view> out;
  while (const auto content = take_element(xml, name)) out.push_back(*content);
  return out;
}

std::string xml_escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const auto* const entity = std::ranges::find_if(kEntities, [&](const auto& known) { return known.second == c; });
    if (entity == std::end(kEntities))
      out += c;
    else
      out += entity->first;
  }
  return out;
}

}  // namespace partita::buckets
