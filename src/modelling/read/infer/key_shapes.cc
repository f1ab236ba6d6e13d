#include "modelling/read/infer/key_shapes.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/contains.h"
#include "base/text.h"

namespace partita::modelling {
namespace {

// The rest of a key with more parts than this is its last part.
constexpr std::size_t kMostSegments = 24;
// More different words at one place, in relation to the items, are values.
constexpr std::size_t kMostWordsAtAPlace = 12;

constexpr std::array<std::string_view, 27> kUsualWords = {
    "meta",    "metadata", "info",  "information", "profile", "detail", "details", "config",  "configuration",
    "setting", "settings", "count", "counter",     "root",    "main",   "current", "latest",  "summary",
    "header",  "base",     "self",  "data",        "state",   "status", "record",  "account", "index"};

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

// Only letters and the characters that join them in words. A literal may have a '$' only at the beginning of a key.
bool is_word(std::string_view text, std::size_t level) {
  return std::ranges::all_of(text, [&](char c) {
    return is_letter(c) || c == '_' || c == '-' || c == '\'' || c == '~' || (c == '$' && level == 0);
  });
}

// "v1": a version of a key's form.
bool is_form_version(std::string_view text) {
  return text.size() >= 2 && text.size() <= 3 && (text[0] == 'v' || text[0] == 'V') &&
         std::ranges::all_of(text.substr(1), base::is_digit);
}

bool is_upper_case(std::string_view text) {
  return std::ranges::any_of(text, is_letter) &&
         std::ranges::none_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
}

bool is_usual_word(std::string_view text) {
  std::string letters;
  for (const char c : text)
    if (is_letter(c)) letters.push_back(base::lower(c));
  return base::contains(kUsualWords, letters);
}

bool looks_like_a_clock(std::string_view text) {
  for (std::size_t i = 2; i + 2 < text.size(); ++i)
    if (text[i] == ':' && base::is_digit(text[i - 1]) && base::is_digit(text[i - 2]) && base::is_digit(text[i + 1]) &&
        base::is_digit(text[i + 2]))
      return true;
  return false;
}

bool is_other_attribute(const ObservedKey& key, std::string_view text, std::string_view attribute) {
  for (const Attribute& other : *key.item) {
    if (other.name == attribute || is_generic_key_name(other.name) || is_usual_type_name(other.name)) continue;
    if ((other.value.is(AttributeType::S) || other.value.is(AttributeType::N)) && other.value.text() == text)
      return true;
  }
  return false;
}

// The words at one place of the keys that are equal before it.
struct WordsAtPlace {
  std::map<std::string, std::set<std::string>> partitions;  // in which each word occurs
  std::size_t items = 0;

  bool are_many() const { return partitions.size() > kMostWordsAtAPlace && partitions.size() * 2 > items; }
};

class ValueFinder {
 public:
  ValueFinder(std::vector<ObservedKey>& keys, std::string_view attribute, KeyRole role)
      : keys_(keys), attribute_(attribute), role_(role) {}

  void run() {
    std::size_t levels = 0;
    for (const ObservedKey& key : keys_) levels = std::max(levels, key.text.size());
    for (std::size_t level = 0; level < levels; ++level) decide(level);
  }

 private:
  void decide(std::size_t level) {
    std::map<std::string, WordsAtPlace> places;
    std::vector<std::pair<ObservedKey*, std::string>> undecided;
    for (ObservedKey& key : keys_) {
      if (level >= key.text.size()) continue;
      KeySegment& segment = key.text[level];
      segment.is_value = false;
      if (segment.text.empty() || is_form_version(segment.text)) continue;
      if (!is_word(segment.text, level) || is_other_attribute(key, segment.text, attribute_)) {
        segment.is_value = true;
        continue;
      }
      const KeyText before(key.text.begin(), key.text.begin() + static_cast<std::ptrdiff_t>(level));
      std::string place = key.context + '\n' + shape_of(before) + (key.text.size() == 1 ? "\n" : "");
      WordsAtPlace& words = places[place];
      words.partitions[segment.text].insert(key.partition);
      ++words.items;
      undecided.emplace_back(&key, std::move(place));
    }
    for (const auto& [key, place] : undecided) {
      KeySegment& segment = key->text[level];
      segment.is_value = !is_fixed(*key, level, places.at(place));
    }
  }

  bool is_fixed(const ObservedKey& key, std::size_t level, const WordsAtPlace& words) const {
    const std::string& text = key.text[level].text;
    const bool recurs = words.partitions.at(text).size() > 1;
    if (key.text.size() == 1)
      return role_ == KeyRole::Partition ? is_upper_case(text) && is_generic_key_name(attribute_)
                                         : recurs || is_upper_case(text) || is_usual_word(text);
    if (words.are_many()) return false;
    const bool after_word = level > 0 && !key.text[level - 1].is_value && !key.text[level - 1].text.empty();
    if (!after_word) return true;
    if (words.partitions.size() > 1)
      return std::ranges::all_of(words.partitions, [](const auto& word) { return is_usual_word(word.first); });
    return recurs || is_upper_case(text) || is_usual_word(text);
  }

  std::vector<ObservedKey>& keys_;
  const std::string_view attribute_;
  const KeyRole role_;
};

}  // namespace

std::string shape_of(const KeyText& key) {
  std::string shape;
  for (const KeySegment& segment : key) {
    if (segment.separator) shape.push_back(segment.separator);
    shape += segment.is_value ? "*" : segment.text;
  }
  return shape;
}

KeyText cut_key(std::string_view text) {
  char separator = '\0';
  for (const char c : {'#', '|', ':'})
    if (!separator && text.find(c) != text.npos) separator = c;
  if (separator == ':' && (looks_like_a_clock(text) || text.find("://") != text.npos || text.starts_with("arn:")))
    separator = '\0';
  KeyText key;
  if (!separator) {
    key.push_back({.text = std::string(text)});
    return key;
  }
  for (std::size_t at = 0;;) {
    const bool last = key.size() + 1 == kMostSegments;
    const std::size_t end = last ? text.size() : std::min(text.find(separator, at), text.size());
    key.push_back({.separator = at == 0 ? '\0' : separator, .text = std::string(text.substr(at, end - at))});
    if (end == text.size()) return key;
    at = end + 1;
  }
}

bool is_generic_key_name(std::string_view attribute) {
  std::string letters;
  for (const char c : attribute)
    if (is_letter(c) || base::is_digit(c)) letters.push_back(base::lower(c));
  constexpr std::array<std::string_view, 13> kNames = {"pk",       "sk",   "hash", "range",     "hashkey",
                                                       "rangekey", "hk",   "rk",   "partition", "partitionkey",
                                                       "sortkey",  "sort", "key"};
  if (base::contains(kNames, letters)) return true;
  for (const std::string_view start : {"gsi", "lsi", "gs", "ls", "pk", "sk"})
    if (letters.starts_with(start) && letters.size() > start.size() && base::is_digit(letters[start.size()]))
      return true;
  if (attribute.size() < 3) return false;
  const std::string_view end = attribute.substr(attribute.size() - 2);
  const char before = attribute[attribute.size() - 3];
  if (base::lower(end) != "pk" && base::lower(end) != "sk") return false;
  const bool upper = end[0] >= 'A' && end[0] <= 'Z';
  return !is_letter(before) || (upper && before >= 'a' && before <= 'z');
}

bool is_usual_type_name(std::string_view attribute) {
  std::string letters;
  for (const char c : attribute)
    if (is_letter(c)) letters.push_back(base::lower(c));
  constexpr std::array<std::string_view, 11> kNames = {"type",     "entity",     "entitytype", "kind", "itemtype", "et",
                                                       "typename", "recordtype", "objecttype", "edbe", "model"};
  return base::contains(kNames, letters);
}

void find_values(std::vector<ObservedKey>& keys, std::string_view attribute, KeyRole role) {
  ValueFinder(keys, attribute, role).run();
}

}  // namespace partita::modelling
