#include "modelling/read/infer/key_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.h"
#include "model/keys/escape.h"
#include "modelling/read/infer/infer_fields.h"

namespace partita::modelling::inference {
namespace {

// The last word before the segment, or an empty text.
std::string word_before(const KeyText& key, std::size_t segment) {
  while (segment-- > 0)
    if (!key[segment].is_value)
      if (std::string word = base::lower(clean_name(key[segment].text)); !word.empty()) return word;
  return {};
}

// How well an attribute's name suits the word before a part of a key. Less is better.
int distance_to_word(const std::string& attribute, const std::string& word) {
  const std::string name = base::lower(attribute);
  if (word.empty()) return 3;
  if (name == word) return 0;
  if (name.find(word) != name.npos || word.find(name) != word.npos) return 1;
  return word.size() >= 3 && name.starts_with(word.substr(0, 3)) ? 2 : 3;
}

// The padded template "{n:05d}" of a number with these texts, or nullopt.
std::optional<std::size_t> padded_width(const std::string& digits, const std::string& number) {
  if (digits.size() <= number.size() || !std::ranges::all_of(digits, base::is_digit)) return std::nullopt;
  if (digits.substr(digits.size() - number.size()) != number) return std::nullopt;
  if (digits.find_first_not_of('0') < digits.size() - number.size()) return std::nullopt;
  return digits.size();
}

std::string escaped(std::string_view text) {
  std::string out;
  model::append_escaped(out, text);
  return out;
}

// ":day" if the part is the beginning of the attribute's time, up to the day, in all items; else nullopt.
std::optional<std::string> day_of_part(const Part& part, const std::string& attribute) {
  for (std::size_t i = 0; i < part.items.size(); ++i) {
    const AttributeValue* value = part.items[i]->find(attribute);
    if (!value || !value->is(AttributeType::S) || kind_of_texts({value->s()}) != model::FieldKind::Time ||
        kind_of_texts({part.texts[i]}) != model::FieldKind::Date || !value->s().starts_with(part.texts[i]))
      return std::nullopt;
  }
  return ":day";
}

// The format in which the attribute has the part's text in all items, or nullopt if it has another text.
std::optional<std::string> format_of_part(const Part& part, const std::string& attribute) {
  if (auto day = day_of_part(part, attribute)) return day;
  std::optional<std::size_t> width;
  for (std::size_t i = 0; i < part.items.size(); ++i) {
    const AttributeValue* value = part.items[i]->find(attribute);
    if (!value || (!value->is(AttributeType::S) && !value->is(AttributeType::N))) return std::nullopt;
    const std::string& text = part.texts[i];
    if (!width && (value->text() == text || (value->is(AttributeType::S) && escaped(value->s()) == text))) continue;
    const std::size_t padded = value->is(AttributeType::N) ? padded_width(text, value->n()).value_or(0) : 0;
    const bool full = value->text() == text && width == text.size();
    const bool widths_agree =
        padded > 0 && width.value_or(padded) == padded && (i == 0 || width || part.texts[i - 1].size() == padded);
    if (!full && !widths_agree) return std::nullopt;
    width = text.size();
  }
  return width ? fmt::format(":0{}d", *width) : std::string();
}

}  // namespace

std::set<std::string> cut_attributes(const EntityItems& of) {
  std::set<std::string> names;
  for (const auto& [attribute, texts] : of.keys) names.insert(attribute);
  return names;
}

UsualKey usual_key(const std::vector<KeyText>& texts) {
  std::map<std::string, std::size_t> counts;
  for (const KeyText& text : texts)
    if (!text.empty()) ++counts[shape_of(text)];
  UsualKey usual;
  for (const KeyText& text : texts)
    if (const std::string shape = shape_of(text);
        !text.empty() && (usual.text.empty() || counts[shape] > counts[usual.shape]))
      usual = {shape, text};
  return usual;
}

Part part_of(const EntityItems& of, const std::string& attribute, const std::string& shape, std::size_t segment) {
  Part part;
  const std::vector<KeyText>& texts = of.keys.at(attribute);
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i].empty() || shape_of(texts[i]) != shape) continue;
    part.items.push_back(&of.items[i]->attributes);
    part.texts.push_back(texts[i][segment].text);
    if (part.items.size() == 1) part.word = word_before(texts[i], segment);
  }
  return part;
}

std::optional<PartMatch> attribute_of_part(const Table& table, const Part& part, const std::set<std::string>& keys,
                                           std::vector<std::string>* others) {
  std::vector<PartMatch> matches;
  for (const Attribute& candidate : *part.items.front())
    if (!keys.contains(candidate.name) && candidate.name != table.type_attribute)
      if (auto format = format_of_part(part, candidate.name)) matches.push_back({candidate.name, std::move(*format)});
  if (matches.empty()) return std::nullopt;
  std::ranges::stable_sort(matches, {}, [&](const PartMatch& match) {
    return std::pair(distance_to_word(match.attribute, part.word), !base::lower(match.attribute).ends_with("id"));
  });
  if (others)
    for (std::size_t i = 1; i < matches.size(); ++i) others->push_back(matches[i].attribute);
  return matches.front();
}

std::string place_in_key(const std::string& attribute, const std::string& shape, std::size_t segment) {
  return fmt::format("{}\n{}\n{}", attribute, shape, segment);
}

void learn_key_fields(const Table& table, const EntityItems& of, KnownFields& known) {
  const std::set<std::string> cut = cut_attributes(of);
  for (const auto& [attribute, texts] : of.keys) {
    const UsualKey usual = usual_key(texts);
    for (std::size_t i = 0; i < usual.text.size(); ++i) {
      if (!usual.text[i].is_value) continue;
      const auto match = attribute_of_part(table, part_of(of, attribute, usual.shape, i), cut, nullptr);
      if (match && match->format.empty()) known.emplace(place_in_key(attribute, usual.shape, i), match->attribute);
    }
  }
}

}  // namespace partita::modelling::inference
