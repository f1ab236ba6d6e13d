#include "movement/forks/substitutes.h"

#include <fmt/format.h>
#include <partita/model/types/date.h>

#include <algorithm>
#include <array>

#include "base/try.h"
#include "model/keys/text_forms.h"
#include "model/keys/whole_number.h"

namespace partita::movement {
namespace {

using model::FieldKind;

// 20 consonants: with 22 of them a text has 95 bits.
constexpr std::string_view kConsonants = "bcdfghjklmnpqrstvwxz";
constexpr std::size_t kWordLetters = 22;
constexpr std::string_view kUlidLetters = "BCDFGHJKMNPQRSTVWXYZ";
constexpr std::size_t kUlidTimeLetters = 10;
constexpr std::string_view kHexLetters = "abcdef";
constexpr std::size_t kBinaryBytes = 16;

constexpr std::string_view kMaskedText = "masked";
constexpr std::string_view kMaskedEmail = "masked@example.com";
constexpr std::string_view kMaskedTime = "1970-01-01T00:00:00.000Z";
constexpr std::string_view kMaskedDate = "1970-01-01";
constexpr std::string_view kMaskedUuid = "00000000-0000-0000-0000-000000000000";
constexpr std::string_view kMaskedUlid = "00000000000000000000000000";

constexpr std::int64_t kSecondsOfDay = 24 * 3600;
constexpr std::int64_t kLeastDays = 54'787;  // 150 years
constexpr std::int64_t kDaysRange = 18'262;  // 50 years
constexpr std::uint64_t kSmallNumbers = 100'000'000'000'000;
constexpr std::uint64_t kSmallImage = 900'000'000'000'000;
constexpr std::uint64_t kLargeImage = 1'000'000'000'000'000'000;
constexpr std::uint64_t kLargeRange = 8'000'000'000'000'000'000;

std::uint64_t number_of(const auth::Digest& digest, std::size_t at = 0) {
  std::uint64_t out = 0;
  for (std::size_t i = 0; i < 8; ++i) out = out << 8U | digest[at + i];
  return out;
}

// Letters of `alphabet`, by the bytes of the digest. It has 32 bytes, and a letter takes one.
std::string letters(const auth::Digest& digest, std::string_view alphabet, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += alphabet[digest[i] % alphabet.size()];
  return out;
}

bool is_email(std::string_view text) {
  const std::size_t at = text.find('@');
  return at != text.npos && at > 0 && text.find('.', at) != text.npos && text.find(' ') == text.npos;
}

enum class TextForm : std::uint8_t { Time, Date, Uuid, Ulid, Email, Word };
TextForm form_of(std::string_view text) {
  if (has_form(FieldKind::Time, text)) return TextForm::Time;
  if (has_form(FieldKind::Date, text)) return TextForm::Date;
  if (has_form(FieldKind::Uuid, text)) return TextForm::Uuid;
  if (has_form(FieldKind::Ulid, text)) return TextForm::Ulid;
  return is_email(text) ? TextForm::Email : TextForm::Word;
}

std::string_view enumerator_of(const model::FieldInfo& field) {
  for (const model::EnumeratorInfo& one : field.enumerators)
    if (!one.is_fallback) return one.attribute;
  return kMaskedText;
}

AttributeValue typed_number(std::string text) { return AttributeValue::number(std::move(text)); }

}  // namespace

Substitutes::Substitutes(std::string_view key, std::vector<std::string> beginnings)
    : key_(key), beginnings_(std::move(beginnings)) {
  days_back_ = kLeastDays + static_cast<std::int64_t>(number_of(digest("days", "")) % kDaysRange);
}

std::vector<std::string> Substitutes::constants() const {
  std::vector<std::string> out = {"@example.com", std::string(1, '\0'), "0"};
  for (const std::string_view text : {kMaskedText, kMaskedEmail, kMaskedTime, kMaskedDate, kMaskedUuid, kMaskedUlid})
    out.emplace_back(text);
  for (const std::string& beginning : beginnings_) {
    out.push_back(beginning + std::string(kMaskedText));
    out.push_back(beginning + std::string(kMaskedEmail));
  }
  return out;
}

std::string Substitutes::fingerprint() const { return letters(digest("fingerprint", ""), kConsonants, 12); }

auth::Digest Substitutes::digest(std::string_view form, std::string_view text) const {
  return key_.of(fmt::format("{}:{}", form, text));
}

std::string_view Substitutes::beginning_of(std::string_view text) const {
  std::string_view longest;
  for (const std::string& one : beginnings_)
    if (one.size() > longest.size() && text.starts_with(one)) longest = one;
  return longest;
}

// ---- masks

std::string Substitutes::masked_text(const std::string& text) const {
  switch (form_of(text)) {
    case TextForm::Time:
      return std::string(kMaskedTime);
    case TextForm::Date:
      return std::string(kMaskedDate);
    case TextForm::Uuid:
      return std::string(kMaskedUuid);
    case TextForm::Ulid:
      return std::string(kMaskedUlid);
    case TextForm::Email:
      return std::string(beginning_of(text)) + std::string(kMaskedEmail);
    case TextForm::Word:
      break;
  }
  return std::string(beginning_of(text)) + std::string(kMaskedText);
}

AttributeValue Substitutes::masked(const model::FieldInfo* field, const AttributeValue& value) const {
  switch (value.type()) {
    case AttributeType::S:
      return field && field->kind == FieldKind::Enum ? AttributeValue(enumerator_of(*field))
                                                     : AttributeValue(masked_text(value.s()));
    case AttributeType::N:
      return typed_number("0");
    case AttributeType::B:
      return AttributeValue::binary(std::string(1, '\0'));
    case AttributeType::Bool:
      return AttributeValue::boolean(false);
    case AttributeType::SS:
      return AttributeValue::string_set({std::string(kMaskedText)});
    case AttributeType::NS:
      return AttributeValue::number_set({"0"});
    case AttributeType::BS:
      return AttributeValue::binary_set({std::string(1, '\0')});
    default:
      return value;
  }
}

// ---- pseudonyms

std::uint64_t Substitutes::permuted(std::uint64_t number, std::uint64_t count) const {
  // A Feistel network of six rounds over an even number of bits, walked until the result is below `count`.
  std::uint32_t half = 1;
  while (half < 31 && (std::uint64_t{1} << (2 * half)) < count) ++half;
  const std::uint64_t mask = (std::uint64_t{1} << half) - 1;
  do {
    std::uint64_t left = number >> half, right = number & mask;
    for (int round = 0; round < 6; ++round) {
      const std::uint64_t mixed = number_of(digest("round", fmt::format("{}:{}:{}", round, count, right))) & mask;
      left = std::exchange(right, left ^ mixed);
    }
    number = left << half | right;
  } while (number >= count);
  return number;
}

Result<std::string> Substitutes::pseudonym_number(const model::FieldInfo* field, const std::string& text) const {
  const auto whole = model::whole_number(text);
  if (field && field->kind == FieldKind::Seconds && whole) {
    const auto seconds = static_cast<std::int64_t>(whole->magnitude) * (whole->negative ? -1 : 1);
    return std::to_string(seconds - days_back_ * kSecondsOfDay);
  }
  if (!whole) return std::to_string(kSmallImage + number_of(digest("number", text)) % kSmallNumbers);
  const std::uint64_t other = whole->magnitude < kSmallNumbers
                                  ? kSmallImage + permuted(whole->magnitude, kSmallNumbers)
                                  : kLargeImage + number_of(digest("large", to_text(*whole))) % kLargeRange;
  return fmt::format("{}{}", whole->negative ? "-" : "", other);
}

Result<std::string> Substitutes::pseudonym_text(const std::string& text) const {
  switch (form_of(text)) {
    case TextForm::Time:
    case TextForm::Date: {
      const auto day = model::date::parse(std::string_view(text).substr(0, kMaskedDate.size()));
      if (!day) break;
      const auto moved = model::date::from(day->days() - std::chrono::days(days_back_));
      if (!moved) return invalid(fmt::format("{} is too early for a pseudonym", text));
      return moved->text() + text.substr(kMaskedDate.size());
    }
    case TextForm::Uuid: {
      // Version 4 and its variant, and otherwise letters.
      std::string out = letters(digest("uuid", text), kHexLetters, 32);
      out[12] = '4';
      for (const std::size_t hyphen : {8, 13, 18, 23}) out.insert(hyphen, 1, '-');
      out[19] = out[19] < 'd' ? 'a' : 'b';
      return out;
    }
    case TextForm::Ulid:
      return text.substr(0, kUlidTimeLetters) + letters(digest("ulid", text), kUlidLetters, 16);
    case TextForm::Email:
      return std::string(beginning_of(text)) + letters(digest("email", text), kConsonants, kWordLetters) +
             "@example.com";
    case TextForm::Word:
      break;
  }
  return std::string(beginning_of(text)) + letters(digest("word", text), kConsonants, kWordLetters);
}

Result<AttributeValue> Substitutes::pseudonym(const model::FieldInfo* field, const AttributeValue& value) const {
  const auto binary = [this](const std::string& bytes) {
    return std::string(auth::view(digest("binary", bytes)).substr(0, kBinaryBytes));
  };
  AttributeValue out = value;
  switch (value.type()) {
    case AttributeType::S: {
      PARTITA_TRY_VALUE(text, pseudonym_text(value.s()));
      return AttributeValue(std::move(text));
    }
    case AttributeType::N: {
      PARTITA_TRY_VALUE(text, pseudonym_number(field, value.n()));
      return typed_number(std::move(text));
    }
    case AttributeType::B:
      return AttributeValue::binary(binary(value.b()));
    case AttributeType::Bool:
      return AttributeValue::boolean(false);
    case AttributeType::SS:
      for (std::string& text : out.set()) {
        PARTITA_TRY_VALUE(other, pseudonym_text(text));
        text = std::move(other);
      }
      return out;
    case AttributeType::NS:
      for (std::string& text : out.set()) {
        PARTITA_TRY_VALUE(other, pseudonym_number(nullptr, text));
        text = std::move(other);
      }
      return out;
    case AttributeType::BS:
      for (std::string& bytes : out.set()) bytes = binary(bytes);
      return out;
    default:
      return out;
  }
}

// ---- documents

Result<AttributeValue> Substitutes::by_rule(const model::FieldInfo* field, FieldRule rule,
                                            const AttributeValue& value) const {
  if (rule == FieldRule::Keep) return value;
  if (rule == FieldRule::Drop) return AttributeValue();
  return rule == FieldRule::Mask ? masked(field, value) : pseudonym(field, value);
}

// `rule` is that of members without one. Elements of a list have the treatment of the list.
Result<AttributeValue> Substitutes::members_treated(const Treatment& treatment, FieldRule rule,
                                                    const AttributeValue& value) const {
  const FieldRule mine = treatment.rule.value_or(rule);
  if (mine == FieldRule::Drop && treatment.members.empty()) return AttributeValue();
  if (value.is(AttributeType::M)) {
    AttributeMap out;
    for (const auto& [name, member] : value.m()) {
      const auto at = treatment.members.find(name);
      const bool is_named = at != treatment.members.end();
      PARTITA_TRY_VALUE(other, members_treated(is_named ? at->second : Treatment(), mine, member));
      if (other.is(AttributeType::None)) continue;
      const bool keeps_name = is_named || mine == FieldRule::Keep;
      out.set(keeps_name ? name : letters(digest("name", name), kConsonants, kWordLetters), std::move(other));
    }
    return AttributeValue::map(std::move(out));
  }
  if (value.is(AttributeType::L)) {
    AttributeValue::List out;
    for (const AttributeValue& element : value.l()) {
      PARTITA_TRY_VALUE(other, members_treated(treatment, mine, element));
      if (!other.is(AttributeType::None)) out.push_back(std::move(other));
    }
    return AttributeValue::list(std::move(out));
  }
  return by_rule(nullptr, treatment.of_value(rule), value);
}

Result<AttributeValue> Substitutes::treated(const model::FieldInfo& field, const Treatment& treatment,
                                            const AttributeValue& value) const {
  const bool is_document = value.is(AttributeType::M) || value.is(AttributeType::L);
  if (is_document) return members_treated(treatment, treatment.rule.value_or(FieldRule::Keep), value);
  return by_rule(&field, treatment.of_value(FieldRule::Keep), value);
}

}  // namespace partita::movement
