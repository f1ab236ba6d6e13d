#include "console/compose/compose_read.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/contains.h"
#include "base/text.h"
#include "console/compose/scripted_database.h"
#include "console/patterns/field_text.h"
#include "console/patterns/pattern_parameters.h"
#include "console/patterns/pattern_parts.h"
#include "modelling/run/task_read.h"

namespace partita::console {
namespace {

using model::kNone;
using modelling::PatternOperation;
using modelling::run::field_of;
using modelling::run::FieldCondition;
using modelling::run::ReadTask;

constexpr std::string_view kComparisons[] = {"=", "<", "<=", ">", ">=", "between", "begins_with"};

// Makes the task from the texts.
class TaskReader {
 public:
  TaskReader(const modelling::Proof& proof, const modelling::ProvenPattern& pattern,
             const ComposePatternRequest& request, const model::EntityInfo& entity)
      : proof_(proof), pattern_(pattern), declared_(*pattern.declared), request_(request), entity_(entity) {}

  Result<ReadTask> read() {
    PARTITA_TRY(check_names());
    task_.pattern = &pattern_;
    task_.naive.pattern = &pattern_.info;
    task_.naive.filter_any = declared_.filter_any;
    switch (declared_.operation) {
      case PatternOperation::Scan:
        PARTITA_TRY(read_scan());
        break;
      case PatternOperation::BatchGet:
      case PatternOperation::TransactGet:
        PARTITA_TRY(read_keys());
        return std::move(task_);
      default:
        PARTITA_TRY(read_plan());
    }
    PARTITA_TRY(read_filter());
    return std::move(task_);
  }

 private:
  // A misspelt parameter would otherwise be left out without a word.
  Result<void> check_names() const {
    const auto known = parameters_of(proof_, pattern_);
    const auto check = [&](const std::string& name) -> Result<void> {
      const auto is = [&name](const PatternParameter& one) { return one.name == name; };
      if (std::any_of(known.begin(), known.end(), is)) return {};
      return invalid(fmt::format("{} has no parameter '{}'", declared_.name, name));
    };
    for (const auto& [name, text] : request_.parameters) PARTITA_TRY(check(name));
    for (const OperandTexts& list : request_.lists) PARTITA_TRY(check(list.name));
    return {};
  }

  const std::string* parameter(std::string_view name) const {
    const auto given = request_.parameters.find(std::string(name));
    return given == request_.parameters.end() ? nullptr : &given->second;
  }

  Result<void> find_entities() {
    for (const std::string& name : declared_.entities) {
      task_.entities.push_back(modelling::run::find_entity(proof_, declared_.table, name));
      if (!task_.entities.back().entity) return invalid(fmt::format("The model has no entity {}", name));
    }
    return {};
  }

  Result<void> read_scan() {
    PARTITA_TRY(find_entities());
    if (declared_.index.empty()) return {};
    task_.index = task_.entities.front().table->info->index(declared_.index);
    if (task_.index == kNone) return invalid(fmt::format("The table has no index {}", declared_.index));
    return {};
  }

  Result<void> read_keys() {
    PARTITA_TRY(find_entities());
    const std::vector<Part> parts = parts_of(proof_, declared_);
    if (request_.parts.size() > parts.size())
      return invalid(fmt::format("{} reads {} entities, not {}", declared_.name, parts.size(), request_.parts.size()));
    for (std::size_t i = 0; i < request_.parts.size(); ++i)
      for (const ItemTexts& item : request_.parts[i].items) {
        modelling::run::Sample sample{.table = parts[i].where.table, .entity = parts[i].where.entity};
        for (const PartField& one : parts[i].fields) {
          const model::FieldInfo& field = field_of(*sample.entity, one.field);
          const auto text = item.values.find(std::string(field.name));
          if (text == item.values.end())
            return invalid(fmt::format("{} needs a value for {}", declared_.name, field.name));
          PARTITA_TRY_VALUE(value, value_of(field, text->second));
          sample.values.set(field.attribute, std::move(value));
        }
        task_.keys.push_back(std::move(sample));
      }
    if (task_.keys.empty()) return invalid(fmt::format("{} needs the identity of an item", declared_.name));
    return {};
  }

  Result<void> read_plan() {
    for (const model::FieldPosition position : pattern_.info.by) {
      const model::FieldInfo& field = field_of(entity_, position);
      const std::string* text = parameter(field.name);
      if (!text) return invalid(fmt::format("{} needs a value for {}", declared_.name, field.name));
      PARTITA_TRY_VALUE(value, value_of(field, *text));
      task_.naive.by.set(field.attribute, std::move(value));
    }
    const bool is_search = pattern_.info.plan.operation == model::PlanOperation::Search;
    // A page of such a collection has as many items of each of the other entities. The browser cannot cut it itself,
    // because the items of several entities come in one answer.
    if (is_search || (declared_.from_end && pattern_.info.entities.size() > 1)) {
      if (declared_.limit && *declared_.limit >= 1) task_.take = static_cast<std::int64_t>(*declared_.limit);
      if (request_.limit) task_.take = request_.limit;
    }
    return is_search ? read_vector() : read_range();
  }

  Result<void> read_vector() {
    const auto wrong = [&] {
      const model::IndexInfo& index = pattern_.info.table->at(pattern_.info.plan.index);
      return invalid(fmt::format("{} needs a vector of {} numbers with commas between them", declared_.name,
                                 index.vector.dimensions));
    };
    const std::string* text = parameter(kVectorParameter);
    if (!text) return wrong();
    for (std::string_view rest = *text; !rest.empty();) {
      const std::size_t comma = std::min(rest.find(','), rest.size());
      const std::string_view number = base::trimmed(rest.substr(0, comma));
      rest.remove_prefix(std::min(comma + 1, rest.size()));
      float value = 0;
      const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
      if (error != std::errc() || end != number.data() + number.size()) return wrong();
      task_.vector.push_back(value);
    }
    return {};
  }

  Result<void> read_range() {
    if (!request_.range) return {};
    const RangeText& range = *request_.range;
    const model::Plan& plan = pattern_.info.plan;
    const model::FieldPosition position = plan.bucket_field != kNone ? plan.bucket_field : plan.range_field;
    if (position == kNone) return invalid(fmt::format("{} has no range", declared_.name));
    if (!base::contains(kComparisons, range.comparison))
      return invalid("The Comparison of a Range is =, <, <=, >, >=, between or begins_with");
    PARTITA_TRY_VALUE(low, value_of(field_of(entity_, position), range.from));
    FieldCondition condition{position, range.comparison, {std::move(low)}};
    if (range.comparison == "between") {
      if (!range.to) return invalid("A Range with between needs To");
      PARTITA_TRY_VALUE(high, value_of(field_of(entity_, position), *range.to));
      condition.operands.push_back(std::move(high));
    }
    task_.naive.range = std::move(condition);
    return {};
  }

  // The texts of the condition's operands. Empty: the user leaves the condition out.
  std::vector<std::string> operands(const FilterParameter& condition) const {
    if (condition.operands() == "one") {
      const std::string* text = parameter(condition.name);
      return text ? std::vector{*text} : std::vector<std::string>();
    }
    const auto list = std::find_if(request_.lists.begin(), request_.lists.end(),
                                   [&](const OperandTexts& one) { return one.name == condition.name; });
    return list == request_.lists.end() ? std::vector<std::string>() : list->texts;
  }

  Result<void> read_filter() {
    for (const FilterParameter& parameter : filter_parameters(proof_, pattern_)) {
      FieldCondition condition{parameter.field, parameter.comparison, {}};
      const std::vector<std::string> texts = operands(parameter);
      if (texts.empty() && parameter.operands() != "none") continue;
      if (parameter.operands() == "two" && texts.size() != 2)
        return invalid(fmt::format("{} needs two values", parameter.name));
      for (const std::string& text : texts) {
        PARTITA_TRY_VALUE(operand, operand_of(field_of(entity_, parameter.field), parameter.comparison, text));
        condition.operands.push_back(std::move(operand));
      }
      task_.naive.filter.push_back(std::move(condition));
    }
    return {};
  }

  const modelling::Proof& proof_;
  const modelling::ProvenPattern& pattern_;
  const modelling::Pattern& declared_;
  const ComposePatternRequest& request_;
  const model::EntityInfo& entity_;
  ReadTask task_;
};

}  // namespace

Result<ComposePatternAnswer> compose_read(const modelling::Proof& proof, const modelling::ProvenPattern& pattern,
                                          const ComposePatternRequest& request) {
  const modelling::Pattern& declared = *pattern.declared;
  const model::EntityInfo* entity = entity_of(proof, pattern);
  if (!entity) return invalid(fmt::format("The model does not say which entity {} reads", declared.name));
  if (request.limit && *request.limit < 1) return invalid("Limit is a number of items, 1 or more");
  const bool is_planned =
      declared.operation == PatternOperation::Read || declared.operation == PatternOperation::Search;
  if (is_planned && !pattern.served()) return invalid(fmt::format("The model has no plan for {}", declared.name));
  PARTITA_TRY_VALUE(task, TaskReader(proof, pattern, request, *entity).read());
  auto database =
      std::make_shared<ScriptedDatabase>(ScriptedDatabase::Options{.finds_nothing = true, .limit = request.limit});
  PARTITA_TRY(modelling::run::TaskRead(task).send(session_over(database, "", 0)));
  return ComposePatternAnswer{.requests = database->requests()};
}

}  // namespace partita::console
