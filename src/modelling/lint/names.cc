#include "modelling/lint/names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <span>

#include "base/contains.h"

namespace partita::modelling::lint {

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  bool new_word = true;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    if (!std::isalnum(c)) {
      new_word = true;
      continue;
    }
    const bool begins = std::isupper(c) && i > 0 && !std::isupper(static_cast<unsigned char>(name[i - 1]));
    if (new_word || begins) words.emplace_back();
    new_word = false;
    words.back() += static_cast<char>(std::tolower(c));
  }
  return words;
}

namespace {

bool ends_with_one_of(std::string_view name, std::span<const std::string_view> last) {
  const std::vector<std::string> words = words_of(name);
  return !words.empty() && base::contains(last, words.back());
}

}  // namespace

bool names_a_time(std::string_view field) {
  constexpr std::array<std::string_view, 8> kLastWords = {"at",  "date",  "time",    "timestamp",
                                                          "day", "month", "created", "updated"};
  return ends_with_one_of(field, kLastWords);
}

bool speaks_of_time(std::string_view text) {
  constexpr std::array<std::string_view, 8> kWords = {"newest", "oldest",   "latest", "earliest",
                                                      "recent", "recently", "since",  "chronological"};
  const std::vector<std::string> words = words_of(text);
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return base::contains(kWords, word); });
}

bool names_an_identity(std::string_view field) {
  constexpr std::array<std::string_view, 9> kLastWords = {"id",  "ulid",     "uuid",   "ksuid", "version",
                                                          "seq", "sequence", "number", "no"};
  return ends_with_one_of(field, kLastWords);
}

bool names_a_class(std::string_view field) {
  constexpr std::array<std::string_view, 7> kLastWords = {"status", "type", "kind",   "category",
                                                          "state",  "flag", "country"};
  return ends_with_one_of(field, kLastWords);
}

bool names_an_amount(std::string_view field) {
  constexpr std::array<std::string_view, 17> kLastWords = {
      "score", "points", "rank",     "rating", "price",    "amount",   "total", "cents",  "count",
      "value", "level",  "distance", "weight", "duration", "priority", "votes", "balance"};
  return ends_with_one_of(field, kLastWords);
}

bool is_time(const model::FieldInfo& field) {
  switch (field.kind) {
    case model::FieldKind::Time:
    case model::FieldKind::Date:
    case model::FieldKind::Seconds:
      return true;
    case model::FieldKind::String:
    case model::FieldKind::Integer:
    case model::FieldKind::Unsigned:
      return names_a_time(field.name);
    default:
      return false;
  }
}

bool names_the_identity(std::string_view field, std::string_view entity) {
  std::vector<std::string> words = words_of(field);
  if (words.empty() || words.back() != "id") return false;
  words.pop_back();
  if (words.empty()) return true;
  std::string of_field, of_entity;
  for (const std::string& word : words) of_field += word;
  for (const std::string& word : words_of(entity)) of_entity += word;
  return of_field == of_entity || (of_entity.size() > of_field.size() && of_entity.ends_with(of_field));
}

std::vector<model::FieldPosition> fields_of(std::span<const model::KeyAttribute> attributes) {
  std::vector<model::FieldPosition> out;
  for (const model::KeyAttribute& attribute : attributes)
    for (const model::KeyPart& part : attribute.value.parts)
      if (part.is_field() && !base::contains(out, part.field)) out.push_back(part.field);
  return out;
}

std::string templates_of(std::span<const model::KeyAttribute> attributes) {
  std::string out;
  for (const model::KeyAttribute& attribute : attributes)
    out += (out.empty() ? "" : ", ") + std::string(attribute.value.text);
  return out;
}

std::string place_name(const model::TableInfo& table, model::IndexPosition index) {
  return index == model::kNone ? "the table" : std::string(table.at(index).name);
}

const Index* declared_index(const ProvenTable& table, model::IndexPosition index) {
  return index == model::kNone ? nullptr : &table.declared->at(index);
}

}  // namespace partita::modelling::lint
