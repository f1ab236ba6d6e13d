#include "modelling/run/read_pattern.h"

#include <fmt/format.h>
#include <partita/model/detail/projection.h>
#include <partita/model/runtime/pattern_reads.h>
#include <partita/model/runtime/vector_search.h>

#include <algorithm>

#include "model/core/spell.h"
#include "modelling/core/left_out.h"
#include "modelling/run/task_read.h"

namespace partita::modelling::run {
namespace {

using model::kNone;

class ReadRunner {
 public:
  ReadRunner(Context& context, const ReadTask& task, PatternRun& out)
      : context_(context),
        task_(task),
        read_(task),
        pattern_(*task.pattern->declared),
        info_(task.pattern->info),
        out_(out) {}

  void run() {
    out_.requests.clear();
    out_.items.clear();
    out_.milliseconds = 0;
    read_.explain(context_.session, out_);
    auto answer = measured(context_, out_, [&] { return read_.send(context_.session); });
    if (!answer) return fail(out_, Outcome::Failed, answer.error().message);
    show(*answer, out_);
    // The model layer hides such rows, but the model that was run should never have made them.
    if (answer->stale > 0)
      return wrong(fmt::format("the index key of {} is out of date, so the read leaves {} out",
                               answer->stale == 1 ? "1 row" : fmt::format("{} rows", answer->stale),
                               answer->stale == 1 ? "it" : "them"));
    switch (pattern_.operation) {
      case PatternOperation::Scan:
        for (const FoundEntity& found : task_.entities) compare(*found.entity, scanned(*found.entity), *answer);
        break;
      case PatternOperation::BatchGet:
      case PatternOperation::TransactGet:
        compare_keys(*answer);
        break;
      default:
        for (const model::EntityInfo* entity : info_.entities)
          compare(*entity, evaluate(task_.naive, *entity, context_.samples), *answer);
        tell_missing();
    }
  }

 private:
  bool is_search() const { return read_.is_search(); }

  // ---- the answer

  std::vector<const Sample*> scanned(const model::EntityInfo& entity) {
    std::vector<const Sample*> out;
    const bool is_first = &entity == task_.entities.front().entity;
    for (const Sample* sample : context_.samples.of(entity))
      if (is_in(*sample, task_.index) && !has_expired(*sample, context_.now_ms) &&
          (!is_first || passes_filter(task_.naive, *sample)))
        out.push_back(sample);
    return out;
  }

  model::IndexPosition place() const {
    return pattern_.operation == PatternOperation::Scan ? task_.index : info_.plan.index;
  }

  // How many of the entity's items the answer has if there are enough of them.
  std::size_t most_of(const model::EntityInfo& entity) const {
    if (is_search()) return static_cast<std::size_t>(read_.search_request().top_k);
    if (pattern_.operation == PatternOperation::Scan || !task_.take) return SIZE_MAX;
    if (read_.is_collection() && &entity == info_.entities.front() && read_.load_request().members.front().single)
      return SIZE_MAX;
    return static_cast<std::size_t>(*task_.take);
  }

  void compare(const model::EntityInfo& entity, const std::vector<const Sample*>& expected, const ReadAnswer& answer) {
    std::vector<AttributeMap> got;
    for (const model::Row& row : answer.rows)
      if (row.entity == &entity) got.push_back(row.attributes());
    const std::size_t wanted = std::min(expected.size(), most_of(entity));
    for (std::size_t i = 0; i < wanted; ++i) {
      const AttributeMap& fields = expected[i]->values;
      out_.expected.push_back({std::string(entity.name), by_field_name(entity, fields)});
    }
    if (got.size() != wanted)
      return wrong(fmt::format("the answer has {} of {}, and the lists have {}", got.size(), entity.name, wanted));
    for (std::size_t i = 0; i < got.size(); ++i) {
      const auto sample =
          std::find_if(expected.begin(), expected.end(), [&](const Sample* one) { return is_same_item(*one, got[i]); });
      if (sample == expected.end())
        return wrong(fmt::format("the lists do not have item {} of {}", i + 1, entity.name));
      check_values(**sample, got[i]);
      if (pattern_.operation == PatternOperation::Scan || is_search()) continue;
      if (compare_in_key(**sample, *expected[i], place(), info_.plan.bucket_field).value_or(0) != 0)
        wrong(fmt::format("item {} of {} is not in the order of the sort key", i + 1, entity.name));
    }
  }

  // A pattern that demands its index gets an answer without the items that the index lacks.
  void tell_missing() {
    const std::vector<IndexGap> fields = left_out(info_);
    for (const model::EntityInfo* entity : info_.entities) {
      const std::size_t count = missing_in_index(task_.naive, *entity, context_.samples).size();
      if (count == 0) continue;
      std::string why;
      for (const IndexGap& one : fields)
        if (one.entity == entity)
          why += fmt::format("{}{}", why.empty() ? "" : " or ",
                             one.equals.empty() ? fmt::format("{} is absent", one.field_name())
                                                : fmt::format("{} is not {}", one.field_name(), one.equals));
      out_.notes.push_back(fmt::format(
          "{} of {} {} asked for too and {} not in the index {}, because {}: the pattern demands this index, so {} "
          "taken to be unwanted",
          count == 1 ? "1 item" : fmt::format("{} items", count), entity->name, count == 1 ? "is" : "are",
          count == 1 ? "is" : "are", out_.index, why, count == 1 ? "it is" : "they are"));
    }
  }

  void compare_keys(const ReadAnswer& answer) {
    for (const Sample& sample : task_.keys) {
      const Sample* now = context_.samples.find(*sample.entity, sample.values);
      const auto row = std::find_if(answer.rows.begin(), answer.rows.end(), [&](const model::Row& one) {
        return one.entity == sample.entity && is_same_item(sample, one.attributes());
      });
      if (now) out_.expected.push_back({std::string(now->entity->name), by_field_name(*now->entity, now->values)});
      if ((row != answer.rows.end()) != (now != nullptr))
        wrong(fmt::format("the {} have {}", now ? "lists" : "answer", model::spell(sample.key())));
      else if (now)
        check_values(*now, row->attributes());
    }
  }

  static bool is_same_item(const Sample& sample, const AttributeMap& attributes) {
    for (const auto& [name, value] : sample.key()) {
      const AttributeValue* other = attributes.find(name);
      if (!other || !is_same_stored(value, *other)) return false;
    }
    return true;
  }

  // Each field that the place has must have the value of the list.
  void check_values(const Sample& sample, const AttributeMap& attributes) {
    const model::TableInfo& table = *sample.table->info;
    const model::IndexPosition index =
        pattern_.operation == PatternOperation::BatchGet || pattern_.operation == PatternOperation::TransactGet
            ? kNone
            : place();
    for (std::size_t i = 0; i < sample.entity->fields.size(); ++i) {
      const model::FieldInfo& field = sample.entity->fields[i];
      const model::FieldPosition at(i);
      if (field.attribute.empty() || !model::detail::holds_value(table, *sample.entity, index, at)) continue;
      if (is_search() && field.attribute == table.at(index).vector.attribute) continue;
      const AttributeValue *wanted = sample.value(at), *got = attributes.find(field.attribute);
      if (wanted && wanted->is(AttributeType::Null)) wanted = nullptr;
      if (!wanted && !got) continue;
      if (!wanted || !got || !is_same_stored(*wanted, *got))
        wrong(fmt::format("{} of {} is {}, and the lists have {}", field.name, model::spell(sample.key()),
                          got ? model::spell(*got) : "absent", wanted ? model::spell(*wanted) : "none"));
    }
  }

  void wrong(std::string reason) {
    if (out_.outcome == Outcome::Right) fail(out_, Outcome::Wrong, std::move(reason));
  }

  Context& context_;
  const ReadTask& task_;
  const TaskRead read_;
  const Pattern& pattern_;
  const model::PatternInfo& info_;
  PatternRun& out_;
};

}  // namespace

void run_read(Context& context, const ReadTask& task, PatternRun& out) {
  out.expected.clear();
  out.notes.clear();
  ReadRunner(context, task, out).run();
  if (out.outcome != Outcome::Wrong) out.expected.clear();
}

}  // namespace partita::modelling::run
