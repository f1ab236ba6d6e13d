// explain_write() shows the request that write() would send first, from the same plan.
#include <partita/model/call.h>
#include <partita/model/runtime/pattern_reads.h>

#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "model/conditions/placeholders.h"
#include "model/copies/copy_requests.h"
#include "model/keys/compose.h"
#include "model/plan/kept_members.h"
#include "model/plan/needs_read.h"
#include "model/plan/write_plan.h"
#include "model/plan/write_rules.h"
#include "model/writes/transaction.h"
#include "protocol/codec.h"
#include "value/limits.h"

namespace partita::model {
namespace {

double blocks(std::int64_t bytes, std::size_t unit_bytes) {
  return std::max(std::ceil(static_cast<double>(bytes) / static_cast<double>(unit_bytes)), 1.0);
}

Result<WriteExplanation> explain_read(const Session& session, const WriteRequest& request, std::int64_t item_bytes) {
  GetItemRequest get;
  get.table_name = session.table_name(*request.table);
  PARTITA_TRY_VALUE(key, compose_primary(*request.entity, request.values));
  get.key = std::move(key);
  get.consistent_read = true;
  WriteExplanation explanation{.operation = "GetItem", .table = *get.table_name};
  explanation.capacity_units = blocks(item_bytes, limits::kReadUnitBytes);
  protocol::encode_request(get, explanation.request_json);
  return explanation;
}

// The first read of a write that concerns copies: that of a source, or of the items that have its copies. A source is
// also read if the write does not tell what is copied.
Result<std::optional<WriteExplanation>> explain_copies(const std::shared_ptr<Session>& session,
                                                       const WriteRequest& request, std::int64_t item_bytes) {
  for (const CopyInfo& copy : session->copies()) {
    if (!is_holder(copy, *request.table, *request.entity) || !refers_anew(request, copy)) continue;
    PARTITA_TRY_VALUE(references, references_after(request, copy));
    const auto source = source_of(copy, references);
    if (!source) continue;
    WriteRequest read{};
    read.table = copy.source_table;
    read.entity = copy.source;
    read.values = *source;
    PARTITA_TRY_VALUE(explanation, explain_read(*session, read, item_bytes));
    return std::optional(std::move(explanation));
  }
  const auto spreads = [&](const CopyInfo& copy) {
    return !copy.followed && is_source(copy, *request.table, *request.entity) && changes_source(request, copy);
  };
  for (const CopyInfo& copy : session->copies()) {
    if (!spreads(copy) || !follows_from_stored(request, copy)) continue;
    PARTITA_TRY_VALUE(explanation, explain_read(*session, request, item_bytes));
    return std::optional(std::move(explanation));
  }
  for (const CopyInfo& copy : session->copies()) {
    if (!spreads(copy)) continue;
    ReadRequest find{.pattern = copy.find, .values = references_to(copy, written_item(request)), .expired_too = true};
    PARTITA_TRY_VALUE(read, explain(session, find, item_bytes));
    return std::optional(WriteExplanation{.operation = std::move(read.operation),
                                          .table = std::move(read.table),
                                          .capacity_units = read.capacity_units,
                                          .request_json = std::move(read.request_json)});
  }
  return std::optional<WriteExplanation>();
}

void add_request(const WriteAction& action, std::string table, WriteExplanation& explanation) {
  switch (action.kind) {
    case WriteAction::Kind::Put:
      explanation.operation = "PutItem";
      return protocol::encode_request(put_item_request(action, std::move(table)), explanation.request_json);
    case WriteAction::Kind::Update:
      explanation.operation = "UpdateItem";
      return protocol::encode_request(update_item_request(action, std::move(table)), explanation.request_json);
    case WriteAction::Kind::Delete:
      explanation.operation = "DeleteItem";
      return protocol::encode_request(delete_item_request(action, std::move(table)), explanation.request_json);
    case WriteAction::Kind::Check:
      return;
  }
}

}  // namespace

Result<WriteExplanation> explain_write(const std::shared_ptr<Session>& session, const WriteRequest& said,
                                       std::int64_t item_bytes) {
  if (!session) return detail::call_was_moved();
  PARTITA_TRY(check_write(said));
  PARTITA_TRY(check_kept_members(said));
  PARTITA_TRY_VALUE(of_copies, explain_copies(session, said, item_bytes));
  if (of_copies) return *std::move(of_copies);
  WriteRequest request = said;
  PARTITA_TRY(add_kept_members(request, session->now_ms()));
  if (reads_before_write(request)) return explain_read(*session, request, item_bytes);
  PARTITA_TRY_VALUE(plan, plan_write(request, nullptr, random_id(*session)));
  const WriteAction& first = plan.actions.front();
  WriteExplanation explanation{.table = session->table_name(*first.table),
                               .actions = static_cast<int>(plan.actions.size())};
  const Placeholders placeholders(first.names, first.values);
  explanation.update = placeholders.spell_out(first.update);
  explanation.condition = placeholders.spell_out(first.condition);
  // A transaction costs twice as much, because it prepares and commits each action.
  const double times = explanation.actions > 1 ? 2.0 * explanation.actions : 1.0;
  explanation.capacity_units = times * blocks(item_bytes, limits::kWriteUnitBytes);
  if (explanation.actions == 1) {
    add_request(first, explanation.table, explanation);
  } else {
    explanation.operation = "TransactWriteItems";
    protocol::encode_request(transaction_request(*session, plan.actions), explanation.request_json);
  }
  return explanation;
}

}  // namespace partita::model
