#include "model/placeholders.h"

#include <algorithm>
#include <charconv>

#include "base/text.h"
#include "model/spell.h"

namespace partita::model {
namespace {

tl::unexpected<Error> bad_path(std::string_view path) {
  return invalid("The path \"" + std::string(path) +
                 "\" is not one: write attribute names joined with '.' and list elements as [n], e.g. a.b[3].c");
}

// "[3][0]", or nothing.
bool are_indexes(std::string_view text) {
  while (!text.empty()) {
    const std::size_t close = text.find(']');
    if (text.front() != '[' || close == std::string_view::npos || close == 1) return false;
    const std::string_view digits = text.substr(1, close - 1);
    if (!std::all_of(digits.begin(), digits.end(), base::is_digit)) return false;
    text.remove_prefix(close + 1);
  }
  return true;
}

}  // namespace

std::string Placeholders::name(std::string_view attribute) {
  const auto known = std::find(names_.begin(), names_.end(), attribute);
  const auto number = known - names_.begin();
  if (known == names_.end()) names_.emplace_back(attribute);
  return '#' + std::to_string(number);
}

std::string Placeholders::value(AttributeValue value) {
  values_.push_back(std::move(value));
  return ':' + std::to_string(values_.size() - 1);
}

Result<std::string> Placeholders::path(std::string_view path) {
  std::string text;
  for (std::string_view rest = path;;) {
    const std::size_t dot = rest.find('.');
    const std::string_view element = rest.substr(0, dot);
    const std::size_t bracket = std::min(element.find('['), element.size());
    if (bracket == 0 || !are_indexes(element.substr(bracket))) return bad_path(path);
    text += name(element.substr(0, bracket));
    text += element.substr(bracket);
    if (dot == std::string_view::npos) return text;
    text += '.';
    rest.remove_prefix(dot + 1);
  }
}

Placeholders::Placeholders(const OptionalNames& names, const OptionalItem& values) {
  for (std::size_t i = 0; names && i < names->size(); ++i) names_.push_back(names->at('#' + std::to_string(i)));
  for (std::size_t i = 0; values && i < values->size(); ++i)
    values_.push_back(*values->find(':' + std::to_string(i)));
}

OptionalNames Placeholders::names() const {
  if (names_.empty()) return std::nullopt;
  OptionalNames names(std::in_place);
  for (std::size_t i = 0; i < names_.size(); ++i) names->emplace('#' + std::to_string(i), names_[i]);
  return names;
}

OptionalItem Placeholders::values() const& { return Placeholders(*this).values(); }

OptionalItem Placeholders::values() && {
  if (values_.empty()) return std::nullopt;
  OptionalItem values(std::in_place);
  values->reserve(values_.size());
  for (std::size_t i = 0; i < values_.size(); ++i) values->set(':' + std::to_string(i), std::move(values_[i]));
  return values;
}

std::string Placeholders::spell_out(std::string_view expression) const {
  std::string text;
  for (std::size_t at = 0; at < expression.size();) {
    const char sign = expression[at];
    std::size_t number = 0;
    const char* const end = expression.data() + expression.size();
    const auto read = sign == '#' || sign == ':' ? std::from_chars(expression.data() + at + 1, end, number)
                                                 : std::from_chars_result{end, std::errc::invalid_argument};
    if (read.ec != std::errc{}) {
      text += sign;
      ++at;
      continue;
    }
    text += sign == '#' ? names_.at(number) : spell(values_.at(number));
    at = static_cast<std::size_t>(read.ptr - expression.data());
  }
  return text;
}

}  // namespace partita::model
