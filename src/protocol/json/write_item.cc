// Writes items and attribute values as JSON. The database returns encoded bytes, and requests hold trees.
#include "base/base64.h"
#include "protocol/json/json_writer.h"
#include "value/number.h"

namespace partita::protocol {
namespace {

void write_number(Writer& writer, std::string_view encoded) {
  writer.put('"');
  std::string& digits = writer.scratch();
  value::Number::append_text(encoded, digits);
  writer.put(digits);
  writer.put('"');
}

void write_binary(Writer& writer, std::string_view bytes) {
  const std::size_t size = base::base64_size(bytes.size());
  writer.put('"');
  char* const to = writer.room(size);
  base::encode_base64(bytes, to);
  writer.wrote(to + size);
  writer.put('"');
}

template <class Elements, class Write>
void write_list(Writer& writer, const Elements& elements, Write write_element) {
  writer.put('[');
  Separator separator(writer);
  for (const auto& element : elements) {
    separator.next();
    write_element(element);
  }
  writer.put(']');
}

void write_set(Writer& writer, const value::SetView& set) {
  write_list(writer, set, [&](std::string_view element) {
    if (set.type() == AttributeType::SS) return write(writer, element);
    if (set.type() == AttributeType::NS) return write_number(writer, element);
    write_binary(writer, element);
  });
}

void write_set(Writer& writer, AttributeType type, const AttributeValue::Set& set) {
  write_list(writer, set, [&](const std::string& element) {
    if (type == AttributeType::BS) return write_binary(writer, element);
    write(writer, element);
  });
}

// Writes the beginning of a value of that type. The caller writes the closing brace.
void open(Writer& writer, AttributeType type) {
  // Each text has its own call, so that the compiler knows its length.
  switch (type) {
    case AttributeType::S:
      return writer.put("{\"S\":");
    case AttributeType::N:
      return writer.put("{\"N\":");
    case AttributeType::B:
      return writer.put("{\"B\":");
    case AttributeType::Bool:
      return writer.put("{\"BOOL\":");
    case AttributeType::Null:
      return writer.put("{\"NULL\":");
    case AttributeType::L:
      return writer.put("{\"L\":");
    case AttributeType::M:
      return writer.put("{\"M\":");
    case AttributeType::SS:
      return writer.put("{\"SS\":");
    case AttributeType::NS:
      return writer.put("{\"NS\":");
    case AttributeType::BS:
      return writer.put("{\"BS\":");
    case AttributeType::None:
      return writer.put("{");
    // Two types represent the several ones of the original value. The reader refuses both values alike.
    case AttributeType::Several:
      return writer.put("{\"S\":\"\",\"BOOL\":true");
  }
}

}  // namespace

void write(Writer& writer, const value::ValueView& value) {
  const AttributeType type = value.type();
  open(writer, type);
  switch (type) {
    case AttributeType::S:
      write(writer, value.text());
      break;
    case AttributeType::N:
      write_number(writer, value.number());
      break;
    case AttributeType::B:
      write_binary(writer, value.text());
      break;
    case AttributeType::Bool:
      write(writer, value.boolean());
      break;
    case AttributeType::Null:
      write(writer, true);
      break;
    case AttributeType::L:
      write_list(writer, value.list(), [&](const value::ValueView& element) { write(writer, element); });
      break;
    case AttributeType::M:
      write(writer, value.map());
      break;
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      write_set(writer, value.set());
      break;
    case AttributeType::None:
    case AttributeType::Several:
      break;
  }
  writer.put('}');
}

void write(Writer& writer, const value::MapView& attributes) {
  writer.put('{');
  Separator separator(writer);
  for (const value::AttributeView& attribute : attributes) {
    separator.next();
    write(writer, attribute.name);
    writer.put(':');
    write(writer, attribute.value);
  }
  writer.put('}');
}

void write(Writer& writer, const Item& item) {
  const value::ItemView view = item.bytes().empty() ? value::ItemView() : value::ItemView(item.bytes());
  write(writer, static_cast<const value::MapView&>(view));
}

void write(Writer& writer, const AttributeValue& value) {
  const AttributeType type = value.type();
  open(writer, type);
  switch (type) {
    case AttributeType::S:
    case AttributeType::N:
      write(writer, value.text());
      break;
    case AttributeType::B:
      write_binary(writer, value.b());
      break;
    case AttributeType::Bool:
    case AttributeType::Null:
      write(writer, value.boolean());
      break;
    case AttributeType::L:
      write(writer, value.l());
      break;
    case AttributeType::M:
      write(writer, value.m());
      break;
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      write_set(writer, type, value.set());
      break;
    case AttributeType::None:
    case AttributeType::Several:
      break;
  }
  writer.put('}');
}

void write(Writer& writer, const AttributeMap& attributes) {
  writer.put('{');
  Separator separator(writer);
  for (const Attribute& attribute : attributes) {
    separator.next();
    write(writer, attribute.name);
    writer.put(':');
    write(writer, attribute.value);
  }
  writer.put('}');
}

}  // namespace partita::protocol
