#include "modelling/run/read_pattern.h"

#include <fmt/format.h>
#include <partita/model/detail/projection.h>
#include <partita/model/runtime/item_reads.h>
#include <partita/model/runtime/pattern_reads.h>
#include <partita/model/runtime/vector_search.h>

#include <algorithm>
#include <map>

#include "model/core/spell.h"

namespace partita::modelling::run {
namespace {

using model::kNone;

model::SortRange sort_range(const FieldCondition& condition) {
  using Kind = model::SortRange::Kind;
  static const std::map<std::string_view, Kind> kKinds = {
      {"=", Kind::Equal},           {"<", Kind::Less},          {"<=", Kind::LessOrEqual},        {">", Kind::Greater},
      {">=", Kind::GreaterOrEqual}, {"between", Kind::Between}, {"begins_with", Kind::BeginsWith}};
  return {kKinds.at(condition.comparison), condition.operands.front(), condition.operands.back()};
}

model::Predicate filter_predicate(const model::EntityInfo& entity, const NaiveRead& read) {
  using Kind = model::Predicate::Kind;
  static const std::map<std::string_view, Kind> kKinds = {{"=", Kind::Equal},
                                                          {"<>", Kind::NotEqual},
                                                          {"<", Kind::Less},
                                                          {"<=", Kind::LessOrEqual},
                                                          {">", Kind::Greater},
                                                          {">=", Kind::GreaterOrEqual},
                                                          {"between", Kind::Between},
                                                          {"in", Kind::In},
                                                          {"contains", Kind::Contains},
                                                          {"begins_with", Kind::BeginsWith},
                                                          {"exists", Kind::Exists},
                                                          {"not_exists", Kind::NotExists}};
  model::Predicate joined{.kind = read.filter_any ? Kind::Or : Kind::And};
  for (const FieldCondition& condition : read.filter)
    joined.children.push_back({.kind = kKinds.at(condition.comparison),
                               .path = std::string(field_of(entity, condition.field).attribute),
                               .values = condition.operands});
  if (joined.children.empty()) return {};
  if (joined.children.size() == 1) return std::move(joined.children.front());
  return joined;
}

// The rows of an answer, with what is left to compare them with.
struct Answer {
  std::vector<model::Row> rows = {};
  std::vector<model::UnreadableRow> unreadable = {};
};

class ReadRunner {
 public:
  ReadRunner(Context& context, const ReadTask& task, PatternRun& out)
      : context_(context), task_(task), pattern_(*task.pattern->declared), info_(task.pattern->info), out_(out) {}

  void run() {
    out_.requests.clear();
    out_.items.clear();
    out_.milliseconds = 0;
    auto answer = measured(context_, out_, [&] { return send(); });
    if (!answer) return fail(out_, Outcome::Failed, answer.error().message);
    show(*answer);
    switch (pattern_.operation) {
      case Operation::Scan:
        for (const FoundEntity& found : task_.entities) compare(*found.entity, scanned(*found.entity), *answer);
        break;
      case Operation::BatchGet:
      case Operation::TransactGet:
        compare_keys(*answer);
        break;
      default:
        for (const model::EntityInfo* entity : info_.entities)
          compare(*entity, evaluate(task_.naive, *entity, context_.samples), *answer);
    }
  }

 private:
  bool is_collection() const { return info_.entities.size() > 1; }
  bool is_search() const { return info_.plan.operation == model::PlanOperation::Search && task_.pattern->served(); }

  // ---- requests

  model::ReadRequest read_request() const {
    model::ReadRequest request{.pattern = &info_, .values = task_.naive.by};
    if (task_.naive.range) request.range = sort_range(*task_.naive.range);
    request.take = task_.take;
    if (!is_collection()) request.filter = filter_predicate(*info_.entities.front(), task_.naive);
    return request;
  }

  model::LoadRequest load_request() const {
    model::LoadRequest request{.read = read_request()};
    const model::EntityInfo& first = *info_.entities.front();
    const std::vector<int> key = primary_fields(first);
    for (const model::EntityInfo* entity : info_.entities) request.members.push_back({.entity = entity});
    request.members.front().single = std::all_of(key.begin(), key.end(), [&](int field) {
      return std::find(info_.by.begin(), info_.by.end(), field) != info_.by.end();
    });
    if (!task_.naive.filter.empty())
      request.members.front().filters.push_back({&first, filter_predicate(first, task_.naive)});
    return request;
  }

  model::SearchRead search_request() const {
    return {.pattern = &info_,
            .values = task_.naive.by,
            .vector = task_.vector,
            .top_k = std::clamp<std::int64_t>(task_.take.value_or(10), 1, 100)};
  }

  template <class Explained>
  void explain(const Result<Explained>& explained) {
    if (!explained) return;
    out_.index = explained->index;
    out_.key_condition = explained->key_condition;
    out_.filter = explained->filter;
  }

  Result<Answer> send() {
    switch (pattern_.operation) {
      case Operation::Scan:
        return scan();
      case Operation::BatchGet:
      case Operation::TransactGet:
        return get();
      default:
        break;
    }
    out_.backward = !info_.plan.forward && info_.plan.operation == model::PlanOperation::Query;
    return is_search() ? search() : read();
  }

  Result<Answer> read() {
    auto page = answer_of<model::RowPage>([&](model::Done<model::RowPage> done) {
      if (is_collection())
        model::load(context_.session, model::Mode::Wait, load_request(), std::move(done));
      else
        model::read(context_.session, model::Mode::Wait, read_request(), std::move(done));
    });
    if (is_collection())
      explain(model::explain(context_.session, load_request()));
    else
      explain(model::explain(context_.session, read_request()));
    if (!page) return unexpected(std::move(page.error()));
    return Answer{std::move(page->rows), std::move(page->unreadable)};
  }

  Result<Answer> search() {
    auto found = answer_of<model::ScoredRows>([&](model::Done<model::ScoredRows> done) {
      model::search(context_.session, model::Mode::Wait, search_request(), std::move(done));
    });
    explain(model::explain_search(context_.session, search_request()));
    if (!found) return unexpected(std::move(found.error()));
    return Answer{std::move(found->rows), std::move(found->unreadable)};
  }

  Result<Answer> scan() {
    Answer answer;
    const FoundEntity& first = task_.entities.front();
    if (task_.index != kNone) out_.index = first.table->info->indexes[static_cast<std::size_t>(task_.index)].name;
    for (const FoundEntity& found : task_.entities) {
      model::ScanRead what{.table = found.table->info, .entity = found.entity, .index = task_.index};
      if (found.entity == first.entity) what.filter = filter_predicate(*first.entity, task_.naive);
      auto cost = answer_of<model::Cost>([&](model::Done<model::Cost> done) {
        model::scan(
            context_.session, model::Mode::Wait, what,
            [&](model::RowPage page) {
              std::move(page.rows.begin(), page.rows.end(), std::back_inserter(answer.rows));
              return true;
            },
            std::move(done));
      });
      if (!cost) return unexpected(std::move(cost.error()));
    }
    return answer;
  }

  Result<Answer> get() {
    std::vector<model::GetRequest> requests;
    for (const Sample& sample : task_.keys) requests.push_back({sample.table->info, sample.entity, sample.key()});
    auto got = answer_of<model::BatchRows>([&](model::Done<model::BatchRows> done) {
      if (pattern_.operation == Operation::TransactGet)
        model::transact_get(context_.session, model::Mode::Wait, std::move(requests), std::move(done));
      else
        model::batch_get(context_.session, model::Mode::Wait, std::move(requests), pattern_.consistent,
                         std::move(done));
    });
    if (!got) return unexpected(std::move(got.error()));
    Answer answer{.unreadable = std::move(got->unreadable)};
    for (std::optional<model::Row>& row : got->rows)
      if (row) answer.rows.push_back(std::move(*row));
    return answer;
  }

  // ---- the answer

  void show(const Answer& answer) {
    for (const model::Row& row : answer.rows)
      out_.items.push_back({row.entity ? std::string(row.entity->name) : std::string(),
                            row.entity ? by_field_name(*row.entity, row.attributes()) : row.attributes()});
    if (!answer.unreadable.empty())
      out_.notes.push_back(fmt::format(
          "{} of other entities read too and left out",
          answer.unreadable.size() == 1 ? "1 item is" : fmt::format("{} items are", answer.unreadable.size())));
  }

  std::vector<const Sample*> scanned(const model::EntityInfo& entity) {
    std::vector<const Sample*> out;
    const bool is_first = &entity == task_.entities.front().entity;
    for (const Sample* sample : context_.samples.of(entity))
      if (is_in(*sample, task_.index) && !has_expired(*sample, context_.now_ms) &&
          (!is_first || passes_filter(task_.naive, *sample)))
        out.push_back(sample);
    return out;
  }

  int place() const { return pattern_.operation == Operation::Scan ? task_.index : info_.plan.index; }

  // How many of the entity's items the answer has if there are enough of them.
  std::size_t most_of(const model::EntityInfo& entity) const {
    if (is_search()) return static_cast<std::size_t>(search_request().top_k);
    if (pattern_.operation == Operation::Scan || !task_.take) return SIZE_MAX;
    if (is_collection() && &entity == info_.entities.front() && load_request().members.front().single) return SIZE_MAX;
    return static_cast<std::size_t>(*task_.take);
  }

  void compare(const model::EntityInfo& entity, const std::vector<const Sample*>& expected, const Answer& answer) {
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
      if (pattern_.operation == Operation::Scan || is_search()) continue;
      if (compare_in_key(**sample, *expected[i], place(), info_.plan.bucket_field).value_or(0) != 0)
        wrong(fmt::format("item {} of {} is not in the order of the sort key", i + 1, entity.name));
    }
  }

  void compare_keys(const Answer& answer) {
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
    const int index =
        pattern_.operation == Operation::BatchGet || pattern_.operation == Operation::TransactGet ? kNone : place();
    for (std::size_t i = 0; i < sample.entity->fields.size(); ++i) {
      const model::FieldInfo& field = sample.entity->fields[i];
      const int at = static_cast<int>(i);
      if (field.attribute.empty() || !model::detail::holds_value(table, *sample.entity, index, at)) continue;
      if (is_search() && field.attribute == table.indexes[static_cast<std::size_t>(index)].vector.attribute) continue;
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
