#include "call_json.h"

#include <fmt/format.h>

#include <algorithm>

#include "modelling/write/request_tree.h"

namespace partita::vectors {
namespace {

using documents::tree_flag;
using documents::tree_list;
using documents::tree_map;
using documents::tree_number;
using documents::tree_text;

// An absent value is null.
Tree tree_of_value(const AttributeValue& value) {
  return value.is(AttributeType::None) ? Tree() : modelling::tree_of(value);
}

Tree position_in(const model::TableInfo& table, const model::EntityInfo* entity) {
  const auto at = std::ranges::find(table.entities, entity) - table.entities.begin();
  return tree_number(static_cast<std::int64_t>(at));
}

Tree tree_of_path(const model::Path& path) {
  Tree out = tree_list();
  for (const model::PathStep& step : path.steps)
    out.push(step.element ? tree_number(*step.element) : tree_text(step.name));
  return out;
}

Tree tree_of_predicate(const model::Predicate& predicate) {
  constexpr std::string_view kNames[] = {"always",
                                         "equal",
                                         "notEqual",
                                         "less",
                                         "lessOrEqual",
                                         "greater",
                                         "greaterOrEqual",
                                         "between",
                                         "in",
                                         "exists",
                                         "notExists",
                                         "hasType",
                                         "beginsWith",
                                         "contains",
                                         "sizeEqual",
                                         "sizeNotEqual",
                                         "sizeLess",
                                         "sizeLessOrEqual",
                                         "sizeGreater",
                                         "sizeGreaterOrEqual",
                                         "and",
                                         "or",
                                         "not"};
  Tree out = tree_map();
  out.add("kind", tree_text(kNames[static_cast<int>(predicate.kind)]));
  if (!predicate.path.empty()) out.add("path", tree_of_path(predicate.path));
  if (!predicate.values.empty()) {
    Tree& values = out.add("values", tree_list());
    for (const AttributeValue& value : predicate.values) values.push(tree_of_value(value));
  }
  if (!predicate.children.empty()) {
    Tree& children = out.add("children", tree_list());
    for (const model::Predicate& child : predicate.children) children.push(tree_of_predicate(child));
  }
  return out;
}

void add_predicate(Tree& to, const char* name, const model::Predicate& predicate) {
  if (predicate.kind != model::Predicate::Kind::None) to.add(name, tree_of_predicate(predicate));
}

Tree tree_of_range(const model::SortRange& range) {
  constexpr std::string_view kNames[] = {"none",    "equal",          "less",    "lessOrEqual",
                                         "greater", "greaterOrEqual", "between", "beginsWith"};
  Tree out = tree_map();
  out.add("kind", tree_text(kNames[static_cast<int>(range.kind)]));
  out.add("low", tree_of_value(range.low));
  if (range.kind == model::SortRange::Kind::Between) out.add("high", tree_of_value(range.high));
  return out;
}

Tree tree_of_change(const model::Change& change) {
  constexpr std::string_view kNames[] = {"set",     "setIfAbsent", "increment",     "append",
                                         "prepend", "addToSet",    "removeFromSet", "remove"};
  Tree out = tree_map();
  out.add("kind", tree_text(kNames[static_cast<int>(change.kind)]));
  out.add("field", tree_number(static_cast<std::int64_t>(change.field.number())));
  if (!change.path.empty()) out.add("path", tree_of_path(change.path));
  if (change.of_element) out.add("ofElement", tree_flag(true));
  if (!change.value.is(AttributeType::None)) out.add("value", tree_of_value(change.value));
  if (change.range) {
    Tree& range = out.add("range", tree_map());
    range.add("least", tree_text(std::to_string(change.range->least)));
    range.add("most", tree_text(std::to_string(change.range->most)));
  }
  return out;
}

void add_flag(Tree& to, const char* name, bool is_set) {
  if (is_set) to.add(name, tree_flag(true));
}

}  // namespace

Tree tree_of_values(const AttributeMap& values) {
  Tree out = tree_list();
  for (const auto& [name, value] : values) {
    Tree& one = out.push(tree_list());
    one.push(tree_text(name));
    one.push(tree_of_value(value));
  }
  return out;
}

Tree tree_of_read(const model::ReadRequest& request) {
  Tree out = tree_map();
  out.add("values", tree_of_values(request.values));
  if (request.range.kind != model::SortRange::Kind::None) out.add("range", tree_of_range(request.range));
  if (request.take) out.add("take", tree_number(*request.take));
  if (request.read_at_most) out.add("readAtMost", tree_number(*request.read_at_most));
  // The tokens of the two programs differ, so a call says that it has the token of the call before.
  add_flag(out, "afterLast", request.after.has_value());
  if (request.forward) out.add("forward", tree_flag(*request.forward));
  if (request.consistent) out.add("consistent", tree_flag(*request.consistent));
  add_flag(out, "expiredToo", request.expired_too);
  add_predicate(out, "filter", request.filter);
  return out;
}

Tree tree_of_load(const model::LoadRequest& request) {
  Tree out = tree_of_read(request.read);
  Tree& members = out.add("members", tree_list());
  for (const model::CollectedMember& member : request.members) {
    Tree& one = members.push(tree_map());
    one.add("entity", position_in(*request.read.pattern->table, member.entity));
    one.add("single", tree_flag(member.single));
  }
  return out;
}

Tree tree_of_search(const model::SearchRead& request) {
  Tree out = tree_map();
  out.add("values", tree_of_values(request.values));
  Tree& vector = out.add("vector", tree_list());
  for (const float one : request.vector) vector.push(tree_number(static_cast<double>(one)));
  out.add("topK", tree_number(request.top_k));
  return out;
}

Tree tree_of_write(const model::WriteRequest& request) {
  constexpr std::string_view kNames[] = {"create", "put", "update", "upsert", "remove", "check", "move"};
  Tree out = tree_map();
  out.add("kind", tree_text(kNames[static_cast<int>(request.kind)]));
  out.add("entity", position_in(*request.table, request.entity));
  out.add("table", tree_text(request.table->name));
  out.add("values", tree_of_values(request.values));
  if (request.kind == model::WriteRequest::Kind::Move) out.add("movedTo", tree_of_values(request.moved_to));
  if (!request.changes.empty()) {
    Tree& changes = out.add("changes", tree_list());
    for (const model::Change& change : request.changes) changes.push(tree_of_change(change));
  }
  if (!request.given.empty()) out.add("given", tree_of_values(request.given));
  add_flag(out, "readFirst", request.read_first);
  add_flag(out, "mustExist", request.must_exist);
  add_flag(out, "returnsOld", request.returns_old);
  add_flag(out, "anyVersion", request.any_version);
  if (request.expected_version) out.add("expectedVersion", tree_text(std::to_string(*request.expected_version)));
  add_predicate(out, "condition", request.condition);
  return out;
}

Tree tree_of_gets(const std::vector<model::GetRequest>& requests) {
  Tree out = tree_list();
  for (const model::GetRequest& request : requests) {
    Tree& one = out.push(tree_map());
    one.add("table", tree_text(request.table->name));
    one.add("entity", position_in(*request.table, request.entity));
    one.add("values", tree_of_values(request.values));
  }
  return out;
}

Tree tree_of_rows(const model::TableInfo& table, const std::vector<model::Row>& rows) {
  Tree out = tree_list();
  for (const model::Row& row : rows) {
    Tree& one = out.push(tree_map());
    one.add("entity", row.entity ? position_in(table, row.entity) : Tree());
    one.add("attributes", modelling::tree_of(row.attributes()));
  }
  return out;
}

Tree tree_of_answer(const model::TableInfo& table, const model::WriteAnswer& answer) {
  Tree out = tree_map();
  const auto add = [&](const char* name, const std::optional<model::Row>& row) {
    if (row) out.add(name, tree_of_rows(table, {*row}));
  };
  add("row", answer.row);
  add("old", answer.old);
  out.add("requests", tree_number(std::int64_t{answer.cost.requests}));
  return out;
}

Tree tree_of_error(const Error& error) {
  constexpr std::string_view kRefusals[] = {"",           "ItemExists",     "ItemMissing", "UniqueValueTaken",
                                            "NotAsGiven", "ConditionFalse", "OutOfRange"};
  Tree out = tree_map();
  out.add("code", tree_text(describe(error.code).name));
  out.add("message", tree_text(error.message));
  if (error.refusal != Refusal::None) out.add("refusal", tree_text(kRefusals[static_cast<int>(error.refusal)]));
  return out;
}

}  // namespace partita::vectors
