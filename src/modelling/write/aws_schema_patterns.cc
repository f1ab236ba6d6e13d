// Access patterns of schema.json. Parameters have the order of the key: first one for each field of the partition key,
// then those of the sort key that have one value, then the values of a range, then those of filters.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <charconv>

#include "base/contains.h"
#include "base/text.h"
#include "modelling/core/template_parts.h"
#include "modelling/write/aws_schema.h"
#include "modelling/write/names.h"

namespace partita::modelling::aws_schema_out {
namespace {

// The name of a function or a parameter.
std::string function_name(std::string_view text, std::string_view otherwise) {
  return base::lower(snake_name(text, otherwise));
}

std::vector<std::string> fields_of(const std::vector<std::string>& templates) {
  std::vector<std::string> fields;
  for (const std::string& text : templates)
    for (const TemplatePart& part : template_parts(text))
      if (part.is_field() && !base::contains(fields, part.field)) fields.push_back(part.field);
  return fields;
}

// A list of parameters whose names differ.
class Parameters {
 public:
  explicit Parameters(const Entity* entity) : entity_(entity) {}

  void add(const std::string& name, std::string_view type) {
    if (!names_.insert(name).second) return;
    Tree& one = list_.push(tree_map());
    one.add("name", tree_text(name));
    one.add("type", tree_text(type));
  }
  void add_field(const std::string& name) {
    const Field* field = entity_ ? entity_->field(name) : nullptr;
    add(field ? name_of(*field) : name, field ? type_of(*field) : "string");
  }
  void add_fields(const std::vector<std::string>& names) {
    for (const std::string& name : names) add_field(name);
  }
  void add_entity(const std::string& entity) {
    const std::string name = function_name(entity, "item_");
    if (!names_.insert(name).second) return;
    Tree& one = list_.push(tree_map());
    one.add("name", tree_text(name));
    one.add("type", tree_text("entity"));
    one.add("entity_type", tree_text(entity));
  }
  // A name that no parameter has yet.
  std::string free_name(const std::string& wanted) const {
    std::string name = wanted;
    for (int number = 2; names_.contains(name); ++number) name = fmt::format("{}{}", wanted, number);
    return name;
  }
  void use_entity(const Entity* entity) { entity_ = entity; }
  std::size_t size() const { return list_.items.size(); }
  Tree take() { return std::move(list_); }

 private:
  const Entity* entity_;
  std::set<std::string> names_;
  Tree list_ = tree_list();
};

// ---- reads

// A Query or GetItem, from its plan, or from the members of the pattern if no key serves it.
class ReadWriter {
 public:
  ReadWriter(const ProvenPattern& proven, const Table& table, const Entity& entity, Losses& losses)
      : pattern_(*proven.declared), entity_(entity), losses_(losses), parameters_(&entity) {
    if (proven.served()) {
      plan_ = &proven.info.plan;
      if (plan_->index != model::kNone) index_ = &table.at(plan_->index);
    } else {
      index_ = table.index(pattern_.index);
    }
  }

  void write(Tree& tree) {
    const bool is_get =
        plan_ ? plan_->operation == model::PlanOperation::GetItem : pattern_.get_item && pattern_.index.empty();
    const std::string range = add_parameters(is_get);
    Tree filter = tree_list();
    if (is_get && !pattern_.filter.empty())
      lose("a GetItem has no filter");
    else
      filter = tree_of_filter();
    tree.add("operation", tree_text(is_get ? "GetItem" : "Query"));
    if (index_) tree.add("index_name", tree_text(index_->name));
    if (!range.empty()) tree.add("range_condition", tree_text(range));
    if (!index_ && (plan_ ? plan_->consistent : pattern_.consistent)) tree.add("consistent_read", tree_flag(true));
    if (!filter.items.empty()) {
      Tree& expression = tree.add("filter_expression", tree_map());
      expression.add("conditions", std::move(filter));
      expression.add("logical_operator", tree_text(pattern_.filter_any ? "OR" : "AND"));
    }
    tree.add("parameters", parameters_.take());
    tree.add("return_type", tree_text(is_get                         ? "single_entity"
                                      : pattern_.entities.size() > 1 ? "mixed_data"
                                                                     : "entity_list"));
    if (!pattern_.forward) lose("the order from the last item backwards is not in schema.json");
    if (!pattern_.wanted.empty()) lose("the choice of fields of the answer is not in schema.json");
  }

 private:
  void lose(std::string_view what) { losses_.push_back(fmt::format("pattern {}: {}", pattern_.name, what)); }

  const EntityKey* key() const {
    if (!index_) return &entity_.primary;
    for (const EntityKey& one : entity_.indexes)
      if (one.index == index_->name) return &one;
    return nullptr;
  }

  bool is_given(const std::string& field) const { return base::contains(pattern_.by, field); }
  std::vector<std::string> given(const std::vector<std::string>& fields) const {
    std::vector<std::string> out;
    for (const std::string& field : fields)
      if (is_given(field)) out.push_back(field);
    return out;
  }

  // Returns the range condition, or an empty text.
  std::string add_parameters(bool is_get) {
    const EntityKey* from = key();
    if (!from) {
      parameters_.add_fields(pattern_.by);
      return {};
    }
    const std::vector<std::string> partition = fields_of(from->partition);
    const std::vector<std::string> sort = given(fields_of(from->sort));
    parameters_.add_fields(given(partition));
    const bool whole_sort = is_get || from->sort.empty() || (plan_ && plan_->sort == model::SortCondition::Equal);
    if (whole_sort) {
      parameters_.add_fields(sort);
      return {};
    }
    return add_range(*from, partition, sort);
  }

  // The tool counts one parameter for each attribute of the partition key, and one for each attribute of the sort key
  // before the range. A composed sort key can only be compared as a whole.
  std::string add_range(const EntityKey& from, const std::vector<std::string>& partition,
                        const std::vector<std::string>& sort) {
    const bool composed = from.sort.size() == 1 && !(index_ && index_->sort.size() > 1);
    const bool ranged = !pattern_.range.empty() && (!plan_ || plan_->sort == model::SortCondition::Range);
    const bool begins = composed && (!sort.empty() || (plan_ && plan_->sort == model::SortCondition::Prefix) ||
                                     (plan_ && plan_->sort == model::SortCondition::Tree) ||
                                     (ranged && !begins_with_field(from.sort.front(), pattern_.range)));
    if (!begins && !ranged) {
      parameters_.add_fields(sort);
      return {};
    }
    if (parameters_.size() != from.partition.size() || partition.size() != from.partition.size()) {
      parameters_.add_fields(sort);
      lose(
          "schema.json has a range of the sort key only beside a partition key with one field in each attribute, so "
          "the range is left out");
      return {};
    }
    if (begins) {
      if (!sort.empty())
        lose(fmt::format("{} {} given as a part of the prefix of the sort key", fmt::join(sort, ", "),
                         sort.size() == 1 ? "is" : "are"));
      parameters_.add(parameters_.free_name("sort_key_prefix"), "string");
      return "begins_with";
    }
    parameters_.add_fields(sort);
    const std::string comparison = pattern_.range_comparison.empty() ? ">=" : pattern_.range_comparison;
    if (comparison == "between") {
      const Field* field = entity_.field(pattern_.range);
      const std::string_view type = field ? type_of(*field) : "string";
      parameters_.add(parameters_.free_name(name_of(entity_, pattern_.range) + "_from"), type);
      parameters_.add(parameters_.free_name(name_of(entity_, pattern_.range) + "_to"), type);
    } else {
      const Field* field = entity_.field(pattern_.range);
      parameters_.add(parameters_.free_name(name_of(entity_, pattern_.range)), field ? type_of(*field) : "string");
    }
    return comparison;
  }

  static bool begins_with_field(const std::string& text, const std::string& field) {
    const auto parts = template_parts(text);
    return !parts.empty() && parts.front().field == field;
  }

  // The field that a condition is on, if the format can say it. Otherwise the loss is noted.
  const Field* filtered_field(const FilterCondition& condition) {
    const std::vector<std::string> keys = primary_fields(entity_);
    const Field* field = entity_.field(condition.field);
    if (field && !base::contains(keys, condition.field)) return field;
    lose(fmt::format("a filter of {} is not in schema.json, because it is {}", condition.field,
                     field ? "in the key" : "no field"));
    return nullptr;
  }

  // Without one of several alternatives a filter would drop items that are wanted, so it is left out as a whole.
  Tree tree_of_filter() {
    Tree list = tree_list();
    std::vector<std::pair<const FilterCondition*, const Field*>> kept;
    for (const FilterCondition& condition : pattern_.filter)
      if (const Field* field = filtered_field(condition)) kept.emplace_back(&condition, field);
    if (pattern_.filter_any && kept.size() < pattern_.filter.size()) {
      if (!kept.empty()) lose("the filter is left out, because the others of its alternatives say too little");
      return list;
    }
    for (const auto& [condition, field] : kept) add_condition(*condition, *field, list);
    return list;
  }

  void add_condition(const FilterCondition& condition, const Field& field, Tree& list) {
    Tree& tree = list.push(tree_map());
    tree.add("field", tree_text(name_of(field)));
    std::string_view comparison = condition.comparison;
    if (comparison == "exists" || comparison == "not_exists") {
      tree.add("function", tree_text(fmt::format("attribute_{}", comparison)));
      return;
    }
    const bool is_size = comparison.starts_with("size ");
    if (is_size) comparison.remove_prefix(5);
    if (is_size) tree.add("function", tree_text("size"));
    const bool is_function = comparison == "contains" || comparison == "begins_with";
    tree.add(is_function ? "function" : "operator", tree_text(comparison));
    const std::string_view type = is_size ? "integer" : type_of(field);
    const auto value = [&](const char* member, const std::string& wanted) {
      const std::string name = parameters_.free_name(wanted);
      parameters_.add(name, type);
      if (std::string_view(member) == "params")
        tree.add(member, tree_texts({name}));
      else
        tree.add(member, tree_text(name));
    };
    value(comparison == "in" ? "params" : "param", name_of(field) + "_value");
    if (comparison == "between") value("param2", name_of(field) + "_value_to");
  }

  const Pattern& pattern_;
  const Entity& entity_;
  Losses& losses_;
  Parameters parameters_;
  const model::Plan* plan_ = nullptr;
  const Index* index_ = nullptr;
};

// ---- writes

std::string_view operation_name(PatternOperation operation) {
  switch (operation) {
    case PatternOperation::Scan:
      return "Scan";
    case PatternOperation::BatchGet:
      return "BatchGetItem";
    case PatternOperation::Update:
      return "UpdateItem";
    case PatternOperation::Delete:
      return "DeleteItem";
    case PatternOperation::BatchWrite:
      return "BatchWriteItem";
    default:
      return "PutItem";
  }
}

void add_action_parameters(const Action& action, const Entity* entity, Parameters& parameters) {
  parameters.use_entity(entity);
  if (action.kind == Action::Kind::Put || action.kind == Action::Kind::Create)
    return parameters.add_entity(action.entity);
  if (entity) parameters.add_fields(primary_fields(*entity));
  if (action.kind == Action::Kind::Update) parameters.add_fields(action.set);
}

bool is_transaction(const Pattern& pattern) {
  return pattern.operation == PatternOperation::TransactWrite || pattern.operation == PatternOperation::TransactGet;
}

const std::string& first_entity(const Pattern& pattern) {
  static const std::string none;
  if (!pattern.entities.empty()) return pattern.entities.front();
  return pattern.actions.empty() ? none : pattern.actions.front().entity;
}

std::string_view action_name(Action::Kind kind) {
  switch (kind) {
    case Action::Kind::Update:
      return "Update";
    case Action::Kind::Delete:
      return "Delete";
    case Action::Kind::Check:
      return "ConditionCheck";
    case Action::Kind::Get:
      return "Get";
    default:
      return "Put";
  }
}

}  // namespace

Patterns::Patterns(const Proof& proof, Losses& losses) : proof_(proof), losses_(losses) {
  for (const Pattern& pattern : proof.model().patterns) {
    if (pattern.operation == PatternOperation::Search)
      losses.push_back(fmt::format("pattern {}: searches of vector indexes are not in schema.json", pattern.name));
    else if (!proof.model().table_of(first_entity(pattern)))
      losses.push_back(fmt::format("pattern {}: it names no entity of the model, so it is left out", pattern.name));
  }
}

// A number that the file has already, or else the next one.
std::int64_t Patterns::next_id(const Pattern& pattern) {
  const auto number_of = [](const std::string& text) {
    std::int64_t number = 0;
    const auto end = std::from_chars(text.data(), text.data() + text.size(), number);
    return end.ec == std::errc() && end.ptr == text.data() + text.size() && !text.empty() ? number : 0;
  };
  if (const std::int64_t own = number_of(pattern.id); own > 0 && ids_.insert(own).second) return own;
  std::set<std::int64_t> wanted;
  for (const Pattern& other : proof_.model().patterns) wanted.insert(number_of(other.id));
  for (std::int64_t number = 1;; ++number)
    if (!wanted.contains(number) && ids_.insert(number).second) return number;
}

Tree Patterns::head(const Pattern& pattern, std::set<std::string>& names) {
  const std::string wanted = function_name(pattern.name, "pattern_");
  std::string name = wanted;
  for (int number = 2; !names.insert(name).second; ++number) name = fmt::format("{}_{}", wanted, number);
  if (name != pattern.name)
    losses_.push_back(
        fmt::format("pattern {}: it is called {}, because its name becomes that of a function", pattern.name, name));
  Tree tree = tree_map();
  tree.add("pattern_id", tree_number(next_id(pattern)));
  tree.add("name", tree_text(name));
  tree.add("description", tree_text(pattern.description.empty() ? pattern.name : pattern.description));
  return tree;
}

Tree Patterns::of_entity(const Entity& entity) {
  Tree list = tree_list();
  std::set<std::string> names;
  for (const ProvenPattern& proven : proof_.patterns()) {
    const Pattern& pattern = *proven.declared;
    if (is_transaction(pattern) || pattern.operation == PatternOperation::Search ||
        first_entity(pattern) != entity.name)
      continue;
    Tree& tree = list.push(head(pattern, names));
    if (pattern.operation == PatternOperation::Read) {
      ReadWriter(proven, *proof_.model().table_of(entity.name), entity, losses_).write(tree);
      continue;
    }
    tree.add("operation", tree_text(operation_name(pattern.operation)));
    if (pattern.operation == PatternOperation::Create)
      losses_.push_back(fmt::format("pattern {}: that the item must be new is not in schema.json", pattern.name));
    Parameters parameters(&entity);
    if (is_read(pattern.operation)) {
      if (pattern.operation == PatternOperation::BatchGet) parameters.add_fields(primary_fields(entity));
    } else {
      for (const Action& action : pattern.actions) {
        if (pattern.operation == PatternOperation::BatchWrite && action.kind == Action::Kind::Delete)
          losses_.push_back(
              fmt::format("pattern {}: the deletion of {} is not in schema.json", pattern.name, action.entity));
        else
          add_action_parameters(action, &entity, parameters);
      }
    }
    tree.add("parameters", parameters.take());
    tree.add("return_type", tree_text(is_read(pattern.operation) ? "entity_list"
                                      : pattern.operation == PatternOperation::Delete ||
                                              pattern.operation == PatternOperation::BatchWrite
                                          ? "success_flag"
                                          : "single_entity"));
  }
  return list;
}

Tree Patterns::transactions() {
  Tree list = tree_list();
  std::set<std::string> names;
  const Model& model = proof_.model();
  for (const Pattern& pattern : model.patterns) {
    if (!is_transaction(pattern) || !model.table_of(first_entity(pattern))) continue;
    std::vector<Action> actions = pattern.actions;
    if (actions.empty())
      for (const std::string& entity : pattern.entities)
        actions.push_back({.kind = Action::Kind::Get, .entity = entity});
    Tree& tree = list.push(head(pattern, names));
    const bool is_get = pattern.operation == PatternOperation::TransactGet;
    tree.add("operation", tree_text(is_get ? "TransactGet" : "TransactWrite"));
    Tree involved = tree_list();
    Parameters parameters(nullptr);
    for (const Action& action : actions) {
      const Table* table = action.table.empty() ? model.table_of(action.entity) : model.table(action.table);
      if (!table) continue;
      Tree& one = involved.push(tree_map());
      one.add("table", tree_text(table->name));
      one.add("entity", tree_text(action.entity));
      one.add("action", tree_text(action_name(action.kind)));
      if (!action.condition.empty())
        one.add("condition", tree_text(action.condition));
      else if (action.kind == Action::Kind::Create)
        one.add("condition", tree_text(fmt::format("attribute_not_exists({})", table->partition_key)));
      add_action_parameters(action, table->entity(action.entity), parameters);
    }
    tree.add("entities_involved", std::move(involved));
    tree.add("parameters", parameters.take());
    tree.add("return_type", tree_text(is_get ? "object" : "boolean"));
  }
  return list;
}

}  // namespace partita::modelling::aws_schema_out
