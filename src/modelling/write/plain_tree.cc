#include "modelling/write/plain_tree.h"

#include "base/base64.h"
#include "modelling/picture/plain_text.h"
#include "value/number.h"
#include "value/utf8.h"

namespace partita::modelling {
namespace {

std::string whole_characters(const std::string& text) { return value::is_utf8(text) ? text : printable(text); }

// JSON has fewer forms of a number than attribute values.
Tree plain_number(const std::string& text) {
  const auto number = value::Number::parse(text);
  return number ? tree_bare(number->to_text()) : tree_text(whole_characters(text));
}

Tree plain_set(const AttributeValue& value) {
  Tree tree = tree_list();
  for (const std::string& element : value.set())
    tree.push(value.is(AttributeType::NS)   ? plain_number(element)
              : value.is(AttributeType::BS) ? tree_text(base::to_base64(element))
                                            : tree_text(whole_characters(element)));
  return tree;
}

}  // namespace

Tree plain_tree(const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::S:
      return tree_text(whole_characters(value.s()));
    case AttributeType::N:
      return plain_number(value.n());
    case AttributeType::B:
      return tree_text(base::to_base64(value.b()));
    case AttributeType::Bool:
      return tree_flag(value.boolean());
    case AttributeType::M:
      return plain_tree(value.m());
    case AttributeType::L: {
      Tree tree = tree_list();
      for (const AttributeValue& element : value.l()) tree.push(plain_tree(element));
      return tree;
    }
    case AttributeType::SS:
    case AttributeType::NS:
    case AttributeType::BS:
      return plain_set(value);
    case AttributeType::Null:
    case AttributeType::None:
    case AttributeType::Several:
      break;
  }
  return {};
}

Tree plain_tree(const AttributeMap& attributes) {
  Tree tree = tree_map();
  for (const auto& [name, value] : attributes) tree.add(whole_characters(name), plain_tree(value));
  return tree;
}

}  // namespace partita::modelling
