#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/contains.h"
#include "modelling/generate/model_facts.h"
#include "modelling/generate/pattern_facts.h"
#include "modelling/generate/typescript/ts_parts.h"
#include "modelling/generate/typescript/ts_text.h"

namespace partita::modelling::typescript {
namespace {

using model::FieldKind;
using model::kNone;

class ReadWriter {
 public:
  ReadWriter(const TsModel& model, const ProvenPattern& proven)
      : model_(model), proven_(proven), pattern_(*proven.declared) {}

  std::string answer() const {
    if (pattern_.entities.size() > 1 && proven_.served()) return collection_type();
    if (!proven_.served()) return {};
    if (proven_.info.plan.operation == model::PlanOperation::Query) filtered_type();
    if (pattern_.wanted.empty()) return filtered_;
    return filtered_ + (filtered_.empty() ? "" : "\n") +
           ts_picked(model_.answers.at(&pattern_), "Pick", first().type, pattern_.wanted);
  }

  std::string write(std::size_t position) const {
    if (pattern_.operation == PatternOperation::BatchGet || pattern_.operation == PatternOperation::TransactGet)
      return keyed();
    std::string out = ts_doc(ts_pattern_doc(model_, pattern_, plan()), 2);
    const std::string head = "  " + model_.methods.at(&pattern_);
    std::vector<std::string> parameters;
    if (pattern_.operation == PatternOperation::Search) parameters.push_back("vector: readonly number[]");
    const std::string by = by_type();
    if (!by.empty()) parameters.push_back("by: " + by);
    const std::string values = values_text(!by.empty());
    const auto call = [&](const std::string& options, const std::string& result, const std::string& body) {
      parameters.push_back(options);
      return out + ts_parameters(head, parameters, fmt::format(": {} {{\n    return {};\n  }}\n", result, body));
    };
    if (pattern_.operation == PatternOperation::Search)
      return call(
          "options: SearchOptions = {}", fmt::format("Promise<Found<{}>[]>", row()),
          ts_call(fmt::format("this.similar<{}>", row()), {std::to_string(position), "vector", values, "options"}));
    if (pattern_.entities.size() > 1)
      return call(options("LoadOptions", "never"), fmt::format("Collection<{}>", model_.answers.at(&pattern_)),
                  fmt::format("this.collection<{}>(\n      {},\n      {},\n      [\n{}      ],\n      options,\n    )",
                              model_.answers.at(&pattern_), position, values, roles()));
    if (proven_.info.plan.operation == model::PlanOperation::GetItem)
      return call("options: GetOptions = {}", fmt::format("Promise<{} | undefined>", row()),
                  ts_call(fmt::format("this.getOne<{}>", row()), {std::to_string(position), values, "options"}));
    const std::string filtered = filtered_type();
    return call(
        options("ReadOptions", filtered), fmt::format("Query<{}>", row()),
        ts_call(fmt::format("this.query<{}, {}>", row(), filtered), {std::to_string(position), values, "options"}));
  }

 private:
  const Table& table() const { return model_.table_of(pattern_.entities.front(), pattern_.table); }
  const Entity& entity() const { return *table().entity(pattern_.entities.front()); }
  const TsEntity& of(const std::string& name) const { return model_.of(model_.table_of(name, pattern_.table), name); }
  const TsEntity& first() const { return of(pattern_.entities.front()); }
  std::string row() const { return pattern_.wanted.empty() ? first().type : model_.answers.at(&pattern_); }

  std::string plan() const { return plan_sentence(proven_, table()); }

  std::string by_type() const {
    std::vector<std::string> members;
    for (const std::string& name : pattern_.by)
      if (!constant_of(pattern_, name))
        members.push_back(fmt::format("readonly {}: {}", ts_property(name), first().types.at(name)));
    return members.empty() ? std::string() : fmt::format("{{ {} }}", fmt::join(members, "; "));
  }

  // The value that all calls ask for.
  std::string constant_text(const std::string& name, const std::string& text) const {
    const Field& field = *entity().field(name);
    switch (field.kind) {
      case FieldKind::Enum:
        for (const Enumerator& one : field.enumerators)
          if (one.attribute == text) return ts_literal(one.name);
        return ts_literal(text);
      case FieldKind::Bool:
      case FieldKind::Double:
        return text;
      case FieldKind::Integer:
      case FieldKind::Unsigned:
      case FieldKind::Seconds:
        return text + "n";
      case FieldKind::Time:
        return fmt::format("new Date({})", ts_literal(text));
      case FieldKind::Decimal:
        return fmt::format("Decimal.parse({})", ts_literal(text));
      default:
        return ts_literal(text);
    }
  }

  std::string values_text(bool has_by) const {
    std::vector<std::string> members;
    if (has_by) members.push_back("...by");
    for (const std::string& name : pattern_.by)
      if (const std::string* constant = constant_of(pattern_, name))
        members.push_back(fmt::format("{}: {}", ts_property(name), constant_text(name, *constant)));
    if (has_by && members.size() == 1) return "by";
    return members.empty() ? "{}" : fmt::format("{{ {} }}", fmt::join(members, ", "));
  }

  std::string options(const char* type, const std::string& filtered) const {
    const model::Plan& plan = proven_.info.plan;
    const std::string base = fmt::format("{}<{}>", type, filtered);
    const auto type_of = [&](model::FieldPosition field) {
      return first().types.at(std::string(proven_.info.entities.front()->at(field).name));
    };
    if (plan.bucket_field != kNone)
      return fmt::format("options: {} & {{ readonly range: {{ readonly between: readonly [low: {}, high: {}] }} }}",
                         base, type_of(plan.bucket_field), type_of(plan.bucket_field));
    if (plan.sort == model::SortCondition::Range && plan.range_field != kNone)
      return fmt::format("options: {} & {{ readonly range?: RangeOf<{}> }} = {{}}", base, type_of(plan.range_field));
    return fmt::format("options: {} = {{}}", base);
  }

  // The fields that the place of the read has, which a filter may name.
  std::string filtered_type() const {
    const std::vector<std::string> held = filter_fields(proven_, entity());
    const auto is_item_field = [](const Field& field) { return !field.attribute.empty(); };
    if (held.size() == static_cast<std::size_t>(std::ranges::count_if(entity().fields, is_item_field)))
      return first().type;
    filtered_ = ts_picked(model_.filters.at(&pattern_), "Pick", first().type, held);
    return model_.filters.at(&pattern_);
  }

  std::vector<std::string> member_names() const {
    DistinctNames names;
    std::vector<std::string> out;
    for (std::size_t i = 0; i < pattern_.entities.size(); ++i) {
      const std::string name = of(pattern_.entities[i]).property;
      out.push_back(names.distinct(has_at_most_one(proven_, i) || name.ends_with('s') ? name : name + "s"));
    }
    return out;
  }

  std::string collection_type() const {
    std::string out = ts_doc({fmt::format("The items of {}.", pattern_.name)}) +
                      fmt::format("export interface {} {{\n", model_.answers.at(&pattern_));
    const std::vector<std::string> names = member_names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const std::string& type = of(pattern_.entities[i]).type;
      if (!has_at_most_one(proven_, i))
        out += fmt::format("  readonly {}: readonly {}[];\n", names[i], type);
      else
        out += fmt::format("  readonly {}{}: {}{};\n", names[i], i == 0 ? "" : "?", type, i == 0 ? "" : " | undefined");
    }
    return out + "}\n";
  }

  std::string roles() const {
    std::string out;
    const std::vector<std::string> names = member_names();
    for (std::size_t i = 0; i < names.size(); ++i) {
      const char* role = !has_at_most_one(proven_, i) ? "many" : i == 0 ? "one" : "maybe";
      out += fmt::format("        {{ name: {}, role: {} }},\n", ts_literal(names[i]), ts_literal(role));
    }
    return out;
  }

  std::string keyed() const {
    const bool is_snapshot = pattern_.operation == PatternOperation::TransactGet;
    std::string out;
    for (std::size_t i = 0; i < pattern_.entities.size(); ++i) {
      const TsEntity& entity = of(pattern_.entities[i]);
      const std::string& method = model_.parts.at(&pattern_)[i];
      out += ts_doc(ts_pattern_doc(model_, pattern_, plan()), 2);
      out +=
          ts_parameters("  " + method,
                        {fmt::format("keys: readonly {}Key[]", entity.type),
                         is_snapshot ? "options: CallOptions = {}" : "options: GetOptions = {}"},
                        fmt::format(": Promise<({} | undefined)[]> {{\n    return this.{}.{}(keys, options);\n  }}\n",
                                    entity.type, entity.property, is_snapshot ? "getSnapshot" : "getMany"));
    }
    return out;
  }

  const TsModel& model_;
  const ProvenPattern& proven_;
  const Pattern& pattern_;
  mutable std::string filtered_;  // the type of the fields that a filter may name, if they are not all
};

}  // namespace

std::vector<std::string> ts_pattern_doc(const TsModel& model, const Pattern& pattern, const std::string& plan) {
  return {pattern.description.empty() ? pattern.name + "." : pattern.description, plan,
          cost_sentence(*model.units, pattern)};
}

std::string ts_answer(const TsModel& model, const ProvenPattern& pattern) {
  return is_read(pattern.declared->operation) ? ReadWriter(model, pattern).answer() : std::string();
}

std::string ts_read(const TsModel& model, const ProvenPattern& pattern, std::size_t position) {
  return ReadWriter(model, pattern).write(position);
}

}  // namespace partita::modelling::typescript
