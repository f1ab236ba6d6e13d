// Writes Ion text as the service's exports have it. Numbers have the notation of ion-java, which the service uses.
#include <algorithm>

#include "base/base64.h"
#include "base/text.h"
#include "transfer/formats/ion.h"
#include "value/number.h"
#include "value/view.h"

namespace partita::transfer {
namespace {

// A number smaller than 1 is written with a point if it has at most this many zeros behind it, otherwise with an
// exponent.
constexpr std::size_t kMostZeros = 5;

bool begins_identifier(char c) { return (base::lower(c) >= 'a' && base::lower(c) <= 'z') || c == '_' || c == '$'; }

// Whether a name may be written without quotes. "$" with digits would be the number of a symbol.
bool is_identifier(std::string_view name) {
  if (name.empty() || !begins_identifier(name.front())) return false;
  if (!std::ranges::all_of(name, [](char c) { return begins_identifier(c) || base::is_digit(c); })) return false;
  for (const std::string_view keyword : {"null", "true", "false", "nan"})
    if (name == keyword) return false;
  return name.front() != '$' || name.size() == 1 || !std::ranges::all_of(name.substr(1), base::is_digit);
}

void append_escaped(std::string_view text, char quote, std::string& out) {
  out += quote;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (c == quote) {
          out += '\\';
          out += c;
        } else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
          out += "\\x";
          base::append_hex(out, static_cast<unsigned char>(c));
        } else {
          out += c;
        }
    }
  }
  out += quote;
}

void append_name(std::string_view name, std::string& out) {
  if (is_identifier(name))
    out += name;
  else
    append_escaped(name, '\'', out);
}

void append_blob(std::string_view bytes, std::string& out) {
  out += "{{";
  const std::size_t begin = out.size();
  out.resize(begin + base::base64_size(bytes.size()));
  base::encode_base64(bytes, out.data() + begin);
  out += "}}";
}

// `plain` is a canonical number in plain notation, such as 0.05 or 600.
void append_decimal(std::string_view plain, std::string& out) {
  if (plain.starts_with('-')) {
    out += '-';
    plain.remove_prefix(1);
  }
  const std::size_t point = std::min(plain.find('.'), plain.size());
  if (point == plain.size()) {
    const std::size_t digits = plain == "0" ? 1 : plain.find_last_not_of('0') + 1;
    out += plain.substr(0, digits);
    if (digits == plain.size()) {
      out += '.';
    } else {
      out += 'd';
      out += std::to_string(plain.size() - digits);
    }
    return;
  }
  const std::string_view fraction = plain.substr(point + 1);
  const std::size_t zeros = plain.substr(0, point) == "0" ? fraction.find_first_not_of('0') : 0;
  if (zeros <= kMostZeros) {
    out += plain;
  } else {
    out += fraction.substr(zeros);
    out += "d-";
    out += std::to_string(fraction.size());
  }
}

void append_number(std::string_view encoded, std::string& out) {
  std::string plain;
  value::Number::append_text(encoded, plain);
  append_decimal(plain, out);
}

template <class Elements, class Append>
void append_elements(const Elements& elements, std::string& out, Append append) {
  out += '[';
  bool is_first = true;
  for (const auto& element : elements) {
    if (!is_first) out += ',';
    is_first = false;
    append(element);
  }
  out += ']';
}

void append_struct(const value::MapView& map, std::string& out);

void append_value(const value::ValueView& value, std::string& out) {
  switch (value.type()) {
    case AttributeType::S:
      return append_escaped(value.text(), '"', out);
    case AttributeType::N:
      return append_number(value.number(), out);
    case AttributeType::B:
      return append_blob(value.text(), out);
    case AttributeType::Bool:
      out += value.boolean() ? "true" : "false";
      return;
    case AttributeType::L:
      return append_elements(value.list(), out, [&](const value::ValueView& element) { append_value(element, out); });
    case AttributeType::M:
      return append_struct(value.map(), out);
    case AttributeType::SS:
      out += "$dynamodb_SS::";
      return append_elements(value.set(), out, [&](std::string_view element) { append_escaped(element, '"', out); });
    case AttributeType::NS:
      out += "$dynamodb_NS::";
      return append_elements(value.set(), out, [&](std::string_view element) { append_number(element, out); });
    case AttributeType::BS:
      out += "$dynamodb_BS::";
      return append_elements(value.set(), out, [&](std::string_view element) { append_blob(element, out); });
    case AttributeType::Null:
    case AttributeType::None:
    case AttributeType::Several:
      out += "null";
  }
}

void append_struct(const value::MapView& map, std::string& out) {
  out += '{';
  bool is_first = true;
  for (const value::AttributeView& attribute : map) {
    if (!is_first) out += ',';
    is_first = false;
    append_name(attribute.name, out);
    out += ':';
    append_value(attribute.value, out);
  }
  out += '}';
}

}  // namespace

void append_ion_struct(const Item& item, std::string& out) {
  append_struct(item.bytes().empty() ? value::MapView() : value::MapView(value::ItemView(item.bytes())), out);
}

void append_ion(const Item& item, std::string& out) {
  out += "$ion_1_0 {Item:";
  append_ion_struct(item, out);
  out += '}';
}

}  // namespace partita::transfer
