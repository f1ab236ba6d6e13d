#include "modelling/core/outline.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>

#include "modelling/core/counted.h"
#include "modelling/core/kind_names.h"

namespace partita::modelling {
namespace {

class Outline {
 public:
  template <class... Arguments>
  void line(int depth, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    text_.append(static_cast<std::size_t>(depth) * 2, ' ');
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    while (text_.ends_with(' ')) text_.pop_back();
    text_.push_back('\n');
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::string field_text(const Field& field) {
  std::string text =
      fmt::format("{}{} {}", field.name, field.optional ? "?" : "",
                  field.kind == model::FieldKind::Document ? to_text(field.document) : to_text(field.kind));
  if (!field.enumerators.empty()) {
    std::vector<std::string_view> values;
    for (const Enumerator& one : field.enumerators) values.push_back(one.attribute);
    text += fmt::format("({})", fmt::join(values, "|"));
  }
  if (!field.stored)
    text += " in keys only";
  else if (field.attribute != field.name)
    text += fmt::format(" as {}", field.attribute);
  if (field.has_default) text += " with a default";
  if (!field.references.empty()) text += fmt::format(" -> {}", field.references);
  return text;
}

std::string templates_text(const EntityKey& key) {
  std::string text = fmt::format("\"{}\"", fmt::join(key.partition, "\" + \""));
  if (!key.sort.empty()) text += fmt::format(", \"{}\"", fmt::join(key.sort, "\" + \""));
  if (key.sparse) text += ", sparse";
  if (key.when) text += fmt::format(", when {} = {}", key.when->field, key.when->equals);
  return text;
}

std::string attribute_text(const Table& table, const std::string& attribute) {
  const auto type = table.attribute_types.find(attribute);
  if (type == table.attribute_types.end()) return attribute;
  return fmt::format("{} {}", attribute, to_text(type->second));
}

std::string attributes_text(const Table& table, const std::vector<std::string>& partition,
                            const std::vector<std::string>& sort) {
  std::vector<std::string> partitions, sorts;
  for (const std::string& one : partition) partitions.push_back(attribute_text(table, one));
  for (const std::string& one : sort) sorts.push_back(attribute_text(table, one));
  if (sorts.empty()) return fmt::format("{}", fmt::join(partitions, " + "));
  return fmt::format("{} / {}", fmt::join(partitions, " + "), fmt::join(sorts, " + "));
}

std::string projection_text(const Index& index) {
  if (index.projection == ProjectionType::KeysOnly) return ", keys only";
  if (index.projection == ProjectionType::Include) return fmt::format(", with {}", fmt::join(index.include, ", "));
  return "";
}

void add_index(Outline& out, const Table& table, const Index& index) {
  const std::vector<std::string> partition =
      index.scope == model::IndexScope::Local ? std::vector<std::string>{table.partition_key} : index.partition;
  std::string text = attributes_text(table, partition, index.sort) + projection_text(index);
  if (index.scope == model::IndexScope::Local) text = "local, " + text;
  if (index.vector)
    text = fmt::format("vector {}, {} dimensions, {}", index.vector->attribute, index.vector->dimensions, text);
  if (index.shards) text += fmt::format(", {} of {}", counted(index.shards->count, "shard"), index.shards->of);
  if (index.throughput)
    text += fmt::format(", {} / {} units", index.throughput->read_capacity_units.value_or(0),
                        index.throughput->write_capacity_units.value_or(0));
  out.line(1, "index {}: {}", index.name, text);
}

void add_entity(Outline& out, const Entity& entity) {
  out.line(1, "entity {}{}{}", entity.name, entity.guessed ? " (guessed)" : "",
           entity.aliases.empty() ? std::string() : fmt::format(", also {}", fmt::join(entity.aliases, ", ")));
  std::vector<std::string> fields;
  for (const Field& field : entity.fields) fields.push_back(field_text(field));
  if (!fields.empty()) out.line(2, "{}", fmt::join(fields, ", "));
  out.line(2, "key {}", templates_text(entity.primary));
  for (const EntityKey& key : entity.indexes) out.line(2, "in {} {}", key.index, templates_text(key));
  for (const std::vector<std::string>& unique : entity.unique) out.line(2, "unique {}", fmt::join(unique, ", "));
  if (!entity.version.empty()) out.line(2, "version {}", entity.version);
  if (!entity.ttl.empty()) out.line(2, "expires at {}", entity.ttl);
  if (!entity.created_at.empty()) out.line(2, "created at {}", entity.created_at);
  if (!entity.updated_at.empty()) out.line(2, "updated at {}", entity.updated_at);
  if (entity.count) out.line(2, "{}", counted(*entity.count, "item"));
  if (!entity.samples.empty()) out.line(2, "{}", counted(static_cast<double>(entity.samples.size()), "sample"));
}

void add_table(Outline& out, const Table& table) {
  const std::vector<std::string> sort =
      table.sort_key.empty() ? std::vector<std::string>{} : std::vector<std::string>{table.sort_key};
  std::string text = attributes_text(table, {table.partition_key}, sort);
  if (!table.type_attribute.empty()) text += fmt::format(", tag {}", table.type_attribute);
  if (!table.ttl_attribute.empty()) text += fmt::format(", expires at {}", table.ttl_attribute);
  if (table.billing == BillingMode::Provisioned)
    text += table.throughput
                ? fmt::format(", provisioned {} / {} units", table.throughput->read_capacity_units.value_or(0),
                              table.throughput->write_capacity_units.value_or(0))
                : ", provisioned";
  if (table.stream) text += fmt::format(", stream {}", to_text(*table.stream));
  if (table.point_in_time_recovery) text += ", point-in-time recovery";
  if (table.deletion_protection) text += ", deletion protection";
  if (table.infrequent_access) text += ", infrequent access";
  if (!table.samples.empty()) text += fmt::format(", {}", counted(static_cast<double>(table.samples.size()), "sample"));
  out.line(0, "table {}: {}", table.name, text);
  for (const Index& index : table.indexes) add_index(out, table, index);
  for (const Entity& entity : table.entities) add_entity(out, entity);
}

std::string actions_text(const Pattern& pattern) {
  std::vector<std::string> texts;
  for (const Action& action : pattern.actions) {
    std::string text = action.entity.empty() ? action.table : action.entity;
    if (pattern.actions.size() > 1 || pattern.operation == PatternOperation::TransactWrite ||
        pattern.operation == PatternOperation::BatchWrite)
      text = fmt::format("{} {}", to_text(action.kind), text);
    if (!action.set.empty()) text += fmt::format(" set {}", fmt::join(action.set, ", "));
    if (!action.given.empty()) text += fmt::format(" given {}", fmt::join(action.given, ", "));
    if (!action.condition.empty()) text += fmt::format(" if {}", action.condition);
    texts.push_back(std::move(text));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

void add_pattern(Outline& out, const Pattern& pattern) {
  std::string text = pattern.operation >= PatternOperation::Put ? actions_text(pattern)
                     : pattern.entities.empty()                 ? pattern.table
                                                                : fmt::format("{}", fmt::join(pattern.entities, ", "));
  std::vector<std::string> by;
  for (const std::string& field : pattern.by) {
    const std::string* constant = constant_of(pattern, field);
    by.push_back(constant ? fmt::format("{} = {}", field, *constant) : field);
  }
  if (!by.empty()) text += fmt::format(" by {}", fmt::join(by, ", "));
  if (!pattern.range.empty() || !pattern.range_comparison.empty())
    text += fmt::format(", {} {}", pattern.range.empty() ? "(no field)" : pattern.range,
                        pattern.range_comparison.empty() ? "in a range" : pattern.range_comparison);
  if (!pattern.forward) text += ", descending";
  if (pattern.whole) text += ", whole partition";
  if (!pattern.index.empty()) text += fmt::format(", in {}", pattern.index);
  if (pattern.consistent) text += ", consistent";
  for (const FilterCondition& one : pattern.filter)
    text += fmt::format("{}{} {}", pattern.filter_any && &one != &pattern.filter.front() ? " or " : ", filter ",
                        one.field, one.comparison);
  if (!pattern.wanted.empty()) text += fmt::format(", only {}", fmt::join(pattern.wanted, ", "));
  if (pattern.limit) text += fmt::format(", limit {:.0f}", *pattern.limit);
  if (pattern.per_second) text += fmt::format(", {} per second", *pattern.per_second);
  if (pattern.items) text += fmt::format(", {}", counted(*pattern.items, "item"));
  out.line(1, "{}{}: {} {}", pattern.id.empty() ? std::string() : pattern.id + " ", pattern.name,
           pattern.get_item ? "get" : to_text(pattern.operation), text);
}

}  // namespace

std::string outline(const Model& model) {
  Outline out;
  if (!model.name.empty()) out.line(0, "model {}", model.name);
  for (const Table& table : model.tables) add_table(out, table);
  if (!model.patterns.empty()) out.line(0, "patterns");
  for (const Pattern& pattern : model.patterns) add_pattern(out, pattern);
  if (!model.notes.empty()) out.line(0, "notes");
  for (const std::string& note : model.notes) out.line(1, "{}", note);
  return out.take();
}

}  // namespace partita::modelling
