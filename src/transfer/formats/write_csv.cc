// Writes items as CSV.
#include <utility>

#include "base/base64.h"
#include "protocol/item_json.h"
#include "transfer/formats/csv.h"
#include "value/number.h"
#include "value/view.h"

namespace partita::transfer {
namespace {

std::string text_of_cell(const value::ValueView& value) {
  std::string text;
  switch (value.type()) {
    case AttributeType::S:
      text = value.text();
      break;
    case AttributeType::N:
      value::Number::append_text(value.number(), text);
      break;
    case AttributeType::B:
      text = base::to_base64(value.text());
      break;
    default:
      protocol::append_typed_json(value.to_value(), text);
  }
  return text;
}

}  // namespace

void append_cell(std::string_view text, char delimiter, std::string& out) {
  const char special[] = {delimiter, '"', '\r', '\n', '\0'};
  const bool has_edge = text.starts_with(' ') || text.ends_with(' ');
  if (!text.empty() && !has_edge && text.find_first_of(special) == text.npos) {
    out += text;
    return;
  }
  out += '"';
  for (const char c : text) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

void append_header(const std::vector<std::string>& columns, char delimiter, std::string& out) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0) out += delimiter;
    append_cell(columns[i], delimiter, out);
  }
  out += '\n';
}

void append_row(const Item& item, const std::vector<std::string>& columns, char delimiter, std::string& out) {
  const value::MapView attributes =
      item.bytes().empty() ? value::MapView() : value::MapView(value::ItemView(item.bytes()));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0) out += delimiter;
    if (const auto value = attributes.find(columns[i])) append_cell(text_of_cell(*value), delimiter, out);
  }
  out += '\n';
}

}  // namespace partita::transfer
