#include "protocol/item_json.h"

#include "base/base64.h"
#include "base/try.h"
#include "ops/rules/item_rules.h"
#include "protocol/json/json_reader.h"
#include "protocol/json/json_writer.h"
#include "value/number.h"

namespace partita::protocol {
namespace {

value::MapView attributes_of(const Item& item) {
  return item.bytes().empty() ? value::MapView() : value::MapView(value::ItemView(item.bytes()));
}

void write_plain_number(Writer& writer, std::string_view encoded) {
  std::string& digits = writer.scratch();
  value::Number::append_text(encoded, digits);
  writer.put(digits);
}

void write_plain_binary(Writer& writer, std::string_view bytes) {
  std::string& text = writer.scratch();
  text.resize(base::base64_size(bytes.size()));
  base::encode_base64(bytes, text.data());
  writer.put('"');
  writer.put(text);
  writer.put('"');
}

void write_plain(Writer& writer, const value::MapView& map);

void write_plain(Writer& writer, const value::ValueView& value) {
  const AttributeType type = value.type();
  switch (type) {
    case AttributeType::S:
      return write_text(writer, value.text());
    case AttributeType::N:
      return write_plain_number(writer, value.number());
    case AttributeType::B:
      return write_plain_binary(writer, value.text());
    case AttributeType::Bool:
      return writer.put(value.boolean() ? "true" : "false");
    case AttributeType::M:
      return write_plain(writer, value.map());
    case AttributeType::L:
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      break;
    case AttributeType::Null:
    case AttributeType::None:
    case AttributeType::Several:
      return writer.put("null");
  }
  writer.put('[');
  Separator separator(writer);
  if (type == AttributeType::L) {
    for (const value::ValueView element : value.list()) {
      separator.next();
      write_plain(writer, element);
    }
  } else {
    for (const std::string_view element : value.set()) {
      separator.next();
      if (type == AttributeType::SS)
        write_text(writer, element);
      else if (type == AttributeType::NS)
        write_plain_number(writer, element);
      else
        write_plain_binary(writer, element);
    }
  }
  writer.put(']');
}

void write_plain(Writer& writer, const value::MapView& map) {
  writer.put('{');
  Separator separator(writer);
  for (const value::AttributeView& attribute : map) {
    separator.next();
    write_text(writer, attribute.name);
    writer.put(':');
    write_plain(writer, attribute.value);
  }
  writer.put('}');
}

// Leaves `out` unchanged if the line has no such member.
Result<void> read_image(JsonReading& reading, simdjson::dom::object line, std::string_view name,
                        std::optional<AttributeMap>& out) {
  Json member;
  if (line[name].get(member) != simdjson::SUCCESS || member.is_null()) return {};
  if (!member.is_object()) return invalid("the member " + std::string(name) + " is not an object");
  if (!read(reading, member, ValuePlace::Member, out.emplace())) return invalid(std::move(reading.fault.message));
  if (reading.nests_too_deeply) return invalid(std::string(kNestingFault));
  return ops::check_values(*out, ops::Layer::Older);
}

// Leaves `out` unchanged if the line has no such member.
template <class T>
Result<void> read_member(JsonReading& reading, simdjson::dom::object line, std::string_view name,
                         std::optional<T>& out) {
  Json member;
  if (line[name].get(member) != simdjson::SUCCESS || member.is_null()) return {};
  if (!read(reading, member, ValuePlace::Member, out.emplace())) return invalid(std::move(reading.fault.message));
  if (reading.nests_too_deeply) return invalid(std::string(kNestingFault));
  return {};
}

Result<JsonText> parsed_line(std::string_view json) {
  auto text = JsonText::parse(json);
  // A service answers malformed JSON with an empty text, which would tell a reader of files too little.
  if (!text && text.error().message.empty()) return invalid("the text is not JSON");
  return text;
}

}  // namespace

void append_typed_json(const Item& item, std::string& out) {
  Writer writer(out);
  write(writer, item);
}

void append_plain_json(const Item& item, std::string& out) {
  Writer writer(out);
  write_plain(writer, attributes_of(item));
}

void append_typed_json(const AttributeMap& attributes, std::string& out) {
  Writer writer(out);
  write(writer, attributes);
}

void append_typed_json(const AttributeValue& value, std::string& out) {
  Writer writer(out);
  write(writer, value);
}

void append_json_text(std::string_view text, std::string& out) {
  Writer writer(out);
  write_text(writer, text);
}

Result<ItemLine> read_item_line(std::string_view json) {
  PARTITA_TRY_VALUE(text, parsed_line(json));
  simdjson::dom::object line;
  if (text.root().get(line)) return invalid("the line is not a JSON object");
  JsonReading reading;
  ItemLine out;
  PARTITA_TRY(read_image(reading, line, "Item", out.item));
  PARTITA_TRY(read_image(reading, line, "Keys", out.keys));
  PARTITA_TRY(read_image(reading, line, "OldImage", out.old_image));
  PARTITA_TRY(read_image(reading, line, "NewImage", out.new_image));
  PARTITA_TRY(read_member(reading, line, "ConditionExpression", out.condition_expression));
  PARTITA_TRY(read_member(reading, line, "ExpressionAttributeNames", out.expression_attribute_names));
  PARTITA_TRY(read_member(reading, line, "ExpressionAttributeValues", out.expression_attribute_values));
  if (!out.item && !out.keys) return invalid("the line has neither a member Item nor a member Keys");
  return out;
}

bool is_json(std::string_view text) { return parsed_line(text).has_value(); }

}  // namespace partita::protocol
