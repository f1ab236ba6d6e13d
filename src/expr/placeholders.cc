#include "expr/placeholders.h"

#include "expr/lexer.h"

namespace partita::expr {
namespace {

// "The expression attribute map contains a key that is too long", of names only.
constexpr std::size_t kLongestNamePlaceholder = 255;

unexpected<Error> wrong_form(std::string_view parameter, const std::string& placeholder) {
  return invalid(std::string(parameter)
                     .append(" contains invalid key: Syntax error; key: \"")
                     .append(placeholder)
                     .append("\""));
}

unexpected<Error> unused(std::string_view parameter, const std::string& keys) {
  return invalid(std::string("Value provided in ")
                     .append(parameter)
                     .append(" unused in expressions: keys: {")
                     .append(keys)
                     .append("}"));
}

void append_key(std::string_view key, std::string& keys) {
  if (!keys.empty()) keys += ", ";
  keys += key;
}

}  // namespace

Result<void> Placeholders::check_form() const {
  if (names_) {
    if (names_->empty()) return invalid("ExpressionAttributeNames must not be empty");
    for (const auto& [placeholder, name] : *names_) {
      if (!is_token(placeholder, Token::Kind::NamePlaceholder))
        return wrong_form("ExpressionAttributeNames", placeholder);
      if (placeholder.size() > kLongestNamePlaceholder)
        return invalid(
            "ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too "
            "long; size of key: " +
            std::to_string(placeholder.size()));
    }
  }
  if (values_) {
    if (values_->empty()) return invalid("ExpressionAttributeValues must not be empty");
    for (const Attribute& attribute : *values_)
      if (!is_token(attribute.name, Token::Kind::ValuePlaceholder))
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
    undefined =
        "An expression attribute value used in expression is not defined; attribute value: " + placeholder;
  return found;
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
