#include "modelling/run/task_read.h"

#include <fmt/format.h>
#include <partita/model/runtime/item_reads.h>

#include <algorithm>
#include <map>

#include "base/contains.h"

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

}  // namespace

TaskRead::TaskRead(const ReadTask& task) : task_(task), pattern_(*task.pattern->declared), info_(task.pattern->info) {}

model::ReadRequest TaskRead::read_request() const {
  model::ReadRequest request{.pattern = &info_, .values = task_.naive.by};
  if (task_.naive.range) request.range = sort_range(*task_.naive.range);
  request.take = task_.take;
  if (!is_collection()) request.filter = filter_predicate(*info_.entities.front(), task_.naive);
  return request;
}

model::LoadRequest TaskRead::load_request() const {
  model::LoadRequest request{.read = read_request()};
  const model::EntityInfo& first = *info_.entities.front();
  const std::vector<model::FieldPosition> key = primary_fields(first);
  for (const model::EntityInfo* entity : info_.entities) request.members.push_back({.entity = entity});
  request.members.front().single =
      std::all_of(key.begin(), key.end(), [&](model::FieldPosition field) { return base::contains(info_.by, field); });
  if (!task_.naive.filter.empty())
    request.members.front().filters.push_back({&first, filter_predicate(first, task_.naive)});
  return request;
}

model::SearchRead TaskRead::search_request() const {
  return {.pattern = &info_,
          .values = task_.naive.by,
          .vector = task_.vector,
          .top_k = std::clamp<std::int64_t>(task_.take.value_or(10), 1, 100)};
}

bool TaskRead::has_plan() const {
  return pattern_.operation == PatternOperation::Read || pattern_.operation == PatternOperation::Search;
}

Result<model::Explanation> TaskRead::explain(const std::shared_ptr<model::Session>& session) const {
  if (is_search()) return model::explain_search(session, search_request());
  return is_collection() ? model::explain(session, load_request()) : model::explain(session, read_request());
}

void TaskRead::explain(const std::shared_ptr<model::Session>& session, PatternRun& out) const {
  if (task_.index != kNone) out.index = task_.entities.front().table->info->at(task_.index).name;
  if (!has_plan()) return;
  out.backward = !info_.plan.forward && info_.plan.operation == model::PlanOperation::Query;
  const auto explained = explain(session);
  if (!explained) return;
  out.index = explained->index;
  out.key_condition = explained->key_condition;
  out.filter = explained->filter;
}

void show(const ReadAnswer& answer, PatternRun& out) {
  for (const model::Row& row : answer.rows)
    out.items.push_back({row.entity ? std::string(row.entity->name) : std::string(),
                         row.entity ? by_field_name(*row.entity, row.attributes()) : row.attributes()});
  if (!answer.unreadable.empty())
    out.notes.push_back(fmt::format(
        "{} of other entities read too and left out",
        answer.unreadable.size() == 1 ? "1 item is" : fmt::format("{} items are", answer.unreadable.size())));
}

Result<ReadAnswer> TaskRead::send(const std::shared_ptr<model::Session>& session) const {
  switch (pattern_.operation) {
    case PatternOperation::Scan:
      return scan(session);
    case PatternOperation::BatchGet:
    case PatternOperation::TransactGet:
      return get(session);
    default:
      break;
  }
  return is_search() ? search(session) : read(session);
}

Result<ReadAnswer> TaskRead::read(const std::shared_ptr<model::Session>& session) const {
  auto page = answer_of<model::RowPage>([&](model::Done<model::RowPage> done) {
    if (is_collection())
      model::load(session, model::Mode::Wait, load_request(), std::move(done));
    else
      model::read(session, model::Mode::Wait, read_request(), std::move(done));
  });
  if (!page) return unexpected(std::move(page.error()));
  return ReadAnswer{std::move(page->rows), std::move(page->unreadable), page->cost.stale};
}

Result<ReadAnswer> TaskRead::search(const std::shared_ptr<model::Session>& session) const {
  auto found = answer_of<model::ScoredRows>([&](model::Done<model::ScoredRows> done) {
    model::search(session, model::Mode::Wait, search_request(), std::move(done));
  });
  if (!found) return unexpected(std::move(found.error()));
  return ReadAnswer{std::move(found->rows), std::move(found->unreadable), found->cost.stale};
}

Result<ReadAnswer> TaskRead::scan(const std::shared_ptr<model::Session>& session) const {
  ReadAnswer answer;
  const FoundEntity& first = task_.entities.front();
  const auto keep = [&](std::vector<model::Row> rows) {
    std::move(rows.begin(), rows.end(), std::back_inserter(answer.rows));
  };
  for (const FoundEntity& found : task_.entities) {
    model::ScanRead what{.table = found.table->info, .entity = found.entity, .index = task_.index};
    if (found.entity == first.entity) what.filter = filter_predicate(*first.entity, task_.naive);
    if (task_.take) {
      what.take = *task_.take - std::ssize(answer.rows);
      if (*what.take == 0) break;
      auto page = answer_of<model::RowPage>([&](model::Done<model::RowPage> done) {
        model::scan_page(session, model::Mode::Wait, what, std::move(done));
      });
      if (!page) return unexpected(std::move(page.error()));
      keep(std::move(page->rows));
      answer.stale += page->cost.stale;
      continue;
    }
    auto cost = answer_of<model::Cost>([&](model::Done<model::Cost> done) {
      model::scan(
          session, model::Mode::Wait, what,
          [&](model::RowPage page) {
            keep(std::move(page.rows));
            return true;
          },
          std::move(done));
    });
    if (!cost) return unexpected(std::move(cost.error()));
    answer.stale += cost->stale;
  }
  return answer;
}

Result<ReadAnswer> TaskRead::get(const std::shared_ptr<model::Session>& session) const {
  std::vector<model::GetRequest> requests;
  for (const Sample& sample : task_.keys) requests.push_back({sample.table->info, sample.entity, sample.key()});
  auto got = answer_of<model::BatchRows>([&](model::Done<model::BatchRows> done) {
    if (pattern_.operation == PatternOperation::TransactGet)
      model::transact_get(session, model::Mode::Wait, std::move(requests), std::move(done));
    else
      model::batch_get(session, model::Mode::Wait, std::move(requests), pattern_.consistent, std::move(done));
  });
  if (!got) return unexpected(std::move(got.error()));
  ReadAnswer answer{.unreadable = std::move(got->unreadable)};
  for (std::optional<model::Row>& row : got->rows)
    if (row) answer.rows.push_back(std::move(*row));
  return answer;
}

}  // namespace partita::modelling::run
