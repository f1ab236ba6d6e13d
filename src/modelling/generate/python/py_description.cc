#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "modelling/generate/description.h"
#include "modelling/generate/python/py_parts.h"
#include "modelling/generate/python/py_text.h"

namespace partita::modelling::python {
namespace {

using documents::Tree;

// A member of the description whose objects have a class: the class that has it, the name, and the class of the
// objects.
struct MemberClass {
  std::string_view of, name, made;
};
constexpr auto kClasses = std::to_array<MemberClass>({
    {"ModelDescription", "tables", "TableDescription"},
    {"ModelDescription", "patterns", "PatternDescription"},
    {"TableDescription", "indexes", "IndexDescription"},
    {"TableDescription", "entities", "EntityDescription"},
    {"IndexDescription", "shards", "ShardsDescription"},
    {"IndexDescription", "vector", "VectorDescription"},
    {"EntityDescription", "fields", "FieldDescription"},
    {"EntityDescription", "primary", "EntityKey"},
    {"EntityDescription", "indexes", "EntityKey"},
    {"EntityDescription", "computed", "ComputedDescription"},
    {"FieldDescription", "enumerators", "EnumeratorDescription"},
    {"EntityKey", "partition", "KeyAttribute"},
    {"EntityKey", "sort", "KeyAttribute"},
    {"EntityKey", "when", "WhenDescription"},
    {"KeyAttribute", "parts", "KeyField"},
    {"PatternDescription", "plan", "PlanDescription"},
});

// Members that the library of Python does not read.
constexpr auto kUnread = std::to_array<std::string_view>({"dimensions", "distance", "fromEnd", "whole"});

std::string_view class_of_member(std::string_view of, std::string_view name) {
  const auto found =
      std::ranges::find_if(kClasses, [&](const MemberClass& one) { return one.of == of && one.name == name; });
  return found == kClasses.end() ? std::string_view() : found->made;
}

std::string argument_name(std::string_view name) { return name == "from" ? "sources" : snake(name); }

// Lists of texts and of maps in the parameters of a request.
PyNode plain_node(const Tree& tree) {
  PyNode out;
  switch (tree.kind) {
    case Tree::Kind::Null:
      return py_text("None");
    case Tree::Kind::Flag:
      return py_text(tree.flag ? "True" : "False");
    case Tree::Kind::Bare:
      return py_text(tree.text);
    case Tree::Kind::Text:
      return py_text(py_literal(tree.text));
    case Tree::Kind::List:
      out = {.open = "[", .close = "]"};
      for (const Tree& item : tree.items) out.items.push_back(plain_node(item));
      return out;
    case Tree::Kind::Map:
      break;
  }
  out = {.open = "{", .close = "}"};
  for (const auto& [name, value] : tree.members)
    out.items.push_back(py_before(py_literal(name) + ": ", plain_node(value)));
  return out;
}

PyNode class_node(const Tree& tree, std::string_view name);

// A value whose objects have the class `name`, if it is not empty.
PyNode described_node(const Tree& tree, std::string_view name) {
  if (tree.kind == Tree::Kind::Map) return name.empty() ? plain_node(tree) : class_node(tree, name);
  if (tree.kind != Tree::Kind::List) return plain_node(tree);
  std::vector<PyNode> items;
  for (const Tree& item : tree.items) items.push_back(described_node(item, name));
  return py_tuple(std::move(items));
}

PyNode class_node(const Tree& tree, std::string_view name) {
  std::vector<PyNode> arguments;
  for (const auto& [member, value] : tree.members)
    if (std::ranges::find(kUnread, std::string_view(member)) == kUnread.end())
      arguments.push_back(
          py_before(argument_name(member) + "=",
                    member == "create" ? plain_node(value) : described_node(value, class_of_member(name, member))));
  for (const char* required : {"sort", "typeAttribute", "ttlAttribute"})
    if (name == "TableDescription" && !tree.find(required))
      arguments.push_back(py_text(argument_name(required) + "=None"));
  return py_call(std::string(name), std::move(arguments));
}

// Fields have the names of Python, which errors and answers name.
void rename_fields(const PyModel& model, Tree& tree) {
  const std::vector<Table>& tables = model.model().tables;
  for (std::size_t t = 0; t < tables.size(); ++t) {
    Tree& table = tree.find("tables")->items[t];
    for (std::size_t e = 0; e < tables[t].entities.size(); ++e) {
      const PyEntity& made = model.of(tables[t], tables[t].entities[e].name);
      for (Tree& field : table.find("entities")->items[e].find("fields")->items) {
        std::string& name = field.find("name")->text;
        name = made.fields.at(name);
      }
    }
    for (Tree& index : table.find("indexes")->items) {
      Tree* shards = index.find("shards");
      if (!shards) continue;
      std::string& of = shards->find("of")->text;
      for (const Entity& entity : tables[t].entities)
        if (entity.field(of)) {
          of = model.of(tables[t], entity.name).fields.at(of);
          break;
        }
    }
  }
  for (Tree& pattern : tree.find("patterns")->items) {
    Tree* wanted = pattern.find("wanted");
    if (!wanted) continue;
    const Table& table = tables[static_cast<std::size_t>(std::stoul(pattern.find("table")->text))];
    const std::size_t first = std::stoul(pattern.find("entities")->items.front().text);
    const PyEntity& made = model.of(table, table.entities[first].name);
    for (Tree& name : wanted->items)
      if (const auto found = made.fields.find(name.text); found != made.fields.end()) name.text = found->second;
  }
}

}  // namespace

std::string py_description(const PyModel& model) {
  Tree tree = description_of(*model.provable->proof);
  rename_fields(model, tree);
  return '\n' + py_line(py_before("DESCRIPTION = ", class_node(tree, "ModelDescription")));
}

}  // namespace partita::modelling::python
