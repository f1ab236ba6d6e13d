// explain() shows the request that read() would send first, from the same preparation.
#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "base/try.h"
#include "model/conditions/placeholders.h"
#include "model/core/spell.h"
#include "model/reads/read_round.h"
#include "protocol/codec.h"
#include "value/limits.h"

namespace partita::model {
namespace {

// By "Provisioned capacity mode" in the developer guide the sizes of a page's items are added up, then rounded up to 4
// KB. An eventually consistent read costs half of that.
double read_units(std::int64_t bytes, bool consistent) {
  const double blocks = std::ceil(static_cast<double>(bytes) / static_cast<double>(limits::kReadUnitBytes));
  return (consistent ? 1.0 : 0.5) * std::max(blocks, 1.0);
}

Explanation explain_get(const PreparedRead& prepared, std::int64_t item_bytes) {
  const GetItemRequest request = get_request(prepared);
  Explanation explanation{.operation = "GetItem", .table = *request.table_name};
  for (const Attribute& attribute : *request.key)
    explanation.key_condition +=
        (explanation.key_condition.empty() ? "" : " AND ") + attribute.name + " = " + spell(attribute.value);
  explanation.capacity_units = read_units(item_bytes, prepared.consistent());
  protocol::encode_request(request, explanation.request_json);
  return explanation;
}

Explanation explain_query(const PreparedRead& prepared, std::int64_t item_bytes) {
  const ShardMerge merge(prepared);
  const std::vector<QueryRequest> requests = round_requests(prepared, merge, merge.dry(), {});
  PARTITA_CHECK(!requests.empty());
  const QueryRequest& first = requests.front();
  Explanation explanation{
      .operation = "Query", .table = *first.table_name, .index = first.index_name.value_or(std::string())};
  const Placeholders placeholders(first.expression_attribute_names, first.expression_attribute_values);
  explanation.key_condition = placeholders.spell_out(*first.key_condition_expression);
  if (first.filter_expression) explanation.filter = placeholders.spell_out(*first.filter_expression);
  explanation.requests = static_cast<int>(requests.size());
  const auto page = static_cast<std::int64_t>(limits::kPageBytes);
  const std::int64_t bytes =
      first.limit && *first.limit < page / std::max<std::int64_t>(item_bytes, 1) ? *first.limit * item_bytes : page;
  explanation.capacity_units = explanation.requests * read_units(bytes, first.consistent_read.value_or(false));
  protocol::encode_request(first, explanation.request_json);
  return explanation;
}

}  // namespace

Result<Explanation> explain(const std::shared_ptr<Session>& session, const ReadRequest& request,
                            std::int64_t item_bytes) {
  PARTITA_TRY_VALUE(prepared, prepare_read(*session, kept_by_caller(request)));
  return prepared.item_key ? explain_get(prepared, item_bytes) : explain_query(prepared, item_bytes);
}

}  // namespace partita::model
