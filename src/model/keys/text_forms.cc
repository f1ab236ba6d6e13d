#include "model/keys/text_forms.h"

#include "base/text.h"

namespace partita::model {
namespace {

// In a form, 'd' is a decimal digit, 'x' a lower-case hex digit and 'u' a digit of Crockford's base 32 in upper case.
// Any other character is itself.
constexpr std::string_view kTime = "dddd-dd-ddTdd:dd:dd.dddZ";
constexpr std::string_view kDate = "dddd-dd-dd";
constexpr std::string_view kUuid = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
constexpr std::string_view kUlid = "uuuuuuuuuuuuuuuuuuuuuuuuuu";

constexpr std::string_view form_of(FieldKind kind) {
  switch (kind) {
    case FieldKind::Time:
      return kTime;
    case FieldKind::Date:
      return kDate;
    case FieldKind::Uuid:
      return kUuid;
    case FieldKind::Ulid:
      return kUlid;
    default:
      return {};
  }
}

bool matches(char form, char c) {
  switch (form) {
    case 'd':
      return base::is_digit(c);
    case 'x':
      return base::is_digit(c) || (c >= 'a' && c <= 'f');
    case 'u':
      return base::is_digit(c) || (c >= 'A' && c <= 'Z' && c != 'I' && c != 'L' && c != 'O' && c != 'U');
    default:
      return form == c;
  }
}

int two_digits(std::string_view text, std::size_t at) { return (text[at] - '0') * 10 + text[at + 1] - '0'; }

// Checks the month, day, hour, minute and second, each if the text contains it.
bool in_calendar(std::string_view text) {
  const auto within = [&](std::size_t at, int low, int high) {
    return text.size() < at + 2 || (two_digits(text, at) >= low && two_digits(text, at) <= high);
  };
  return within(5, 1, 12) && within(8, 1, 31) && within(11, 0, 23) && within(14, 0, 59) && within(17, 0, 60);
}

}  // namespace

bool begins_form(FieldKind kind, std::string_view text) {
  const std::string_view form = form_of(kind);
  if (form.empty()) return true;
  if (text.size() > form.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (!matches(form[i], text[i])) return false;
  if (kind == FieldKind::Ulid) return text.empty() || text[0] <= '7';  // a ULID has 128 bits
  return kind == FieldKind::Uuid || in_calendar(text);
}

bool has_form(FieldKind kind, std::string_view text) {
  const std::string_view form = form_of(kind);
  return form.empty() || (text.size() == form.size() && begins_form(kind, text));
}

std::size_t cut_size(FieldKind kind, KeyFormat format) {
  if (kind != FieldKind::Time && kind != FieldKind::Date) return 0;
  switch (format) {
    case KeyFormat::Year:
      return 4;
    case KeyFormat::Month:
      return 7;
    case KeyFormat::Day:
      return 10;
    case KeyFormat::Hour:
      return kind == FieldKind::Time ? 13 : 0;
    default:
      return 0;
  }
}

std::optional<std::string> read_hex(std::string_view hex) {
  if (hex.size() % 2 != 0) return std::nullopt;
  std::string bytes;
  bytes.reserve(hex.size() / 2);
  for (std::size_t i = 0; i < hex.size(); i += 2) {
    const int high = base::lower_hex_digit(hex[i]);
    const int low = base::lower_hex_digit(hex[i + 1]);
    if (high < 0 || low < 0) return std::nullopt;
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

}  // namespace partita::model
