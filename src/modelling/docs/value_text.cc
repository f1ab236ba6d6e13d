#include "modelling/docs/value_text.h"

#include <fmt/format.h>

#include <cmath>
#include <vector>

#include "base/text.h"

namespace partita::modelling::docs {
namespace {

constexpr std::size_t kLongestText = 300;

void append(std::string& out, const AttributeValue& value);

template <class Range, class Each>
void append_list(std::string& out, char open, const Range& range, char close, Each each) {
  out += open;
  bool first = true;
  for (const auto& element : range) {
    if (!first) out += ", ";
    first = false;
    if (out.size() > kLongestText) {
      out += "…";
      break;
    }
    each(element);
  }
  out += close;
}

void append(std::string& out, const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::S:
    case AttributeType::N:
      out += value.text();
      return;
    case AttributeType::B:
      out += "0x" + base::hex(value.text());
      return;
    case AttributeType::Bool:
      out += value.boolean() ? "true" : "false";
      return;
    case AttributeType::Null:
      out += "null";
      return;
    case AttributeType::L:
      return append_list(out, '[', value.l(), ']', [&](const AttributeValue& one) { append(out, one); });
    case AttributeType::M:
      return append_list(out, '{', value.m(), '}', [&](const Attribute& one) {
        out += one.name + ": ";
        append(out, one.value);
      });
    case AttributeType::SS:
    case AttributeType::NS:
      return append_list(out, '{', value.set(), '}', [&](const std::string& one) { out += one; });
    case AttributeType::BS:
      return append_list(out, '{', value.set(), '}', [&](const std::string& one) { out += "0x" + base::hex(one); });
    case AttributeType::None:
    case AttributeType::Several:
      return;
  }
}

}  // namespace

std::string value_text(const AttributeValue& value) {
  std::string text;
  append(text, value);
  if (text.size() <= kLongestText) return text;
  std::size_t end = kLongestText;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

std::string amount_text(double number) {
  const double hundredths = std::round(number * 100);
  if (std::abs(hundredths) >= 1e15) return fmt::format("{:.3g}", number);
  std::string digits = fmt::format("{}", static_cast<std::int64_t>(std::abs(hundredths)) / 100);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, "\u202F");
  std::string text = (hundredths < 0 ? "-" : "") + digits;
  if (const auto rest = static_cast<std::int64_t>(std::abs(hundredths)) % 100; rest != 0) {
    text += fmt::format(".{:02}", rest);
    if (text.back() == '0') text.pop_back();
  }
  return text;
}

std::string counted(double count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", amount_text(count),
                     count == 1       ? std::string(singular)
                     : plural.empty() ? std::string(singular) + 's'
                                      : std::string(plural));
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i)
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  return text;
}

}  // namespace partita::modelling::docs
