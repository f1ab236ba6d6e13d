#include "modelling/run/ask.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/contains.h"
#include "base/try.h"
#include "documents/read_json.h"
#include "documents/tree_of.h"
#include "modelling/core/nearest.h"
#include "modelling/picture/plain_text.h"
#include "modelling/run/read_pattern.h"
#include "modelling/run/refused_parts.h"
#include "modelling/run/task_read.h"
#include "modelling/write/tree.h"

namespace partita::modelling::run {
namespace {

using model::kNone;

Error invalid_question(std::string text) { return {ErrorCode::ValidationException, std::move(text)}; }

Result<const ProvenPattern*> find_pattern(const Proof& proof, const std::string& name) {
  std::vector<std::string_view> known;
  for (const ProvenPattern& pattern : proof.patterns()) {
    if (pattern.declared->name == name) return &pattern;
    known.push_back(pattern.declared->name);
  }
  return fail(ErrorCode::ResourceNotFoundException,
              fmt::format("the model has no pattern '{}'{}", name, did_you_mean(name, known)));
}

// Says why a pattern cannot be asked.
Result<void> check_can_ask(const Proof& proof, const ProvenPattern& pattern) {
  const Pattern& declared = *pattern.declared;
  if (!is_read(declared.operation))
    return unexpected(
        invalid_question(fmt::format("'{}' writes; only a pattern that reads can be asked", declared.name)));
  const RefusedParts refused(proof);
  const lint::Finding* found = refused.of_pattern(declared);
  if (!found) found = refused.of_parts(declared);
  if (found) return unexpected(invalid_question(text_of(*found)));
  const bool is_planned =
      declared.operation == PatternOperation::Read || declared.operation == PatternOperation::Search;
  if (is_planned && !pattern.served())
    return unexpected(invalid_question(fmt::format("the model has no plan for '{}'", declared.name)));
  return {};
}

// Makes the read of the values that a question gives.
class TaskOfQuestion {
 public:
  TaskOfQuestion(const Proof& proof, const ProvenPattern& proven, const Question& question, PatternRun& out)
      : proof_(proof),
        proven_(proven),
        pattern_(*proven.declared),
        question_(question),
        used_(question.values.size()),
        out_(out) {
    task_.pattern = &proven;
    task_.naive.pattern = &proven.info;
    task_.naive.filter_any = pattern_.filter_any;
    task_.take = question.take;
    if (!task_.take && pattern_.limit && *pattern_.limit >= 1) task_.take = std::int64_t(*pattern_.limit);
  }

  Result<ReadTask> make() {
    switch (pattern_.operation) {
      case PatternOperation::Scan:
        PARTITA_TRY(take_scan());
        break;
      case PatternOperation::BatchGet:
      case PatternOperation::TransactGet:
        PARTITA_TRY(take_keys());
        break;
      default:
        PARTITA_TRY(take_read());
    }
    PARTITA_TRY(check_all_used());
    return std::move(task_);
  }

 private:
  using Texts = std::vector<const GivenValue*>;

  // The values of a field that no part of the pattern has taken yet.
  Texts take(std::string_view field) {
    return take_if(field, [](const GivenValue&) { return true; });
  }
  // Those for one comparison: the values that are given with it, or else those that leave it to the model. So several
  // conditions on one field can be told apart.
  Texts take(std::string_view field, std::string_view comparison) {
    const auto is_for = [&](const GivenValue& one) {
      return one.comparison == comparison ||
             (comparison == "between" && (one.comparison == ">=" || one.comparison == "<="));
    };
    Texts out = take_if(field, is_for);
    if (!out.empty()) return out;
    const std::size_t most = comparison == "in" ? SIZE_MAX : comparison == "between" ? 2 : 1;
    std::size_t taken = 0;
    return take_if(field, [&](const GivenValue& one) { return one.comparison == "=" && taken++ < most; });
  }
  template <class Is>
  Texts take_if(std::string_view field, Is is) {
    if (!base::contains(expected_, field)) expected_.push_back(field);
    Texts out;
    for (std::size_t i = 0; i < question_.values.size(); ++i) {
      if (used_[i] || question_.values[i].field != field || !is(question_.values[i])) continue;
      used_[i] = true;
      out.push_back(&question_.values[i]);
    }
    return out;
  }

  Result<AttributeValue> take_one(const model::FieldInfo& field) {
    const Texts given = take(field.name);
    if (given.size() != 1 || given[0]->comparison != "=")
      return unexpected(invalid_question(fmt::format("'{}' needs one value: {}=VALUE", pattern_.name, field.name)));
    return value_of_text(field, given[0]->text);
  }

  Result<void> take_read() {
    const model::PatternInfo& info = proven_.info;
    const model::EntityInfo& first = *info.entities.front();
    for (const model::FieldPosition position : info.by) {
      const model::FieldInfo& field = field_of(first, position);
      const auto constant = std::find_if(pattern_.where.begin(), pattern_.where.end(),
                                         [&](const When& one) { return one.field == field.name; });
      const bool is_constant = constant != pattern_.where.end();
      PARTITA_TRY_VALUE(value, is_constant ? value_of_text(field, constant->equals) : take_one(field));
      task_.naive.by.set(field.attribute, value);
      out_.given.set(field.name, value);
    }
    if (info.plan.operation == model::PlanOperation::Search) return take_vector();
    if (info.plan.bucket_field != kNone)
      PARTITA_TRY(take_range(info.plan.bucket_field, "between"));
    else if (info.plan.range_field != kNone)
      PARTITA_TRY(take_range(info.plan.range_field, pattern_.range_comparison));
    return take_filters(first);
  }

  Result<void> take_scan() {
    PARTITA_TRY(find_entities());
    if (!pattern_.index.empty()) {
      task_.index = task_.entities.front().table->info->index(pattern_.index);
      if (task_.index == kNone)
        return unexpected(invalid_question(fmt::format("there is no index '{}'", pattern_.index)));
    }
    return take_filters(*task_.entities.front().entity);
  }

  // One item of each entity, by its primary key. Fields of the same name have one value.
  Result<void> take_keys() {
    PARTITA_TRY(find_entities());
    for (const FoundEntity& found : task_.entities) {
      Sample sample{.table = found.table, .entity = found.entity};
      for (const model::FieldPosition position : primary_fields(*found.entity)) {
        const model::FieldInfo& field = field_of(*found.entity, position);
        const AttributeValue* known = out_.given.find(field.name);
        if (!known) {
          PARTITA_TRY_VALUE(value, take_one(field));
          out_.given.set(field.name, value);
          known = out_.given.find(field.name);
        }
        sample.values.set(field.attribute, *known);
      }
      task_.keys.push_back(std::move(sample));
    }
    return {};
  }

  Result<void> find_entities() {
    for (const std::string& name : pattern_.entities) {
      const FoundEntity found = find_entity(proof_, pattern_.table, name);
      if (!found.entity) return unexpected(invalid_question(fmt::format("there is no entity '{}'", name)));
      task_.entities.push_back(found);
    }
    if (task_.entities.empty()) return unexpected(invalid_question(fmt::format("'{}' names no entity", pattern_.name)));
    return {};
  }

  Result<void> take_vector() {
    const model::IndexInfo& index = proven_.info.table->at(proven_.info.plan.index);
    const model::EntityInfo& first = *proven_.info.entities.front();
    std::string_view name = index.vector.attribute;
    for (const model::FieldInfo& field : first.fields)
      if (field.attribute == index.vector.attribute) name = field.name;
    const Texts given = take(name);
    if (given.size() != 1 || given[0]->comparison != "=")
      return unexpected(invalid_question(fmt::format("'{}' needs a vector: {}=0.1,0.2,...", pattern_.name, name)));
    PARTITA_TRY_VALUE(vector, vector_of_text(given[0]->text));
    task_.vector = std::move(vector);
    return {};
  }

  // `declared` is the comparison that the model says, or empty. Without a value the read has no range.
  Result<void> take_range(model::FieldPosition position, const std::string& declared) {
    const model::FieldInfo& field = field_of(*proven_.info.entities.front(), position);
    const Texts given = take(field.name);
    if (given.empty() && position != proven_.info.plan.bucket_field) return {};
    PARTITA_TRY_VALUE(condition, condition_of(field, position, declared, given));
    out_.given.set(
        condition.comparison == "=" ? std::string(field.name) : fmt::format("{} {}", field.name, condition.comparison),
        shown(condition.operands));
    task_.naive.range = std::move(condition);
    return {};
  }

  Result<void> take_filters(const model::EntityInfo& entity) {
    for (const modelling::FilterCondition& declared : pattern_.filter) {
      const model::FieldPosition position = entity.field(declared.field);
      if (position == kNone || !is_known_comparison(declared.comparison))
        return unexpected(
            invalid_question(fmt::format("the filter {} {} is not known", declared.field, declared.comparison)));
      FieldCondition condition{position, declared.comparison, {}};
      if (declared.comparison != "exists" && declared.comparison != "not_exists") {
        const model::FieldInfo& field = field_of(entity, position);
        PARTITA_TRY_VALUE(with_operands,
                          condition_of(field, position, declared.comparison, take(field.name, declared.comparison)));
        condition = std::move(with_operands);
      }
      out_.given.set(fmt::format("{} {}", declared.field, declared.comparison),
                     condition.operands.empty() ? AttributeValue::boolean(true) : shown(condition.operands));
      task_.naive.filter.push_back(std::move(condition));
    }
    return {};
  }

  static AttributeValue shown(const std::vector<AttributeValue>& operands) {
    return operands.size() == 1 ? operands.front() : AttributeValue::list(operands);
  }

  Result<FieldCondition> condition_of(const model::FieldInfo& field, model::FieldPosition position,
                                      const std::string& declared, Texts given) {
    FieldCondition out{position, declared, {}};
    // The upper end may be given first.
    if (given.size() == 2 && given[0]->comparison == "<=" && given[1]->comparison == ">=")
      std::swap(given[0], given[1]);
    for (const GivenValue* one : given) {
      PARTITA_TRY_VALUE(value, value_of_text(field, one->text));
      out.operands.push_back(std::move(value));
    }
    const bool is_between = given.size() == 2 && given[0]->comparison == ">=" && given[1]->comparison == "<=";
    if (out.comparison.empty() && is_between) out.comparison = "between";
    if (out.comparison.empty() && given.size() == 1) out.comparison = given[0]->comparison;
    const bool says_other = std::any_of(given.begin(), given.end(), [&](const GivenValue* one) {
      return one->comparison != "=" && one->comparison != out.comparison && !is_between;
    });
    const bool fits = out.comparison == "between" ? given.size() == 2
                      : out.comparison == "in"    ? !given.empty()
                                                  : given.size() == 1 && !out.comparison.empty();
    if (fits && !says_other) return out;
    return unexpected(invalid_question(
        fmt::format("'{}' compares {} by '{}', which needs {}", pattern_.name, field.name,
                    out.comparison.empty() ? "one of =, <, <=, >, >=, ^= or >= with <=" : out.comparison,
                    out.comparison == "between" ? fmt::format("two values: {0}=LOW {0}=HIGH", field.name)
                    : out.comparison == "in"    ? fmt::format("values: {0}=VALUE {0}=VALUE", field.name)
                                                : fmt::format("one value: {}=VALUE", field.name))));
  }

  Result<void> check_all_used() const {
    for (std::size_t i = 0; i < used_.size(); ++i) {
      if (used_[i]) continue;
      const std::string& name = question_.values[i].field;
      return unexpected(invalid_question(
          fmt::format("'{}' does not take '{}'{}", pattern_.name, name,
                      expected_.empty() ? std::string("; it takes no value") : did_you_mean(name, expected_))));
    }
    return {};
  }

  const Proof& proof_;
  const ProvenPattern& proven_;
  const Pattern& pattern_;
  const Question& question_;
  std::vector<bool> used_;
  std::vector<std::string_view> expected_;  // the names of the fields that the pattern takes
  PatternRun& out_;
  ReadTask task_;
};

// For a session that never sends a request.
class NoDatabase final : public Database {
 public:
#define PARTITA_OPERATION(function, Name)                                                  \
  Result<Name##Response> function(Name##Request) override { return unexpected(absent()); } \
  void function(Name##Request, Completion<Name##Response> done) override { done(unexpected(absent())); }
#include <partita/operations.def>
#undef PARTITA_OPERATION

 private:
  static Error absent() { return {ErrorCode::InternalServerError, "there is no database", {}, {}}; }
};

}  // namespace

Result<PatternRun> ask(const Proof& proof, Database& database, const Question& question) {
  PARTITA_TRY_VALUE(pattern, find_pattern(proof, question.pattern));
  PARTITA_TRY(check_can_ask(proof, *pattern));
  PatternRun out{.pattern = pattern->declared};
  PARTITA_TRY_VALUE(task, TaskOfQuestion(proof, *pattern, question, out).make());
  const auto recorder = std::make_shared<Recorder>(database);
  const auto session = model::make_session(recorder, {.table_prefix = question.table_prefix});
  const TaskRead read(task);
  read.explain(session, out);
  const auto start = std::chrono::steady_clock::now();
  auto answer = read.send(session);
  out.milliseconds = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  if (!answer) return unexpected(std::move(answer.error()));
  out.requests = recorder->take();
  show(*answer, out);
  if (answer->stale > 0)
    out.notes.push_back(
        fmt::format("{} left out, because the index key is out of date: `partita model verify` finds them",
                    answer->stale == 1 ? "1 row is" : fmt::format("{} rows are", answer->stale)));
  return out;
}

Result<model::Explanation> explain(const Proof& proof, const Question& question) {
  PARTITA_TRY_VALUE(pattern, find_pattern(proof, question.pattern));
  PARTITA_TRY(check_can_ask(proof, *pattern));
  PatternRun given{.pattern = pattern->declared};
  PARTITA_TRY_VALUE(task, TaskOfQuestion(proof, *pattern, question, given).make());
  const auto session = model::make_session(std::make_shared<NoDatabase>(), {.table_prefix = question.table_prefix});
  const TaskRead read(task);
  if (!read.has_plan())
    return unexpected(invalid_question(fmt::format("'{}' has no plan, because it {}", pattern->declared->name,
                                                   pattern->declared->operation == PatternOperation::Scan
                                                       ? "reads the whole table or index"
                                                       : "reads items by their keys")));
  return read.explain(session);
}

std::string to_json(const model::Explanation& explanation) {
  const auto text_or_null = [](const std::string& text) { return text.empty() ? Tree() : tree_text(text); };
  Tree tree = tree_map();
  tree.add("operation", tree_text(explanation.operation));
  tree.add("table", tree_text(explanation.table));
  tree.add("index", text_or_null(explanation.index));
  tree.add("key_condition", text_or_null(printable(explanation.key_condition)));
  tree.add("filter", text_or_null(printable(explanation.filter)));
  tree.add("requests", tree_number(std::int64_t{explanation.requests}));
  tree.add("units", tree_number(explanation.capacity_units));
  const auto request = documents::read_json(explanation.request_json, std::make_shared<const std::string>("request"));
  tree.add("request", request ? documents::tree_of(*request) : Tree());
  return documents::to_json(tree);
}

}  // namespace partita::modelling::run
