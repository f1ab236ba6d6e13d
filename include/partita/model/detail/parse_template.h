// Reads key templates at compile time: "ORDER#{createdAt}#{orderId:019d}".
//
// A template consists of literals and of {field} or {field:format,format...}. A literal may contain '#' and bytes
// greater than '$'. After a field it must begin with '#'.
#pragma once

#include <partita/model/detail/digits.h>
#include <partita/model/detail/mistakes.h>
#include <partita/model/runtime/description.h>

namespace partita::model {

// Returns the number of parts of `text`, whose braces need not match.
constexpr std::size_t count_parts(std::string_view text) {
  std::size_t parts = 0;
  bool in_literal = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{') {
      ++parts;
      in_literal = false;
      while (i < text.size() && text[i] != '}') ++i;
    } else if (!in_literal) {
      ++parts;
      in_literal = true;
    }
  }
  return parts;
}

namespace detail {

// Returns the number that `digits` writes, or 0 if the text is not a number or the number is greater than 99.
constexpr std::uint8_t small_number(std::string_view digits) {
  if (digits.empty() || digits.size() > 3) return 0;
  int number = 0;
  for (const char c : digits) {
    if (!is_digit(c)) return 0;
    number = number * 10 + (c - '0');
  }
  return number > 99 ? 0 : static_cast<std::uint8_t>(number);
}

// Reads one format of a field: "019d", "s019d", "day", "shard5", "shard8was5", "^prod_", "raw", "reject". Returns false
// for an unknown format.
constexpr bool read_format(std::string_view format, KeyPart& part) {
  if (format == "raw") return part.escape = Escape::Raw, true;
  if (format == "reject") return part.escape = Escape::Reject, true;
  if (format == "year") return part.format = KeyFormat::Year, true;
  if (format == "month") return part.format = KeyFormat::Month, true;
  if (format == "day") return part.format = KeyFormat::Day, true;
  if (format == "hour") return part.format = KeyFormat::Hour, true;
  if (format.starts_with('^')) return part.must_begin = format.substr(1), format.size() > 1;
  if (format.starts_with("shard")) {
    part.format = KeyFormat::Shard;
    const std::string_view counts = format.substr(5);
    const std::size_t was = find_byte(counts, 'w');
    part.shards = small_number(counts.substr(0, was));
    if (was == std::string_view::npos) return part.shards > 1;
    if (!counts.substr(was).starts_with("was")) return false;
    part.was_shards = small_number(counts.substr(was + 3));
    return part.shards > 1 && part.was_shards > 1;
  }
  part.format = KeyFormat::Padded;
  if (format.starts_with('s')) {
    part.format = KeyFormat::SignedPadded;
    format.remove_prefix(1);
  }
  if (!format.starts_with('0') || !format.ends_with('d')) return false;
  part.width = small_number(format.substr(1, format.size() - 2));
  return part.width > 0;
}

constexpr bool is_number(FieldKind kind) {
  return kind == FieldKind::Integer || kind == FieldKind::Unsigned || kind == FieldKind::Seconds;
}

// True if the part's formats suit its field.
constexpr bool format_fits(const KeyPart& part, FieldKind kind) {
  switch (part.format) {
    case KeyFormat::Plain:
      return true;
    case KeyFormat::Padded:
    case KeyFormat::SignedPadded:
      return is_number(kind);
    case KeyFormat::Hour:
      return kind == FieldKind::Time;
    case KeyFormat::Year:
    case KeyFormat::Month:
    case KeyFormat::Day:
      return kind == FieldKind::Time || kind == FieldKind::Date;
    case KeyFormat::Shard:
      return kind != FieldKind::Document && kind != FieldKind::Double;
  }
  return false;
}

// Reads "{name:formats}". `inside` is the text without the braces.
constexpr Mistake read_field(std::string_view inside, std::span<const FieldInfo> fields, KeyPart& part, Text* where) {
  const std::size_t colon = find_byte(inside, ':');
  const std::string_view name = inside.substr(0, colon);
  part.field = find_field(fields, name);
  if (!part.is_field()) {
    if (where) *where << "{" << inside << "} names no member: " << name;
    return Mistake::NoSuchField;
  }
  std::string_view formats = colon == std::string_view::npos ? std::string_view() : inside.substr(colon + 1);
  while (!formats.empty()) {
    const std::size_t comma = find_byte(formats, ',');
    if (!read_format(formats.substr(0, comma), part)) {
      if (where) *where << "{" << inside << "}";
      return Mistake::UnknownFormat;
    }
    formats = comma == std::string_view::npos ? std::string_view() : formats.substr(comma + 1);
  }
  if (!format_fits(part, fields[part.field.number()].kind)) {
    if (where) *where << "{" << inside << "}: the format does not suit the field";
    return Mistake::UnknownFormat;
  }
  return Mistake::None;
}

// True if the byte is kept for the escapes of values. In the literal at the beginning of a template a '$' inside of a
// word, as in "$shop" or "$shop$order_1", is not: it is the same in all keys of the template, so that it breaks no
// order, and the keys of no parent's children end with it.
constexpr bool is_kept_for_escapes(std::string_view literal, std::size_t at, bool after_field) {
  if (static_cast<unsigned char>(literal[at]) > '$' || literal[at] == '#') return false;
  const bool is_inside = at + 1 < literal.size() && literal[at + 1] != '#' && literal[at + 1] != '$';
  return after_field || literal[at] != '$' || !is_inside;
}

constexpr Mistake check_literal(std::string_view literal, bool after_field, Text* where) {
  if (after_field && !literal.starts_with('#')) {
    if (where) *where << "\"" << literal << "\" follows a field";
    return Mistake::LiteralAfterField;
  }
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] == '}') {
      if (where) *where << "\"" << literal << "\"";
      return Mistake::UnclosedBrace;
    }
    if (is_kept_for_escapes(literal, i, after_field)) {
      if (where) *where << "\"" << literal << "\"";
      return Mistake::LiteralByte;
    }
  }
  return Mistake::None;
}

// Reads the part of a template that begins at `at`, and sets `at` behind it. After UnclosedBrace `at` is the end.
constexpr Mistake parse_part(std::string_view text, std::size_t& at, bool after_field,
                             std::span<const FieldInfo> fields, KeyPart& part, Text* where) {
  const std::size_t begin = at;
  if (text[begin] != '{') {
    at = std::min(find_byte(text, '{', begin), text.size());
    part.literal = text.substr(begin, at - begin);
    return check_literal(part.literal, after_field, where);
  }
  const std::size_t close = find_byte(text, '}', begin);
  const bool nested = find_byte(text.substr(0, close), '{', begin + 1) != std::string_view::npos;
  if (close == std::string_view::npos || nested) {
    at = text.size();
    if (where) *where << "\"" << text.substr(begin) << "\" is not closed";
    return Mistake::UnclosedBrace;
  }
  at = close + 1;
  const std::string_view inside = text.substr(begin + 1, close - begin - 1);
  const Mistake mistake = read_field(inside, fields, part, where);
  if (mistake != Mistake::None || !after_field) return mistake;
  if (where) *where << "{" << inside << "} follows another field";
  return Mistake::FieldsTouch;
}

}  // namespace detail

// Fills `parts`, which must have count_parts(text) elements. The parts refer to `text`.
constexpr Mistake parse_template(std::string_view text, std::span<const FieldInfo> fields, std::span<KeyPart> parts,
                                 Text* where) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < text.size();) {
    KeyPart part;
    const bool after_field = count > 0 && parts[count - 1].is_field();
    const Mistake mistake = detail::parse_part(text, i, after_field, fields, part, where);
    if (mistake != Mistake::None) {
      if (where) *where << ", in the template \"" << text << "\"";
      return mistake;
    }
    parts[count++] = part;
  }
  return Mistake::None;
}

}  // namespace partita::model
