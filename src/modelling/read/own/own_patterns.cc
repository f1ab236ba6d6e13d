#include <fmt/format.h>

#include <array>

#include "base/contains.h"
#include "modelling/core/kind_names.h"
#include "modelling/read/own/own_format.h"

namespace partita::modelling::own {
namespace {

// The members that an action has, in a pattern and in a list of actions.
Result<void> read_action_members(const Node& node, Action& action) {
  PARTITA_TRY_VALUE(set, names_or_none(node, "set"));
  action.set = std::move(set);
  PARTITA_TRY_VALUE(given, names_or_none(node, "given"));
  action.given = std::move(given);
  PARTITA_TRY_VALUE(read_first, flag_or_false(node, "read_first"));
  action.read_first = read_first;
  PARTITA_TRY_VALUE(unchecked, flag_or_false(node, "version_unchecked"));
  action.version_unchecked = unchecked;
  PARTITA_TRY_VALUE(condition, text_or_empty(node, "condition"));
  action.condition = std::move(condition);
  return {};
}

// {create: ORDER, ...} or {kind: create, entity: ORDER, ...}
Result<Action> read_action(const Node& node) {
  PARTITA_TRY(check_members(node, "an action",
                            {"kind", "entity", "table", "put", "create", "update", "delete", "check", "get", "set",
                             "given", "read_first", "version_unchecked", "condition", "items"}));
  Action out{.place = node.place};
  if (const Node* kind = present(node, "kind")) {
    PARTITA_TRY_VALUE(text, as_text(*kind, "kind"));
    PARTITA_TRY(check_known(kind->place, "kind of action", text, action_kind_names()));
    out.kind = *action_kind_of(text);
    PARTITA_TRY_VALUE(entity, needed_text(node, "an action", "entity"));
    out.entity = std::move(entity);
  }
  for (const std::string_view name : action_kind_names()) {
    const Node* entity = present(node, name);
    if (!entity) continue;
    if (!out.entity.empty()) return fault(node.place, "an action has one kind: divide it into two");
    PARTITA_TRY_VALUE(text, as_text(*entity, name));
    out.kind = *action_kind_of(name);
    out.entity = std::move(text);
  }
  if (out.entity.empty())
    return fault(node.place, "an action names what it does, as in {create: ORDER} or {update: ORDER, set: [status]}");
  PARTITA_TRY_VALUE(table, text_or_empty(node, "table"));
  out.table = std::move(table);
  PARTITA_TRY(read_action_members(node, out));
  if (const Node* items = present(node, "items")) {
    PARTITA_TRY_VALUE(amount, as_amount(*items, "items"));
    out.items = amount;
  }
  return out;
}

Result<void> read_actions(const Node& node, std::string_view name, Pattern& pattern) {
  PARTITA_TRY_VALUE(list, as_list(node, name));
  for (const Node& element : *list) {
    PARTITA_TRY_VALUE(action, read_action(element));
    pattern.actions.push_back(std::move(action));
  }
  if (list->empty()) return fault(node.place, fmt::format("{} lists no action", name));
  return {};
}

// A single write: "update: ORDER".
Result<void> read_single_write(const Node& map, const Node& entity, PatternOperation operation, Action::Kind kind,
                               Pattern& pattern) {
  PARTITA_TRY_VALUE(name, as_text(entity, to_text(kind)));
  Action action{.kind = kind, .entity = std::move(name), .place = map.place};
  PARTITA_TRY(read_action_members(map, action));
  pattern.operation = operation;
  pattern.actions = {std::move(action)};
  return {};
}

Result<void> read_batch(const Node& map, std::string_view name, PatternOperation operation, Pattern& pattern) {
  PARTITA_TRY_VALUE(entities, names_or_none(map, name));
  pattern.operation = operation;
  pattern.entities = std::move(entities);
  return {};
}

// BatchWriteItem only puts and deletes whole items, and only an update sets fields.
Result<void> check_actions(const Pattern& pattern) {
  Faults faults;
  for (const Action& action : pattern.actions) {
    const bool is_update = action.kind == Action::Kind::Update;
    if (pattern.operation == PatternOperation::BatchWrite && action.kind != Action::Kind::Put &&
        action.kind != Action::Kind::Create && action.kind != Action::Kind::Delete)
      faults.add(
          fault(action.place, fmt::format("the pattern \"{}\" has {}: {} in a batch, which only puts and deletes "
                                          "whole items: make it a pattern of its own, or say transact in place "
                                          "of batch_write",
                                          pattern.name, to_text(action.kind), action.entity))
              .error()
              .message);
    else if (!is_update && !action.set.empty())
      faults.add(fault(action.place, fmt::format("the pattern \"{}\" has {}: {} with set, and only an update sets "
                                                 "fields: leave set out, or say update",
                                                 pattern.name, to_text(action.kind), action.entity))
                     .error()
                     .message);
  }
  return faults.result();
}

// The pattern's operation, from its long form or from one of the short ones.
Result<void> read_operation(const Node& node, Pattern& out) {
  if (const Node* operation = present(node, "operation")) {
    PARTITA_TRY_VALUE(text, as_text(*operation, "operation"));
    PARTITA_TRY(check_known(operation->place, "operation", text, operation_names()));
    out.operation = *operation_of(text);
  }
  PARTITA_TRY_VALUE(entities, names_or_none(node, "entities"));
  out.entities = std::move(entities);
  if (const Node* actions = present(node, "actions")) PARTITA_TRY(read_actions(*actions, "actions", out));
  struct Single {
    const char* name;
    PatternOperation operation;
    Action::Kind kind;
  };
  for (const Single& single : {Single{"put", PatternOperation::Put, Action::Kind::Put},
                               Single{"create", PatternOperation::Create, Action::Kind::Create},
                               Single{"update", PatternOperation::Update, Action::Kind::Update},
                               Single{"delete", PatternOperation::Delete, Action::Kind::Delete}})
    if (const Node* entity = present(node, single.name))
      PARTITA_TRY(read_single_write(node, *entity, single.operation, single.kind, out));
  if (const Node* batch = present(node, "batch_write")) {
    out.operation = PatternOperation::BatchWrite;
    PARTITA_TRY(read_actions(*batch, "batch_write", out));
  }
  if (const Node* transact = present(node, "transact")) {
    out.operation = PatternOperation::TransactWrite;
    PARTITA_TRY(read_actions(*transact, "transact", out));
  }
  for (const auto& [name, operation] :
       {std::pair{"scan", PatternOperation::Scan}, std::pair{"search", PatternOperation::Search},
        std::pair{"batch_get", PatternOperation::BatchGet}, std::pair{"transact_get", PatternOperation::TransactGet}})
    if (present(node, name)) PARTITA_TRY(read_batch(node, name, operation, out));
  if (is_read(out.operation) ? out.entities.empty() : out.actions.empty())
    return fault(node.place,
                 fmt::format("the pattern \"{}\" says neither what it reads nor what it writes: give it entities: "
                             "ORDER, or one of put, create, update, delete, batch_write, transact, search, scan, "
                             "batch_get, transact_get",
                             out.name));
  return check_actions(out);
}

// {status: OPEN}: fields that a call need not give, because their values are the same in all calls.
Result<void> read_where(const Node& node, Pattern& out) {
  const Node* where = present(node, "where");
  if (!where) return {};
  const std::string what = fmt::format("where of the pattern \"{}\"", out.name);
  PARTITA_TRY(check_is_map(*where, what));
  if (out.operation != PatternOperation::Read && out.operation != PatternOperation::Search)
    return fault(where->place,
                 what + ": only a read by a key or an index, or a search, can demand values of its items");
  Faults faults;
  for (const Member& member : where->members) {
    if (!member.value.is_scalar()) {
      faults.add(
          fault(member.place, fmt::format("{} gives {} {}: give one text, as in where: {{{}: OPEN}}", what, member.name,
                                          member.value.is_null() ? "no value" : "several values", member.name))
              .error()
              .message);
      continue;
    }
    if (base::contains(out.by, member.name)) {
      faults.add(fault(member.place, fmt::format("{} has the value of {}, which by says each call gives: take it out "
                                                 "of one of the two",
                                                 what, member.name))
                     .error()
                     .message);
      continue;
    }
    out.where.push_back({member.name, member.value.text});
  }
  for (const When& one : out.where) out.by.push_back(one.field);
  return faults.result();
}

Result<void> read_order(const Node& node, Pattern& out) {
  PARTITA_TRY_VALUE(range, text_or_empty(node, "range"));
  out.range = std::move(range);
  if (const Node* forward = present(node, "forward")) {
    PARTITA_TRY_VALUE(flag, as_flag(*forward, "forward"));
    out.forward = flag;
  }
  for (const auto& [name, forward] : {std::pair{"newest", false}, std::pair{"descending", false},
                                      std::pair{"oldest", true}, std::pair{"ascending", true}}) {
    const Node* field = present(node, name);
    if (!field) continue;
    if (!out.range.empty())
      return fault(field->place, fmt::format("the pattern \"{}\" has two orders: give one of range, newest, oldest, "
                                             "ascending and descending",
                                             out.name));
    PARTITA_TRY_VALUE(text, as_text(*field, name));
    out.range = std::move(text);
    out.forward = forward;
    out.in_time = std::string_view(name) == "newest" || std::string_view(name) == "oldest";
  }
  PARTITA_TRY_VALUE(comparison, text_or_empty(node, "range_comparison"));
  constexpr std::string_view kComparisons[] = {"begins_with", "between", "=", "<", "<=", ">", ">="};
  if (!comparison.empty())
    PARTITA_TRY(check_known(node.find("range_comparison")->place, "range_comparison", comparison, kComparisons));
  out.range_comparison = std::move(comparison);
  PARTITA_TRY_VALUE(buckets, text_or_empty(node, "buckets"));
  out.buckets = std::move(buckets);
  return {};
}

Result<void> read_filter(const Node& node, Pattern& out) {
  const Node* any = present(node, "filter_any");
  if (any && present(node, "filter"))
    return fault(any->place, fmt::format("{} has a filter and filter_any: leave one out", out.name));
  PARTITA_TRY_VALUE(list, list_or_empty(node, any ? "filter_any" : "filter"));
  out.filter_any = any && list.size() > 1;
  for (const Node& element : list) {
    FilterCondition condition{.field = {}, .comparison = "="};
    if (element.is_scalar()) {
      condition.field = element.text;
    } else {
      PARTITA_TRY(check_members(element, "a filter", {"field", "comparison"}));
      PARTITA_TRY_VALUE(field, needed_text(element, "a filter", "field"));
      condition.field = std::move(field);
      PARTITA_TRY_VALUE(comparison, text_or_empty(element, "comparison"));
      if (!comparison.empty()) condition.comparison = std::move(comparison);
    }
    out.filter.push_back(std::move(condition));
  }
  return {};
}

Result<void> read_parameters(const Node& node, Pattern& out) {
  PARTITA_TRY_VALUE(list, list_or_empty(node, "parameters"));
  for (const Node& element : list) {
    PARTITA_TRY(check_members(element, "a parameter", {"name", "type", "entity"}));
    Parameter parameter{.place = element.place};
    PARTITA_TRY_VALUE(name, needed_text(element, "a parameter", "name"));
    parameter.name = std::move(name);
    PARTITA_TRY_VALUE(type, text_or_empty(element, "type"));
    parameter.type = std::move(type);
    PARTITA_TRY_VALUE(entity, text_or_empty(element, "entity"));
    parameter.entity = std::move(entity);
    out.parameters.push_back(std::move(parameter));
  }
  return {};
}

Result<void> read_traffic(const Node& node, Pattern& out) {
  PARTITA_TRY_VALUE(per_second, amount_or_none(node, "per_second"));
  out.per_second = per_second;
  PARTITA_TRY_VALUE(peak, amount_or_none(node, "peak_per_second"));
  out.peak_per_second = peak;
  PARTITA_TRY_VALUE(items, amount_or_none(node, "items"));
  out.items = items;
  PARTITA_TRY_VALUE(limit, amount_or_none(node, "limit"));
  out.limit = limit;
  const Node* values = present(node, "values");
  if (!values) return {};
  PARTITA_TRY(check_is_map(*values, "values"));
  for (const Member& member : values->members) {
    PARTITA_TRY_VALUE(distribution, read_distribution(member.value));
    out.values.emplace(member.name, std::move(distribution));
  }
  return {};
}

Result<void> read_parts(const Node& node, Pattern& out) {
  Faults faults;
  PARTITA_TRY_VALUE(name, needed_text(node, "a pattern", "name"));
  out.name = std::move(name);
  PARTITA_TRY_VALUE(id, text_or_empty(node, "id"));
  out.id = std::move(id);
  PARTITA_TRY_VALUE(description, text_or_empty(node, "description"));
  out.description = std::move(description);
  PARTITA_TRY_VALUE(table, text_or_empty(node, "table"));
  out.table = std::move(table);
  PARTITA_TRY_VALUE(part_of, text_or_empty(node, "part_of"));
  out.part_of = std::move(part_of);
  faults.accept(read_operation(node, out));
  PARTITA_TRY_VALUE(by, names_or_none(node, "by"));
  out.by = std::move(by);
  faults.accept(read_where(node, out));
  faults.accept(read_order(node, out));
  struct Flag {
    const char* name;
    bool* to;
  };
  for (const Flag& flag : {Flag{"tree", &out.tree}, Flag{"whole", &out.whole}, Flag{"from_end", &out.from_end},
                           Flag{"get_item", &out.get_item}, Flag{"consistent", &out.consistent},
                           Flag{"with_expired", &out.with_expired}}) {
    PARTITA_TRY_VALUE(value, flag_or_false(node, flag.name));
    *flag.to = value;
  }
  PARTITA_TRY_VALUE(index, text_or_empty(node, "index"));
  out.index = std::move(index);
  PARTITA_TRY_VALUE(wanted, names_or_none(node, "wanted"));
  out.wanted = std::move(wanted);
  faults.accept(read_filter(node, out));
  faults.accept(read_parameters(node, out));
  faults.accept(read_traffic(node, out));
  return faults.result();
}

}  // namespace

Result<Pattern> read_pattern(const Node& node) {
  const auto members = check_members(node, "a pattern", {"name",        "id",
                                                         "description", "table",
                                                         "operation",   "entities",
                                                         "by",          "range",
                                                         "forward",     "newest",
                                                         "oldest",      "ascending",
                                                         "descending",  "range_comparison",
                                                         "buckets",     "tree",
                                                         "whole",       "from_end",
                                                         "get_item",    "with_expired",
                                                         "consistent",  "index",
                                                         "wanted",      "filter",
                                                         "filter_any",  "limit",
                                                         "plan",        "actions",
                                                         "put",         "create",
                                                         "update",      "delete",
                                                         "batch_write", "transact",
                                                         "scan",        "search",
                                                         "batch_get",   "transact_get",
                                                         "set",         "given",
                                                         "read_first",  "version_unchecked",
                                                         "condition",   "parameters",
                                                         "per_second",  "peak_per_second",
                                                         "items",       "values",
                                                         "part_of",     "where"});
  Pattern out{.place = node.place};
  Faults faults;
  faults.accept_parts(node, members, node.is_map() ? read_parts(node, out) : Result<void>());
  PARTITA_TRY(faults.result());
  return out;
}

}  // namespace partita::modelling::own
