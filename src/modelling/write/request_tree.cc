#include "modelling/write/request_tree.h"

#include "base/base64.h"
#include "protocol/fields/fields_table_operations.h"
#include "protocol/fields/fields_table_parts.h"

namespace partita::modelling {
namespace {

// The visitor of protocol/fields.h that makes a map of the members that are not absent.
struct MemberTrees {
  Tree tree = tree_map();

  template <class T>
  void operator()(std::string_view name, const std::optional<T>& member, protocol::AtMost = {}) {
    if (member) tree.add(std::string(name), of(*member));
  }

  static Tree of(const std::string& text) { return tree_text(text); }
  static Tree of(bool value) { return tree_flag(value); }
  static Tree of(std::int64_t value) { return tree_number(value); }
  template <class E>
  static Tree of(const OpenEnum<E>& value) {
    return tree_text(value.text());
  }
  template <class T>
  static Tree of(const std::vector<T>& list) {
    Tree tree = tree_list();
    for (const T& element : list) tree.push(of(element));
    return tree;
  }
  template <class T>
  static Tree of(const T& object) {
    MemberTrees members;
    protocol::fields(members, object);
    return std::move(members.tree);
  }
};

Tree base64_tree(const std::string& bytes) {
  std::string text(base::base64_size(bytes.size()), '\0');
  base::encode_base64(bytes, text.data());
  return tree_text(text);
}

Tree set_tree(const AttributeValue& value) {
  Tree tree = tree_list();
  for (const std::string& element : value.set())
    tree.push(value.is(AttributeType::BS) ? base64_tree(element) : tree_text(element));
  return tree;
}

Tree list_tree(const AttributeValue::List& values) {
  Tree tree = tree_list();
  for (const AttributeValue& value : values) tree.push(tree_of(value));
  return tree;
}

std::pair<std::string, Tree> typed(const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::S:
      return {"S", tree_text(value.s())};
    case AttributeType::N:
      return {"N", tree_text(value.n())};
    case AttributeType::B:
      return {"B", base64_tree(value.b())};
    case AttributeType::Bool:
      return {"BOOL", tree_flag(value.boolean())};
    case AttributeType::L:
      return {"L", list_tree(value.l())};
    case AttributeType::M:
      return {"M", tree_of(value.m())};
    case AttributeType::SS:
      return {"SS", set_tree(value)};
    case AttributeType::NS:
      return {"NS", set_tree(value)};
    case AttributeType::BS:
      return {"BS", set_tree(value)};
    default:
      return {"NULL", tree_flag(true)};
  }
}

}  // namespace

Tree tree_of(const CreateTableRequest& request) { return MemberTrees::of(request); }

Tree tree_of(const AttributeValue& value) {
  Tree tree = tree_map();
  auto [type, content] = typed(value);
  tree.add(std::move(type), std::move(content));
  return tree;
}

Tree tree_of(const AttributeMap& attributes) {
  Tree tree = tree_map();
  for (const Attribute& attribute : attributes) tree.add(attribute.name, tree_of(attribute.value));
  return tree;
}

Tree tree_of(const Item& item) { return tree_of(item.to_map()); }

}  // namespace partita::modelling
