#include "value/encode.h"

#include <algorithm>

#include "base/bytes.h"
#include "base/check.h"
#include "value/number.h"
#include "value/wire.h"

namespace partita::value {

using wire::Code;

void put_code(Code code, std::string& out) { out.push_back(static_cast<char>(code)); }

void put_sized(std::string_view bytes, std::string& out) {
  base::put_varint(out, bytes.size());
  out.append(bytes);
}

void insert_length(std::size_t begin, std::string& out) {
  std::string length;
  base::put_varint(length, out.size() - begin);
  out.insert(begin, length);
}

namespace {

void put_number(std::string_view text, std::string& out) {
  const auto number = Number::parse(text);
  PARTITA_CHECK(number);
  number->encode(out);
}

void put_map_body(const AttributeMap& map, std::string& out) {
  base::put_varint(out, map.size());
  for (const Attribute& attribute : map) {
    put_sized(attribute.name, out);
    encode_value(attribute.value, out);
  }
}

void put_list_body(const AttributeValue::List& list, std::string& out) {
  base::put_varint(out, list.size());
  for (const AttributeValue& element : list) encode_value(element, out);
}

// Puts the elements in the order of their bytes. The bytes of a number are its encoding.
void put_set_body(const AttributeValue& set, std::string& out) {
  AttributeValue::Set elements = set.set();
  const bool numbers = set.is(AttributeType::NS);
  if (numbers) {
    for (std::string& element : elements) {
      std::string encoded;
      put_number(element, encoded);
      element = std::move(encoded);
    }
  }
  std::sort(elements.begin(), elements.end());
  PARTITA_CHECK(std::adjacent_find(elements.begin(), elements.end()) == elements.end());
  base::put_varint(out, elements.size());
  for (const std::string& element : elements) {
    if (numbers) {
      out.append(element);
    } else {
      put_sized(element, out);
    }
  }
}

template <class PutBody>
void put_container(Code code, std::string& out, PutBody put_body) {
  put_code(code, out);
  const std::size_t begin = out.size();
  put_body();
  insert_length(begin, out);
}

}  // namespace

void encode_value(const AttributeValue& value, std::string& out) {
  switch (value.type()) {
    case AttributeType::S:
      put_code(Code::S, out);
      return put_sized(value.s(), out);
    case AttributeType::B:
      put_code(Code::B, out);
      return put_sized(value.b(), out);
    case AttributeType::N:
      put_code(Code::N, out);
      return put_number(value.n(), out);
    case AttributeType::Bool:
      return put_code(value.boolean() ? Code::True : Code::False, out);
    case AttributeType::Null:
      return put_code(Code::Null, out);
    case AttributeType::L:
      return put_container(Code::L, out, [&] { put_list_body(value.l(), out); });
    case AttributeType::M:
      return put_container(Code::M, out, [&] { put_map_body(value.m(), out); });
    case AttributeType::SS:
      return put_container(Code::SS, out, [&] { put_set_body(value, out); });
    case AttributeType::NS:
      return put_container(Code::NS, out, [&] { put_set_body(value, out); });
    case AttributeType::BS:
      return put_container(Code::BS, out, [&] { put_set_body(value, out); });
    case AttributeType::None:
    case AttributeType::Several:
      break;
  }
  PARTITA_CHECK(!"a value to encode has exactly one type");
}

void encode_item(const AttributeMap& item, std::string& out) {
  out.push_back(wire::kItemVersion);
  put_map_body(item, out);
}

std::string encode_item(const AttributeMap& item) {
  std::string out;
  encode_item(item, out);
  return out;
}

void ItemBuilder::add(std::string_view name, ValueView value) { add_encoded(name, value.bytes()); }

void ItemBuilder::add_encoded(std::string_view name, std::string_view value_bytes) {
  put_sized(name, body_);
  body_.append(value_bytes);
  ++count_;
}

std::string ItemBuilder::finish() {
  std::string item;
  item.reserve(body_.size() + 4);
  item.push_back(wire::kItemVersion);
  base::put_varint(item, count_);
  item.append(body_);
  body_.clear();
  count_ = 0;
  return item;
}

}  // namespace partita::value
