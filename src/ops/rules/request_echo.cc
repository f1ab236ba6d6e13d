#include "ops/rules/request_echo.h"

#include <fmt/format.h>

#include "base/base64.h"
#include "base/text.h"
#include "ops/rules/render.h"
#include "value/limits.h"
#include "value/types.h"

namespace partita::ops {
namespace {

// Writes JSON until the text is as long as an error may repeat. What follows is left out.
class JsonEcho {
 public:
  std::string take() { return std::move(text_); }

  void add(const NamedList<KeysAndAttributes>& tables) {
    add_all('{', tables, '}', [this](const auto& table) {
      add_name(table.first);
      add(table.second);
    });
  }

 private:
  bool is_full() const { return text_.size() > limits::kQuotedBytes; }

  // Writes the elements between the brackets, with commas.
  template <class Elements, class Add>
  void add_all(char open, const Elements& elements, char close, Add add_element) {
    text_ += open;
    bool first = true;
    for (const auto& element : elements) {
      if (is_full()) return;
      if (!first) text_ += ',';
      first = false;
      add_element(element);
    }
    text_ += close;
  }

  void add_text(std::string_view text) {
    text_ += '"';
    for (const char c : shortened(text)) {
      if (c == '"' || c == '\\') text_ += '\\';
      if (static_cast<unsigned char>(c) < 0x20)
        text_ += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
      else
        text_ += c;
    }
    text_ += '"';
  }

  void add_name(std::string_view name) {
    add_text(name);
    text_ += ':';
  }

  // Writes the name of the next member, behind a comma unless it is the first one.
  void next_member(std::string_view name) {
    if (text_.back() != '{') text_ += ',';
    add_name(name);
  }

  void add(const KeysAndAttributes& table) {
    const auto add_string = [this](const std::string& text) { add_text(text); };
    text_ += '{';
    if (table.keys) {
      next_member("Keys");
      add_all('[', *table.keys, ']', [this](const AttributeMap& key) { add(key); });
    }
    if (table.attributes_to_get) {
      next_member("AttributesToGet");
      add_all('[', *table.attributes_to_get, ']', add_string);
    }
    if (table.consistent_read) {
      next_member("ConsistentRead");
      text_ += *table.consistent_read ? "true" : "false";
    }
    if (table.projection_expression) {
      next_member("ProjectionExpression");
      add_text(*table.projection_expression);
    }
    if (table.expression_attribute_names) {
      next_member("ExpressionAttributeNames");
      add_all('{', *table.expression_attribute_names, '}', [this](const auto& name) {
        add_name(name.first);
        add_text(name.second);
      });
    }
    text_ += '}';
  }

  void add(const AttributeMap& attributes) {
    add_all('{', attributes, '}', [this](const Attribute& attribute) {
      add_name(attribute.name);
      add(attribute.value);
    });
  }

  void add(const AttributeValue& value) {
    text_ += '{';
    if (const std::string_view type = value::type_name(value.type()); !type.empty()) {
      add_name(type);
      add_content(value);
    }
    text_ += '}';
  }

  void add_content(const AttributeValue& value) {
    const auto add_binary = [this](std::string_view bytes) { add_text(base::to_base64(shortened(bytes))); };
    switch (value.type()) {
      case AttributeType::S:
      case AttributeType::N:
        return add_text(value.is(AttributeType::N) ? value.n() : value.text());
      case AttributeType::B:
        return add_binary(value.text());
      case AttributeType::Bool:
      case AttributeType::Null:
        return void(text_ += value.boolean() ? "true" : "false");
      case AttributeType::SS:
      case AttributeType::NS:
        return add_all('[', value.set(), ']', [this](const std::string& element) { add_text(element); });
      case AttributeType::BS:
        return add_all('[', value.set(), ']', add_binary);
      case AttributeType::L:
        return add_all('[', value.l(), ']', [this](const AttributeValue& element) { add(element); });
      case AttributeType::M:
        return add(value.m());
      case AttributeType::None:
      case AttributeType::Several:
        break;
    }
  }

  std::string text_;
};

// A map of values in Java. Java prints an object's identity for a value, which tells nothing of it. The hash of the
// attribute's name stands in for that.
std::string java_map(const AttributeMap& attributes) {
  std::string text = "{";
  for (const Attribute& attribute : attributes) {
    if (text.size() > limits::kQuotedBytes) return text;
    if (text.size() > 1) text += ", ";
    std::uint32_t hash = 0;
    for (const char c : attribute.name) hash = 31 * hash + static_cast<unsigned char>(c);
    text += fmt::format("{}=com.amazonaws.dynamodb.v20120810.AttributeValue@{:x}", shortened(attribute.name), hash);
  }
  return text + "}";
}

std::string java_map(const OptionalItem& attributes) { return attributes ? java_map(*attributes) : "null"; }

std::string java_write(const WriteRequest& write) {
  return fmt::format(
      "WriteRequest(putRequest={}, deleteRequest={})",
      write.put_request
          ? fmt::format("PutRequest(item={}, workloadProfileName=null)", java_map(write.put_request->item))
          : "null",
      write.delete_request
          ? fmt::format("DeleteRequest(key={}, workloadProfileName=null)", java_map(write.delete_request->key))
          : "null");
}

}  // namespace

std::string echo(const NamedList<KeysAndAttributes>& tables) {
  JsonEcho json;
  json.add(tables);
  return json.take();
}

std::string echo(std::string_view table, const std::vector<WriteRequest>& writes) {
  std::string text = fmt::format("{{{}=[", shortened(table));
  for (const WriteRequest& write : writes) {
    if (text.size() > limits::kQuotedBytes) return text;
    if (!text.ends_with('[')) text += ", ";
    text += java_write(write);
  }
  return text + "]}";
}

}  // namespace partita::ops
