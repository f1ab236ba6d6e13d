// How a read gets its parameters: a read by a key or an index takes the values that most sample items share, a scan
// takes all items, and a read by keys takes the keys of some items of each entity. Filters get operands from the items
// that are found. The plain lists (naive.h) then say which items the answer must have.
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

#include "model/core/same_value.h"
#include "modelling/run/read_pattern.h"

namespace partita::modelling::run {
namespace {

using model::kNone;

constexpr std::size_t kKeysOfEntity = 2;
// The last items of each entity, if the pattern does not say how many.
constexpr std::int64_t kFromEnd = 2;

// The first part of the text, which is not cut within a character.
AttributeValue beginning_of(const AttributeValue& value) {
  const std::string& text = value.text();
  std::size_t size = (text.size() + 1) / 2;
  while (value.is(AttributeType::S) && size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80)
    ++size;
  return value.is(AttributeType::S) ? AttributeValue(text.substr(0, size))
                                    : AttributeValue::binary(text.substr(0, size));
}

class TaskMaker {
 public:
  TaskMaker(Context& context, const ProvenPattern& proven, PatternRun& out)
      : context_(context), proven_(proven), pattern_(*proven.declared), out_(out) {
    task_.pattern = &proven;
    task_.naive.pattern = &proven.info;
    task_.naive.now_ms = context.now_ms;
    if (pattern_.limit && *pattern_.limit >= 1) task_.take = static_cast<std::int64_t>(*pattern_.limit);
  }

  std::optional<ReadTask> make() {
    switch (pattern_.operation) {
      case PatternOperation::Scan:
        return scan();
      case PatternOperation::BatchGet:
      case PatternOperation::TransactGet:
        return keys();
      default:
        return by_key_or_index();
    }
  }

 private:
  std::optional<ReadTask> skip(std::string reason) {
    fail(out_, Outcome::Skipped, std::move(reason));
    return std::nullopt;
  }

  std::vector<const Sample*> visible(const model::EntityInfo& entity, model::IndexPosition index) const {
    std::vector<const Sample*> out;
    for (const Sample* sample : context_.samples.of(entity))
      if (is_in(*sample, index) && !has_expired(*sample, context_.now_ms)) out.push_back(sample);
    return out;
  }

  bool find_entities() {
    for (const std::string& name : pattern_.entities) {
      const FoundEntity found = find_entity(context_.proof, pattern_.table, name);
      if (!found.entity) {
        skip(fmt::format("there is no entity {}", name));
        return false;
      }
      task_.entities.push_back(found);
    }
    return !task_.entities.empty();
  }

  std::optional<ReadTask> scan() {
    if (!find_entities()) return std::nullopt;
    // The order of a Scan is not known, so the lists can only be compared with the whole of it.
    task_.take.reset();
    if (!pattern_.index.empty()) {
      task_.index = task_.entities.front().table->info->index(pattern_.index);
      if (task_.index == kNone) return skip(fmt::format("there is no index {}", pattern_.index));
    }
    const model::EntityInfo& first = *task_.entities.front().entity;
    return add_filters(first, visible(first, task_.index)) ? std::optional(task_) : std::nullopt;
  }

  std::optional<ReadTask> keys() {
    if (!find_entities()) return std::nullopt;
    for (const FoundEntity& found : task_.entities) {
      const std::vector<const Sample*> items = context_.samples.of(*found.entity);
      if (items.empty()) return skip(fmt::format("there is no item of {}", found.entity->name));
      for (std::size_t i = 0; i < std::min(items.size(), kKeysOfEntity); ++i) task_.keys.push_back(*items[i]);
    }
    return task_;
  }

  // The items that share the values of the pattern's fields: those values with the most items.
  std::vector<const Sample*> largest_group(const std::vector<const Sample*>& items) const {
    std::map<std::string, std::size_t> numbers;
    std::vector<std::vector<const Sample*>> groups;
    for (const Sample* item : items) {
      const auto values = values_given(*item);
      if (!values) continue;
      const auto [at, is_new] = numbers.try_emplace(*values, groups.size());
      if (is_new) groups.emplace_back();
      groups[at->second].push_back(item);
    }
    const auto best = std::ranges::max_element(groups, {}, &std::vector<const Sample*>::size);
    return best == groups.end() ? std::vector<const Sample*>() : *best;
  }

  // A text that differs if a value of the pattern's fields does. nullopt if the item lacks one of them.
  std::optional<std::string> values_given(const Sample& item) const {
    std::string out;
    for (const model::FieldPosition field : proven_.info.by) {
      const AttributeValue* const value = item.value(field);
      if (!value) return std::nullopt;
      const std::string text = value->is(AttributeType::B) ? value->b() : text_of(*value);
      out += fmt::format("{}:{}:{}", static_cast<int>(value->type()), text.size(), text);
    }
    return out;
  }

  // Leaves only the items with the values that all calls ask for.
  void keep_demanded(const model::EntityInfo& entity, std::vector<const Sample*>& items) const {
    for (const When& one : pattern_.where)
      std::erase_if(items, [&](const Sample* item) {
        const model::FieldPosition field = entity.field(one.field);
        return field == kNone || !item->value(field) || text_of(*item->value(field)) != one.equals;
      });
  }

  // In the form of Pattern::where.
  static std::string text_of(const AttributeValue& value) {
    if (value.is(AttributeType::Bool)) return value.boolean() ? "true" : "false";
    return value.is(AttributeType::S) || value.is(AttributeType::N) ? value.text() : std::string();
  }

  std::optional<ReadTask> by_key_or_index() {
    const model::PatternInfo& info = proven_.info;
    const model::EntityInfo& first = *info.entities.front();
    std::vector<const Sample*> items = visible(first, info.plan.index);
    if (!items.empty()) keep_demanded(first, items);
    if (items.empty() && !pattern_.where.empty())
      return skip(fmt::format("no item of {} has {} = \"{}\"", first.name, pattern_.where.back().field,
                              pattern_.where.back().equals));
    const std::vector<const Sample*> group = largest_group(items);
    if (group.empty())
      return skip(info.plan.index == kNone ? fmt::format("there is no item of {}", first.name)
                                           : fmt::format("no item of {} is in the index {}", first.name,
                                                         info.table->at(info.plan.index).name));
    for (const model::FieldPosition field : info.by) {
      task_.naive.by.set(field_of(first, field).attribute, *group.front()->value(field));
      out_.given.set(field_of(first, field).name, *group.front()->value(field));
    }
    if (info.plan.operation == model::PlanOperation::Search) return search(group);
    if (pattern_.from_end && !task_.take) task_.take = kFromEnd;
    if (!choose_range(group) || !add_filters(first, group)) return std::nullopt;
    return task_;
  }

  // ---- ranges

  static std::vector<AttributeValue> sorted_values(const std::vector<const Sample*>& items,
                                                   model::FieldPosition field) {
    std::vector<AttributeValue> values;
    for (const Sample* item : items)
      if (const AttributeValue* value = item->value(field)) values.push_back(*value);
    std::stable_sort(values.begin(), values.end(), [](const AttributeValue& a, const AttributeValue& b) {
      return model::order_between(a, b).value_or(std::strong_ordering::equal) < 0;
    });
    return values;
  }

  bool choose_range(const std::vector<const Sample*>& group) {
    const model::Plan& plan = proven_.info.plan;
    const model::EntityInfo& first = *proven_.info.entities.front();
    if (plan.bucket_field != kNone) {
      const auto values = sorted_values(visible(first, plan.index), plan.bucket_field);
      set_range(plan.bucket_field, "between", {values.front(), values.back()});
      return true;
    }
    const std::string& comparison = pattern_.range_comparison;
    if (comparison.empty() || plan.range_field == kNone) return true;
    const auto values = sorted_values(group, plan.range_field);
    if (values.empty()) return true;
    const model::FieldKind kind = field_of(first, plan.range_field).kind;
    const bool is_text = values.front().is(AttributeType::S) || values.front().is(AttributeType::B);
    // The key's texts of enumerators may have another order than those of the attribute.
    if ((kind == model::FieldKind::Enum && comparison != "=") || (comparison == "begins_with" && !is_text)) return true;
    const std::size_t last = values.size() - 1;
    if (comparison == "between")
      set_range(plan.range_field, comparison, {values[last >= 2 ? 1 : 0], values[last]});
    else if (comparison == "begins_with")
      set_range(plan.range_field, comparison, {beginning_of(values[last / 2])});
    else
      set_range(plan.range_field, comparison, {values[comparison == "<" ? last : comparison == ">" ? 0 : last / 2]});
    return true;
  }

  void set_range(model::FieldPosition field, std::string comparison, std::vector<AttributeValue> operands) {
    const std::string name(field_of(*proven_.info.entities.front(), field).name);
    out_.given.set(comparison == "=" ? name : fmt::format("{} {}", name, comparison),
                   operands.size() == 1 ? operands[0] : AttributeValue::list({operands[0], operands[1]}));
    task_.naive.range = {field, std::move(comparison), std::move(operands)};
  }

  // ---- filters

  bool add_filters(const model::EntityInfo& entity, const std::vector<const Sample*>& items) {
    task_.naive.filter_any = pattern_.filter_any;
    for (const modelling::FilterCondition& declared : pattern_.filter) {
      FieldCondition condition{entity.field(declared.field), declared.comparison, {}};
      if (condition.field == kNone || !is_known_comparison(declared.comparison)) {
        skip(fmt::format("the filter {} {} is not known", declared.field, declared.comparison));
        return false;
      }
      const auto values = sorted_values(items, condition.field);
      const bool has_operands = declared.comparison != "exists" && declared.comparison != "not_exists";
      if (values.empty() && has_operands) {
        skip(fmt::format("no item has a value of {}, which the filter compares", declared.field));
        return false;
      }
      if (has_operands) condition.operands = operands_of(declared.comparison, values[values.size() / 2]);
      out_.given.set(fmt::format("{} {}", declared.field, declared.comparison),
                     has_operands ? condition.operands.front() : AttributeValue::boolean(true));
      task_.naive.filter.push_back(std::move(condition));
    }
    return true;
  }

  static std::vector<AttributeValue> operands_of(const std::string& comparison, const AttributeValue& value) {
    if (comparison == "between") return {value, value};
    const bool is_text = value.is(AttributeType::S) || value.is(AttributeType::B);
    if (comparison == "begins_with" && is_text) return {beginning_of(value)};
    if (comparison != "contains") return {value};
    if (value.is(AttributeType::S)) return {beginning_of(value)};
    if (value.is(AttributeType::L) && !value.l().empty()) return {value.l().front()};
    if (value.is(AttributeType::SS) && !value.set().empty()) return {AttributeValue(value.set().front())};
    if (value.is(AttributeType::NS) && !value.set().empty()) return {AttributeValue::number(value.set().front())};
    return {value};
  }

  // ---- searches

  std::optional<ReadTask> search(const std::vector<const Sample*>& group) {
    const model::IndexInfo& index = proven_.info.table->at(proven_.info.plan.index);
    for (const Sample* item : group) {
      const AttributeValue* value = item->values.find(index.vector.attribute);
      if (!value || !value->is(AttributeType::L)) continue;
      for (const AttributeValue& element : value->l())
        task_.vector.push_back(element.is(AttributeType::N) ? std::strtof(element.n().c_str(), nullptr) : 0.0f);
      return task_;
    }
    return skip(fmt::format("no item has a vector in {}", index.vector.attribute));
  }

  Context& context_;
  const ProvenPattern& proven_;
  const Pattern& pattern_;
  PatternRun& out_;
  ReadTask task_;
};

}  // namespace

std::optional<ReadTask> prepare_read_task(Context& context, const ProvenPattern& pattern, PatternRun& out) {
  return TaskMaker(context, pattern, out).make();
}

}  // namespace partita::modelling::run
