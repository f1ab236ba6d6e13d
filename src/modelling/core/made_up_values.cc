#include "modelling/core/made_up_values.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <span>
#include <string_view>
#include <vector>

#include "base/contains.h"
#include "base/text.h"
#include "value/limits.h"

namespace partita::modelling {
namespace {

constexpr std::int64_t kFirstTimeMs = 1767603600000;  // 2026-01-05T09:00:00Z
constexpr std::int64_t kStepMs = 5 * 3600000 + 17 * 60000;
constexpr std::int64_t kDayMs = 86400000;
// 2100-01-01. Items with an earlier time to live would expire while they are looked at.
constexpr std::int64_t kFirstExpirySeconds = 4102444800;

// The words of a name in lower case: "createdAt" and "created_at" are "created" and "at".
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool upper = c >= 'A' && c <= 'Z';
    const bool begins = upper && i > 0 && !(name[i - 1] >= 'A' && name[i - 1] <= 'Z');
    if ((begins || c == '_' || c == '-' || c == '.' || c == ' ') && !words.back().empty()) words.emplace_back();
    if (c != '_' && c != '-' && c != '.' && c != ' ') words.back() += base::lower(c);
  }
  if (words.size() > 1 && words.back().empty()) words.pop_back();
  return words;
}

bool has_word(const std::vector<std::string>& words, std::initializer_list<std::string_view> any) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return base::contains(any, word); });
}

// The texts that fields of these names have. The last word of a name decides before the others.
struct Vocabulary {
  std::string_view names;  // between spaces
  std::vector<std::string_view> texts;
};

std::span<const Vocabulary> vocabularies() {
  static const std::vector<Vocabulary> kAll = {
      {" email mail ", {"ada@example.com", "alan@example.com", "grace@example.com", "edsger@example.com"}},
      {" username user login handle nick ", {"ada", "alan", "grace", "edsger", "barbara", "donald"}},
      {" phone mobile fax numbers ", {"+1 555 0100", "+1 555 0101", "+1 555 0102", "+1 555 0103"}},
      {" url uri link website ", {"https://example.com/1", "https://example.com/2", "https://example.com/3"}},
      {" city town ", {"Lisbon", "Oslo", "Kyoto", "Lima", "Accra"}},
      {" country region ", {"PT", "NO", "JP", "PE", "GH"}},
      {" street address line1 ", {"1 Harbour Road", "22 Mill Lane", "7 Station Square"}},
      {" currency ", {"EUR", "USD", "JPY"}},
      {" language locale lang ", {"en", "pt", "ja"}},
      {" color colour ", {"blue", "green", "red"}},
      {" role ", {"owner", "editor", "viewer"}},
      {" plan tier level ", {"basic", "team", "enterprise"}},
      {" category genre department ", {"books", "games", "music", "garden"}},
      {" status state ", {"open", "paid", "closed"}},
      {" type kind ", {"standard", "express", "gift"}},
      {" tag tags label labels topic ", {"blue", "new", "sale", "daily"}},
      {" word term ", {"winter", "harbour", "music", "violin"}},
      {" title subject headline ", {"Winter sale", "Harbour lights", "Three quick notes", "A longer story"}},
      {" description text body message comment content note notes summary bio ",
       {"Leave it at the door.", "Please call before.", "All of it, thank you.", "See the second page."}},
      {" product article item sku ", {}},  // ids
      {" name ", {"Ada Lovelace", "Alan Turing", "Grace Hopper", "Edsger Dijkstra", "Barbara Liskov", "Donald Knuth"}},
  };
  return kAll;
}

const Vocabulary* vocabulary_of(const std::vector<std::string>& words) {
  static const Vocabulary kJobs{"", {"Engineer", "Designer", "Accountant", "Buyer"}};
  if (has_word(words, {"job", "profession", "occupation"})) return &kJobs;
  for (auto word = words.rbegin(); word != words.rend(); ++word)
    for (const Vocabulary& one : vocabularies())
      if (one.names.find(' ' + *word + ' ') != one.names.npos) return one.texts.empty() ? nullptr : &one;
  return nullptr;
}

bool is_id(const std::vector<std::string>& words) {
  return has_word({words.back()}, {"id", "key", "code", "no", "number", "sku", "ref", "uuid", "slug"}) ||
         (words.back().size() > 3 && words.back().ends_with("id") && words.size() == 1);
}

// A hash that is the same on all machines: FNV-1a, then the mixing of splitmix64.
std::uint64_t hash_of(std::string_view text, std::uint64_t number) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  hash += (number + 1) * 0x9e3779b97f4a7c15;
  hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9;
  hash = (hash ^ hash >> 27) * 0x94d049bb133111eb;
  return hash ^ hash >> 31;
}

// ---- times

// Times of one item lie apart if their names say so.
std::int64_t time_ms(const std::vector<std::string>& words, std::size_t number) {
  std::int64_t time = kFirstTimeMs + static_cast<std::int64_t>(number) * kStepMs;
  if (has_word(words, {"updated", "update", "modified", "changed", "last", "paid"})) time += 2 * 3600000;
  if (has_word(words, {"shipped", "ends", "end", "finish", "finished", "closed"})) time += kDayMs;
  if (has_word(words, {"expires", "expire", "expiry", "expiration", "due", "ttl", "until"})) time += 30 * kDayMs;
  return time;
}

std::string time_text(std::int64_t ms) {
  const std::time_t seconds = static_cast<std::time_t>(ms / 1000);
  return fmt::format("{:%Y-%m-%dT%H:%M:%S}.{:03}Z", fmt::gmtime(seconds), ms % 1000);
}

std::string ulid_text(std::string_view field, std::int64_t ms, std::size_t number) {
  constexpr std::string_view kAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  std::string text(26, '0');
  std::uint64_t time = static_cast<std::uint64_t>(ms);
  for (int i = 9; i >= 0; --i, time >>= 5) text[static_cast<std::size_t>(i)] = kAlphabet[time & 31];
  for (std::size_t i = 0; i < 16; ++i)
    text[10 + i] = kAlphabet[(i < 8 ? hash_of(field, number) : hash_of(field, ~number)) >> (5 * (i % 8)) & 31];
  return text;
}

std::string uuid_text(std::string_view field, std::size_t number) {
  const std::uint64_t a = hash_of(field, number), b = hash_of(field, ~number);
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:x}{:03x}-{:012x}", a >> 32, a >> 16 & 0xffff, a & 0xfff, 8 + (b >> 62),
                     b >> 48 & 0xfff, b & 0xffffffffffff);
}

// ---- texts

std::string lengthened(std::string text, const MadeUpField& field) {
  constexpr std::size_t kLongestText = limits::kItemSizeBytes - 20 * 1024;  // so that other attributes find room
  if (field.sizes == MadeUpSizes::Short || !field.field->size_bytes) return text;
  const double wanted = std::clamp(*field.field->size_bytes, 0.0, static_cast<double>(kLongestText));
  constexpr std::string_view kFiller = ".lorem.ipsum.dolor.sit.amet";
  const std::size_t begin = text.size();
  while (text.size() < static_cast<std::size_t>(wanted)) text += kFiller[(text.size() - begin) % kFiller.size()];
  return text;
}

std::string id_text(const MadeUpField& field, std::vector<std::string> words, std::size_t number) {
  std::string& last = words.back();
  if (words.size() > 1 && (last == "id" || last == "key" || last == "number" || last == "no"))
    words.pop_back();
  else if (words.size() == 1 && last.size() > 3 && last.ends_with("id"))
    last.resize(last.size() - 2);
  std::string base;
  for (const std::string& word : words) base += (base.empty() ? "" : "-") + word;
  if (base == "id" || base == "key" || base == "code" || base == "number") base = base::lower(field.entity->name);
  if (!field.must_begin.empty()) base.clear();
  return fmt::format("{}{}{}{:03}", field.must_begin, base, base.empty() ? "" : "-", number + 1);
}

std::string text_value(const MadeUpField& field, std::size_t number) {
  const std::vector<std::string> words = words_of(field.field->name);
  const Vocabulary* vocabulary = is_id(words) || !field.must_begin.empty() ? nullptr : vocabulary_of(words);
  if (!vocabulary && has_word(words, {"date", "day"})) return time_text(time_ms(words, number)).substr(0, 10);
  if (!vocabulary && has_word(words, {"at", "time", "timestamp", "created", "updated"}))
    return time_text(time_ms(words, number));
  if (!vocabulary) return id_text(field, words, number);
  const std::size_t count = vocabulary->texts.size();
  std::string text(vocabulary->texts[number % count]);
  if (field.differs && number >= count) {
    const std::string again = fmt::format("{}", number / count + 1);
    const std::size_t at = text.find('@');
    at == text.npos ? (text += ' ' + again) : text.insert(at, again);
  }
  return text;
}

std::string string_value(const MadeUpField& field, std::size_t number) {
  std::string text = lengthened(text_value(field, number), field);
  if (field.plain_text)
    for (char& c : text)
      if (static_cast<unsigned char>(c) <= '$') c = '-';
  return text;
}

// ---- numbers

std::int64_t whole_number(const MadeUpField& field, std::size_t number) {
  const std::vector<std::string> words = words_of(field.field->name);
  const auto n = static_cast<std::int64_t>(number);
  if (field.field->name == field.entity->version) return 1;
  if (field.field->name == field.entity->ttl) return kFirstExpirySeconds + static_cast<std::int64_t>(number);
  if (has_word(words, {"at", "time", "timestamp"})) return time_ms(words, number);
  if (has_word(words, {"year"})) return 2020 + n;
  if (field.differs) return n + 1;
  if (has_word(words, {"cents", "price", "amount", "total", "balance", "budget", "cost"})) return 1250 + 340 * n;
  if (has_word(words, {"quantity", "qty", "count", "seats", "rating", "stars", "version"})) return 1 + n % 5;
  if (has_word(words, {"score", "points", "rank"})) return 100 * (n + 1);
  return 10 * (n + 1);
}

std::string decimal_text(const MadeUpField& field, std::size_t number) {
  const std::vector<std::string> words = words_of(field.field->name);
  if (has_word(words, {"latitude", "lat"})) return fmt::format("{}", 38.5 + static_cast<double>(number));
  if (has_word(words, {"longitude", "lng", "lon"})) return fmt::format("{}", 9.25 + static_cast<double>(number));
  return fmt::format("{}.{:02}", 12 + 7 * number, 50 + number % 50);
}

// ---- documents

AttributeValue document_value(const MadeUpField& field, std::size_t number) {
  if (field.dimensions > 0) {
    AttributeValue::List list;
    for (int i = 0; i < field.dimensions; ++i)
      list.push_back(AttributeValue::number(fmt::format(
          "{:.2f}",
          static_cast<double>(hash_of(field.field->name, number * 4096 + static_cast<std::size_t>(i)) % 200) / 100 -
              1)));
    return AttributeValue::list(std::move(list));
  }
  const std::string text = text_value(field, number), second = text_value(field, number + 1);
  switch (field.field->document) {
    case DocumentType::List:
      return AttributeValue::list({AttributeValue(lengthened(text, field)), AttributeValue(second)});
    case DocumentType::StringSet:
      return AttributeValue::string_set({lengthened(text, field), second + "'s"});
    case DocumentType::NumberSet:
      return AttributeValue::number_set({std::to_string(number + 1), std::to_string(number + 100)});
    case DocumentType::BinarySet:
      return AttributeValue::binary_set({text});
    case DocumentType::Any:
    case DocumentType::Map:
      break;
  }
  AttributeMap map;
  map.set("text", AttributeValue(lengthened(text, field)));
  map.set("number", AttributeValue(static_cast<std::int64_t>(number + 1)));
  return AttributeValue::map(std::move(map));
}

AttributeValue enumerator_value(const Field& field, std::size_t number) {
  const Enumerator& one = field.enumerators[number % field.enumerators.size()];
  return AttributeValue(one.attribute.empty() ? one.name : one.attribute);
}

}  // namespace

AttributeValue made_up_value(const MadeUpField& field, std::size_t number) {
  const Field& declared = *field.field;
  if (declared.distinct && *declared.distinct >= 1 && !field.differs && declared.enumerators.empty())
    number %= static_cast<std::size_t>(std::min(*declared.distinct, 1e9));
  const std::vector<std::string> words = words_of(declared.name);
  switch (declared.kind) {
    case model::FieldKind::Enum:
      if (!declared.enumerators.empty()) return enumerator_value(declared, number);
      [[fallthrough]];
    case model::FieldKind::String:
      return AttributeValue(string_value(field, number));
    case model::FieldKind::Bytes:
      return AttributeValue::binary(lengthened(fmt::format("bytes-{:03}", number + 1), field));
    case model::FieldKind::Integer:
    case model::FieldKind::Unsigned:
      return AttributeValue(whole_number(field, number));
    case model::FieldKind::Double:
    case model::FieldKind::Decimal:
      return AttributeValue::number(decimal_text(field, number));
    case model::FieldKind::Bool:
      return AttributeValue::boolean(number % 2 == 1);
    case model::FieldKind::Time:
      return AttributeValue(time_text(time_ms(words, number)));
    case model::FieldKind::Date:
      return AttributeValue(
          time_text(field.differs ? kFirstTimeMs + static_cast<std::int64_t>(number) * kDayMs : time_ms(words, number))
              .substr(0, 10));
    case model::FieldKind::Uuid:
      return AttributeValue(uuid_text(declared.name, number));
    case model::FieldKind::Ulid:
      return AttributeValue(ulid_text(declared.name, time_ms(words, number), number));
    case model::FieldKind::Seconds:
      if (declared.name == field.entity->ttl)
        return AttributeValue(kFirstExpirySeconds + static_cast<std::int64_t>(number));
      return AttributeValue(time_ms(words, number) / 1000);
    case model::FieldKind::Document:
      break;
  }
  return document_value(field, number);
}

}  // namespace partita::modelling
