#include "modelling/docs/pattern_requests.h"

#include <fmt/format.h>
#include <partita/model/export_model.h>

#include <algorithm>
#include <cmath>

#include "base/contains.h"
#include "model/reads/key_range.h"
#include "modelling/docs/value_text.h"
#include "value/limits.h"

namespace partita::modelling::docs {
namespace {

constexpr double kUnitsOfPage = limits::kPageBytes / double{limits::kReadUnitBytes};  // if it is read consistently

std::string bucket_of(const model::PatternInfo& pattern) {
  const model::EntityInfo& entity = *pattern.entities.front();
  const model::EntityKey* key = model::find_key(entity, pattern.plan.index);
  if (key)
    for (const model::KeyAttribute& attribute : key->partition)
      for (const model::KeyPart& part : attribute.value.parts) {
        if (part.field != pattern.plan.bucket_field) continue;
        switch (part.format) {
          case model::KeyFormat::Year:
            return "year";
          case model::KeyFormat::Month:
            return "month";
          case model::KeyFormat::Day:
            return "day";
          case model::KeyFormat::Hour:
            return "hour";
          default:
            break;
        }
      }
  return "partition";
}

std::string in_requests(double items, double most, const std::string& request) {
  const double count = std::max(1.0, std::ceil(items / most));
  return count == 1 ? "one " + request : fmt::format("{} {}s", amount_text(count), request);
}

bool writes_sentinels(const Entity& entity, const Action& action) {
  if (entity.unique.empty() || action.kind == Action::Kind::Check) return false;
  if (action.kind != Action::Kind::Update) return true;
  return std::any_of(entity.unique.begin(), entity.unique.end(), [&](const std::vector<std::string>& fields) {
    return std::any_of(fields.begin(), fields.end(),
                       [&](const std::string& field) { return base::contains(action.set, field); });
  });
}

std::string request_of(const Proof& proof, const Pattern& pattern) {
  const Action& action = pattern.actions.front();
  const Table* table = action.table.empty() ? proof.model().table_of(action.entity) : proof.model().table(action.table);
  const Entity* entity = table ? table->entity(action.entity) : nullptr;
  std::string request = action.kind == Action::Kind::Update   ? "UpdateItem"
                        : action.kind == Action::Kind::Delete ? "DeleteItem"
                                                              : "PutItem";
  if (entity && writes_sentinels(*entity, action)) request = "TransactWriteItems";
  return (action.read_first ? "one GetItem, then one " : "one ") + request;
}

}  // namespace

std::string requests_of_read(const ProvenPattern& pattern, std::optional<double> units) {
  const model::Plan& plan = pattern.info.plan;
  if (plan.operation == model::PlanOperation::GetItem) return "one GetItem";
  if (plan.operation == model::PlanOperation::Search) return "one SearchVectors";
  const int parallel = model::request_count(pattern.info);
  std::string text = parallel > 1 ? fmt::format("{} parallel Queries", parallel) : "one Query";
  if (plan.bucket_field != model::kNone) return fmt::format("{} for each {}", text, bucket_of(pattern.info));
  if (!units) return parallel > 1 ? text + ", page by page" : "Query, page by page";
  const double pages = std::ceil(*units / parallel / (kUnitsOfPage * (plan.consistent ? 1 : 0.5)));
  if (pages <= 1) return parallel > 1 ? text : "one Query page";
  return fmt::format("{}{} pages one after the other", parallel > 1 ? text + " of " : "Query of ", amount_text(pages));
}

std::string requests_of_call(const Proof& proof, const Pattern& pattern) {
  double items = 0;
  for (const Action& action : pattern.actions) items += action.items;
  switch (pattern.operation) {
    case PatternOperation::Scan:
      return "Scan of all items, page by page";
    case PatternOperation::BatchGet:
      return in_requests(pattern.items.value_or(1), limits::kBatchGetKeys, "BatchGetItem");
    case PatternOperation::TransactGet:
      return "one TransactGetItems";
    case PatternOperation::BatchWrite:
      return in_requests(items, limits::kBatchWriteItems, "BatchWriteItem");
    case PatternOperation::TransactWrite:
      return "one TransactWriteItems";
    default:
      return pattern.actions.empty() ? std::string() : request_of(proof, pattern);
  }
}

std::optional<double> items_of(const ProvenPattern& pattern) {
  const Pattern& declared = *pattern.declared;
  if (!declared.actions.empty()) {
    double items = 0;
    for (const Action& action : declared.actions) items += action.items;
    return items;
  }
  if (declared.items) return declared.items;
  if (pattern.served() && pattern.info.plan.operation == model::PlanOperation::GetItem) return 1;
  return declared.limit;
}

}  // namespace partita::modelling::docs
