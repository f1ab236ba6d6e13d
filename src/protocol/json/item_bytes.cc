#include "protocol/json/item_bytes.h"

#include <absl/container/inlined_vector.h>

#include <algorithm>
#include <vector>

#include "base/base64.h"
#include "base/bytes.h"
#include "value/encode.h"
#include "value/limits.h"
#include "value/number.h"

namespace partita::protocol {
namespace {

using value::wire::Code;

bool put_value(Json json, std::size_t levels_left, std::string& out);

bool put_attributes(Json json, std::size_t levels_left, std::string& out) {
  simdjson::dom::object object;
  if (json.get(object)) return false;
  struct Named {
    std::string_view name;
    Json value;
    bool operator<(const Named& other) const { return name < other.name; }
  };
  absl::InlinedVector<Named, 24> attributes;
  for (const auto [name, value] : object) attributes.push_back({name, value});
  if (!std::is_sorted(attributes.begin(), attributes.end())) std::sort(attributes.begin(), attributes.end());
  base::put_varint(out, attributes.size());
  const std::string_view* previous = nullptr;
  for (const Named& attribute : attributes) {
    if (previous && *previous == attribute.name) return false;
    previous = &attribute.name;
    value::put_sized(attribute.name, out);
    if (!put_value(attribute.value, levels_left, out)) return false;
  }
  return true;
}

// simdjson counts no further than this, so the true size may be larger.
constexpr std::size_t kTooMany = 0xFFFFFF;

bool put_elements(Json json, std::size_t levels_left, std::string& out) {
  simdjson::dom::array array;
  if (json.get(array) || array.size() >= kTooMany) return false;
  base::put_varint(out, array.size());
  for (const Json element : array)
    if (!put_value(element, levels_left, out)) return false;
  return true;
}

bool put_number(std::string_view text, std::string& out) {
  const auto number = value::Number::parse(text);
  if (number) number->encode(out);
  return number.has_value();
}

std::optional<std::string> binary_in(Json json) {
  std::string_view text;
  if (json.get(text) || text.size() % 4 != 0) return std::nullopt;
  return base::decode_base64(text);
}

// The bytes by which a set sorts an element. Those of a number are its encoding.
std::optional<std::string> element_bytes(Code set, Json json) {
  if (set == Code::BS) return binary_in(json);
  std::string_view text;
  if (json.get(text)) return std::nullopt;
  if (set == Code::SS) return std::string(text);
  std::string encoded;
  if (!put_number(text, encoded)) return std::nullopt;
  return encoded;
}

bool put_set(Code set, Json json, std::string& out) {
  simdjson::dom::array array;
  if (json.get(array) || array.size() == 0) return false;
  std::vector<std::string> elements;
  for (const Json element : array) {
    auto bytes = element_bytes(set, element);
    if (!bytes) return false;
    elements.push_back(*std::move(bytes));
  }
  std::sort(elements.begin(), elements.end());
  if (std::adjacent_find(elements.begin(), elements.end()) != elements.end()) return false;
  base::put_varint(out, elements.size());
  for (const std::string& element : elements) {
    if (set == Code::NS)
      out.append(element);
    else
      value::put_sized(element, out);
  }
  return true;
}

template <class PutBody>
bool put_container(Code code, std::string& out, PutBody put_body) {
  value::put_code(code, out);
  const std::size_t begin = out.size();
  if (!put_body()) return false;
  value::insert_length(begin, out);
  return true;
}

bool put_short(char type, Json json, std::size_t levels_left, std::string& out) {
  switch (type) {
    case 'S': {
      std::string_view text;
      if (json.get(text)) return false;
      value::put_code(Code::S, out);
      value::put_sized(text, out);
      return true;
    }
    case 'N': {
      std::string_view text;
      if (json.get(text)) return false;
      value::put_code(Code::N, out);
      return put_number(text, out);
    }
    case 'B': {
      const auto bytes = binary_in(json);
      if (!bytes) return false;
      value::put_code(Code::B, out);
      value::put_sized(*bytes, out);
      return true;
    }
    case 'L':
      return put_container(Code::L, out, [&] { return put_elements(json, levels_left, out); });
    case 'M':
      return put_container(Code::M, out, [&] { return put_attributes(json, levels_left, out); });
    default:
      return false;
  }
}

// `levels_left` is the number of levels that may still nest, with this value's own.
bool put_value(Json json, std::size_t levels_left, std::string& out) {
  simdjson::dom::object object;
  if (levels_left == 0 || json.get(object) || object.size() != 1) return false;
  const auto [type, content] = *object.begin();
  if (type.size() == 1) return put_short(type[0], content, levels_left - 1, out);
  if (type == "BOOL" || type == "NULL") {
    bool yes = false;
    if (content.get(yes)) return false;
    if (type == "NULL" && !yes) return false;
    value::put_code(type == "NULL" ? Code::Null : yes ? Code::True : Code::False, out);
    return true;
  }
  if (type == "SS") return put_container(Code::SS, out, [&, json = content] { return put_set(Code::SS, json, out); });
  if (type == "NS") return put_container(Code::NS, out, [&, json = content] { return put_set(Code::NS, json, out); });
  if (type == "BS") return put_container(Code::BS, out, [&, json = content] { return put_set(Code::BS, json, out); });
  return false;
}

}  // namespace

bool append_item_bytes(Json json, std::string& out) {
  out.push_back(value::wire::kItemVersion);
  return put_attributes(json, limits::kNestingLevels, out);
}

}  // namespace partita::protocol
