#include "expr/bind/placeholders.h"

#include "base/try.h"
#include "expr/bind/update_program.h"
#include "expr/syntax/lexer.h"
#include "value/encode.h"
#include "value/limits.h"
#include "value/size.h"

namespace partita::expr {
namespace {

unexpected<Error> wrong_form(std::string_view parameter, const std::string& placeholder) {
  return invalid(
      std::string(parameter).append(" contains invalid key: Syntax error; key: \"").append(placeholder).append("\""));
}

unexpected<Error> too_long(std::string_view parameter, const std::string& placeholder) {
  return invalid(
      std::string(parameter)
          .append(" contains invalid key: The expression attribute map contains a key that is too long; size of "
                  "key: ")
          .append(std::to_string(placeholder.size())));
}

unexpected<Error> wrong_name(std::string_view fault, const std::string& placeholder) {
  return invalid(std::string("ExpressionAttributeNames contains invalid value: ")
                     .append(fault)
                     .append(" for key ")
                     .append(placeholder));
}

// The service's limit of 2 MB covers all placeholders together with their names and values.
Result<void> check_total_size(const OptionalNames& names, const OptionalItem& values) {
  std::size_t name_bytes = 0;
  if (names)
    for (const auto& [placeholder, name] : *names) name_bytes += placeholder.size() + name.size();
  if (name_bytes > limits::kPlaceholdersBytes) return invalid("ExpressionAttributeNames exceeds max size");
  const std::size_t value_bytes = values ? value::item_size_bytes(*values) : 0;
  if (value_bytes > limits::kPlaceholdersBytes) return invalid("ExpressionAttributeValues exceeds max size");
  if (name_bytes + value_bytes > limits::kPlaceholdersBytes)
    return invalid("Combined size of ExpressionAttributeNames and ExpressionAttributeValues exceeds max size");
  return {};
}

// Whether the value is a short scalar.
bool is_small(const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::S:
    case AttributeType::N:
    case AttributeType::B:
      return value.text().size() < kSharedFromBytes;
    case AttributeType::L:
    case AttributeType::M:
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      return false;
    default:
      return true;
  }
}

// Returns `make(value)`, which is made only once for each large value.
template <class T, class Make>
SharedValue<T> shared(std::map<const AttributeValue*, std::shared_ptr<const T>>& known, const AttributeValue& value,
                      Make make) {
  if (is_small(value)) return SharedValue<T>(make(value));
  std::shared_ptr<const T>& large = known[&value];
  if (!large) large = std::make_shared<const T>(make(value));
  return SharedValue<T>(large);
}

unexpected<Error> unused(std::string_view parameter, const std::string& keys) {
  return invalid(std::string("Value provided in ")
                     .append(parameter)
                     .append(" unused in expressions: keys: {")
                     .append(keys)
                     .append("}"));
}

void append_key(std::string_view key, std::string& keys) {
  if (keys.size() > limits::kQuotedBytes) return;
  if (!keys.empty()) keys += ", ";
  keys += key;
  if (keys.size() > limits::kQuotedBytes) keys += ", ...";
}

}  // namespace

Result<void> Placeholders::check_form() const {
  PARTITA_TRY(check_total_size(names_, values_));
  if (names_) {
    if (names_->empty()) return invalid("ExpressionAttributeNames must not be empty");
    for (const auto& [placeholder, name] : *names_) {
      if (placeholder.size() > limits::kPlaceholderBytes) return too_long("ExpressionAttributeNames", placeholder);
      if (!is_token(placeholder, Token::Kind::NamePlaceholder))
        return wrong_form("ExpressionAttributeNames", placeholder);
      if (name.empty()) return wrong_name(limits::kEmptyNameFault, placeholder);
      if (name.size() > limits::kAttributeNameBytes) return wrong_name(limits::kLongNameFault, placeholder);
    }
  }
  if (values_) {
    if (values_->empty()) return invalid("ExpressionAttributeValues must not be empty");
    for (const Attribute& attribute : *values_)
      if (attribute.name.size() > limits::kPlaceholderBytes)
        return too_long("ExpressionAttributeValues", attribute.name);
      else if (!is_token(attribute.name, Token::Kind::ValuePlaceholder))
        return wrong_form("ExpressionAttributeValues", attribute.name);
  }
  return {};
}

const std::string* Placeholders::name(const std::string& placeholder) {
  if (!names_) return nullptr;
  const auto found = names_->find(placeholder);
  if (found == names_->end()) return nullptr;
  used_names_.insert(found->first);
  return &found->second;
}

const AttributeValue* Placeholders::value(const std::string& placeholder) {
  const AttributeValue* found = values_ ? values_->find(placeholder) : nullptr;
  if (found != nullptr) used_values_.insert(found);
  return found;
}

value::Path Placeholders::resolve(const PathAst& path, std::string& undefined) {
  value::Path resolved;
  resolved.elements.reserve(path.size());
  for (const PathStep& step : path) {
    if (step.kind == PathStep::Kind::Index) {
      resolved.elements.emplace_back(step.index);
    } else if (step.kind == PathStep::Kind::Name) {
      resolved.elements.emplace_back(step.name);
    } else if (const std::string* found = name(step.name)) {
      resolved.elements.emplace_back(*found);
      resolved_bytes_ += found->size();
      if (resolved_bytes_ > limits::kPlaceholdersBytes && undefined.empty())
        undefined = "Expression size exceeded due to ExpressionAttributeValues plus ExpressionAttributeNames";
    } else {
      if (undefined.empty())
        undefined =
            "An expression attribute name used in the document path is not defined; attribute name: " + step.name;
      resolved.elements.emplace_back(step.name);
    }
  }
  return resolved;
}

const AttributeValue* Placeholders::resolve(const std::string& placeholder, std::string& undefined) {
  const AttributeValue* found = value(placeholder);
  if (found == nullptr && undefined.empty())
    undefined = "An expression attribute value used in expression is not defined; attribute value: " + placeholder;
  return found;
}

SharedValue<std::string> Placeholders::encoded(const AttributeValue& value) {
  return shared(encoded_, value, [](const AttributeValue& given) {
    std::string bytes;
    value::encode_value(given, bytes);
    return bytes;
  });
}

SharedValue<AttributeValue> Placeholders::normalised(const AttributeValue& value) {
  return shared(normalised_, value, [](const AttributeValue& given) { return expr::normalised(given); });
}

Result<void> Placeholders::check_all_used() const {
  std::string keys;
  if (names_)
    for (const auto& [placeholder, name] : *names_)
      if (!used_names_.contains(placeholder)) append_key(placeholder, keys);
  if (!keys.empty()) return unused("ExpressionAttributeNames", keys);
  if (values_)
    for (const Attribute& attribute : *values_)
      if (!used_values_.contains(&attribute.value)) append_key(attribute.name, keys);
  if (!keys.empty()) return unused("ExpressionAttributeValues", keys);
  return {};
}

}  // namespace partita::expr
