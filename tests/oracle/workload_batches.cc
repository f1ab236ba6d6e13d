// Batches and transactions.
#include "workload.h"

namespace partita::test {

void Workload::batch_write(Database& database) {
  std::vector<WriteRequest> writes;
  std::vector<AttributeMap> puts, deletes;
  bool all_valid = true;
  for (const AttributeMap& key : dice_.keys(1 + dice_.below(8))) {
    if (dice_.one_in(3)) {
      deletes.push_back(key);
      writes.push_back({.delete_request = DeleteRequest{key}});
    } else {
      puts.push_back(dice_.item(key, dice_.one_in(4)));
      all_valid = all_valid && model_.is_valid(puts.back());
      writes.push_back({.put_request = PutRequest{puts.back()}});
    }
  }
  BatchWriteItemRequest request;
  request.request_items.emplace().emplace_back(kTable, std::move(writes));
  const auto result = database.batch_write_item(noted("BatchWriteItem", request));
  if (!all_valid) return expect_failure(result, ErrorCode::ValidationException);
  expect_success(result);
  expect(result->unprocessed_items.empty(), "there are UnprocessedItems");
  for (AttributeMap& item : puts) model_.put(std::move(item));
  for (const AttributeMap& key : deletes) model_.erase(Model::key_of(key));
}

void Workload::batch_get(Database& database) {
  KeysAndAttributes keys;
  keys.keys = dice_.keys(1 + dice_.below(20));
  BatchGetItemRequest request;
  request.request_items.emplace().emplace_back(kTable, keys);
  const auto result = database.batch_get_item(noted("BatchGetItem", request));
  expect_success(result);
  expect(result->unprocessed_keys.empty(), "there are UnprocessedKeys");
  expect(result->responses.size() == 1 && result->responses[0].first == kTable, "Responses is not of one table");
  std::vector<AttributeMap> expected, actual;
  for (const AttributeMap& key : *keys.keys)
    if (const AttributeMap* item = model_.find(Model::key_of(key))) expected.push_back(*item);
  for (const Item& item : result->responses[0].second) actual.push_back(item.to_map());
  expect_same(std::move(actual), std::move(expected), "Responses");
}

struct Workload::Member {
  TransactWriteItem write;
  std::string code = "None";
  std::optional<AttributeMap> after;  // absent: the item is deleted, or stays unchanged if `keeps`
  bool keeps = false;
};

namespace {

template <class Write>
Write with_condition(const AttributeMap& key, const Rules& rules, Placeholders& placeholders) {
  Write write;
  write.table_name = kTable;
  if constexpr (requires { write.key; }) write.key = key;
  write.condition_expression = text_of(rules, placeholders);
  return write;
}
template <class Write>
Write completed(Write write, const Placeholders& placeholders) {
  write.expression_attribute_names = placeholders.names();
  write.expression_attribute_values = placeholders.values();
  return write;
}

}  // namespace

Workload::Member Workload::member(const AttributeMap& key) {
  Member member;
  Rules rules = dice_.one_in(3) ? dice_.rules(1, true) : Rules{};
  const AttributeMap* before = model_.find(Model::key_of(key));
  Placeholders placeholders;
  switch (dice_.below(4)) {
    case 0: {
      member.after = dice_.item(key, false);
      auto put = with_condition<Put>(key, rules, placeholders);
      put.item = member.after;
      member.write.put = completed(std::move(put), placeholders);
      break;
    }
    case 1:
      member.write.delete_ = completed(with_condition<Delete>(key, rules, placeholders), placeholders);
      break;
    case 2: {
      const Actions actions = dice_.actions(false);
      auto update = with_condition<Update>(key, rules, placeholders);
      update.update_expression = text_of(actions, placeholders);
      member.keeps = Model::makes_no_item(before, actions);
      member.after = Model::updated(key, before, actions);
      if (!member.keeps && (!member.after || !model_.is_valid(*member.after))) member.code = "ValidationError";
      member.write.update = completed(std::move(update), placeholders);
      break;
    }
    default:
      if (rules.empty()) rules.push_back({before ? Rule::Kind::Exists : Rule::Kind::NotExists, "pk", {}});
      member.keeps = true;
      member.write.condition_check = completed(with_condition<ConditionCheck>(key, rules, placeholders), placeholders);
  }
  if (!Model::holds(rules, before)) member.code = "ConditionalCheckFailed";
  return member;
}

void Workload::transact_write(Database& database) {
  const std::vector<AttributeMap> keys = dice_.keys(1 + dice_.below(5));
  std::vector<Member> members;
  TransactWriteItemsRequest request;
  request.transact_items.emplace();
  bool cancelled = false;
  for (const AttributeMap& key : keys) {
    members.push_back(member(key));
    cancelled = cancelled || members.back().code != "None";
    request.transact_items->push_back(members.back().write);
  }
  const auto result = database.transact_write_items(noted("TransactWriteItems", request));
  if (cancelled) {
    expect_failure(result, ErrorCode::TransactionCanceledException);
    const auto& reasons = result.error().cancellation_reasons;
    expect(reasons.size() == members.size(), "CancellationReasons has another size");
    for (std::size_t i = 0; i < members.size(); ++i)
      expect(reasons[i].code == members[i].code,
             fmt::format("reason {} is {} but should be {}", i, reasons[i].code, members[i].code));
    return;
  }
  expect_success(result);
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (members[i].keeps) continue;
    if (members[i].after)
      model_.put(*members[i].after);
    else
      model_.erase(Model::key_of(keys[i]));
  }
}

void Workload::transact_get(Database& database) {
  const std::vector<AttributeMap> keys = dice_.keys(1 + dice_.below(6));
  TransactGetItemsRequest request;
  request.transact_items.emplace();
  for (const AttributeMap& key : keys) {
    Get get;
    get.table_name = kTable;
    get.key = key;
    request.transact_items->push_back({get});
  }
  const auto result = database.transact_get_items(noted("TransactGetItems", request));
  expect_success(result);
  expect(result->responses.size() == keys.size(), "Responses has another size");
  for (std::size_t i = 0; i < keys.size(); ++i)
    expect_same(result->responses[i].item, model_.find(Model::key_of(keys[i])), fmt::format("response {}", i));
}

}  // namespace partita::test
