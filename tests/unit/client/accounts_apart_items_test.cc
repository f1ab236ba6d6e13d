// The operations on items, transactions, streams and statements (accounts_apart.h).
#include "unit/client/accounts_apart.h"

namespace partita {
namespace accounts_apart {

// ---- items

void AccountsApart::try_put_item() {
  PutItemRequest request;
  request.item = item("changed");
  refuse_hers(request, &Database::put_item);
  request.table_name = "shop";
  ASSERT_TRUE(bob_->put_item(request));
  EXPECT_EQ(owner_of(*bob_, "shop"), "changed");
}

void AccountsApart::try_get_item() {
  GetItemRequest request;
  request.key = key();
  refuse_hers(request, &Database::get_item);
  EXPECT_EQ(owner_of(*bob_, "shop"), "bob");
  EXPECT_EQ(owner_of(*alice_, "shop"), "alice");
}

void AccountsApart::try_update_item() {
  UpdateItemRequest request;
  request.key = key();
  request.update_expression = "SET #o = :o";
  request.expression_attribute_names = {{{"#o", "owner"}}};
  request.expression_attribute_values = AttributeMap{{":o", "changed"}};
  refuse_hers(request, &Database::update_item);
  request.table_name = "shop";
  ASSERT_TRUE(bob_->update_item(request));
  EXPECT_EQ(owner_of(*bob_, "shop"), "changed");
}

void AccountsApart::try_delete_item() {
  DeleteItemRequest request;
  request.key = key();
  refuse_hers(request, &Database::delete_item);
  request.table_name = "shop";
  ASSERT_TRUE(bob_->delete_item(request));
  EXPECT_EQ(owner_of(*bob_, "shop"), "nobody");
}

void AccountsApart::try_batch_get_item() {
  const auto get = [&](const std::string& name) {
    BatchGetItemRequest request;
    request.request_items.emplace().emplace_back(name, KeysAndAttributes{.keys = {{key()}}});
    return bob_->batch_get_item(request);
  };
  expect(get("hers"), ErrorCode::ResourceNotFoundException);
  expect(get(as_bobs(arn("hers"))), ErrorCode::ResourceNotFoundException);
  for (const char* name : {"hers", "shop"}) expect(get(arn(name)), ErrorCode::AccessDeniedException);
  EXPECT_EQ(get("shop").value().responses.front().second.front().to_map().find("owner")->s(), "bob");
}

void AccountsApart::try_batch_write_item() {
  const auto write = [&](const std::string& name) {
    BatchWriteItemRequest request;
    request.request_items.emplace().emplace_back(
        name, std::vector<WriteRequest>{{.put_request = PutRequest{.item = item("changed")}}});
    return bob_->batch_write_item(request);
  };
  expect(write("hers"), ErrorCode::ResourceNotFoundException);
  expect(write(as_bobs(arn("hers"))), ErrorCode::ResourceNotFoundException);
  for (const char* name : {"hers", "shop"}) expect(write(arn(name)), ErrorCode::AccessDeniedException);
  EXPECT_TRUE(write("shop"));
}

void AccountsApart::try_query() {
  QueryRequest request;
  request.key_condition_expression = "id = :id";
  request.expression_attribute_values = AttributeMap{{":id", "1"}};
  refuse_hers(request, &Database::query);
  request.table_name = "shop";
  EXPECT_EQ(bob_->query(request).value().items.value().front().to_map().find("owner")->s(), "bob");
}

void AccountsApart::try_scan() {
  refuse_hers(ScanRequest{}, &Database::scan);
  // A key is only a place in a table's order, and the table is the caller's.
  const auto first = alice_->scan({.table_name = "shop", .limit = 1}).value();
  ASSERT_TRUE(first.last_evaluated_key);
  const auto rest = bob_->scan({.table_name = "shop", .exclusive_start_key = first.last_evaluated_key}).value();
  EXPECT_EQ(rest.items.value().size(), 2u);
  for (const Item& row : *rest.items) EXPECT_EQ(row.to_map().find("owner")->s(), "bob");
}

void AccountsApart::try_hash_items() {
  HashItemsRequest request{.hash_key = AttributeValue::binary("0123456789abcdef"), .part_count = 1};
  refuse_hers(request, &Database::hash_items);
  request.table_name = "shop";
  const auto hers = alice_->hash_items(request).value(), his = bob_->hash_items(request).value();
  EXPECT_EQ(his.scanned_count, 3);
  EXPECT_NE(his.part_sums, hers.part_sums);
}

void AccountsApart::try_search_vectors() {
  SearchVectorsRequest request;
  request.index_name = "near";
  request.search_vector = AttributeValue::List{1, 2};
  request.top_k = 10;
  refuse_hers(request, &Database::search_vectors);
  request.table_name = "shop";
  const auto found = bob_->search_vectors(request);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(found->search_results.size(), 3u);
  for (const SearchResultItem& result : found->search_results)
    EXPECT_EQ(result.item.to_map().find("owner")->s(), "bob");
}

// ---- transactions

void AccountsApart::try_transact_write_items() {
  const auto write = [&](Database& database, const std::string& name, const std::string& owner,
                         const OptionalString& token = {}) {
    return database.transact_write_items(
        {.transact_items = {{{.put = Put{.item = item(owner), .table_name = name}}}}, .client_request_token = token});
  };
  expect(write(*bob_, "hers", "changed"), ErrorCode::ResourceNotFoundException);
  expect(write(*bob_, as_bobs(arn("hers")), "changed"), ErrorCode::ResourceNotFoundException);
  for (const char* name : {"hers", "shop"}) EXPECT_FALSE(write(*bob_, arn(name), "changed"));
  // Alice's token does not keep Bob from using the same text.
  ASSERT_TRUE(write(*alice_, "shop", "alice", "token"));
  ASSERT_TRUE(write(*bob_, "shop", "changed", "token"));
  EXPECT_EQ(owner_of(*bob_, "shop"), "changed");
  before_ = all_of_alice();  // with Alice's own record
  EXPECT_EQ(owner_of(*alice_, "shop"), "alice");
}

void AccountsApart::try_transact_get_items() {
  const auto get = [&](const std::string& name) {
    return bob_->transact_get_items({.transact_items = {{{.get = Get{.key = key(), .table_name = name}}}}});
  };
  expect(get("hers"), ErrorCode::ResourceNotFoundException);
  expect(get(as_bobs(arn("hers"))), ErrorCode::ResourceNotFoundException);
  for (const char* name : {"hers", "shop"}) EXPECT_FALSE(get(arn(name)));
  EXPECT_EQ(get("shop").value().responses.front().item->to_map().find("owner")->s(), "bob");
}

// ---- streams

void AccountsApart::try_list_streams() {
  const auto listed = bob_->list_streams({}).value().streams;
  ASSERT_EQ(listed.size(), 1u);
  EXPECT_EQ(listed.front().stream_arn->find(as_bobs(arn("shop"))), 0u);
  EXPECT_TRUE(bob_->list_streams({.table_name = "hers"}).value().streams.empty());
  expect(bob_->list_streams({.table_name = arn("hers")}), ErrorCode::AccessDeniedException);
  expect(bob_->list_streams({.exclusive_start_stream_arn = stream_arn()}), ErrorCode::ResourceNotFoundException);
}

void AccountsApart::try_describe_stream() {
  expect(bob_->describe_stream({.stream_arn = stream_arn()}), ErrorCode::ResourceNotFoundException);
  expect(bob_->describe_stream({.stream_arn = as_bobs(stream_arn())}), ErrorCode::ResourceNotFoundException);
}

void AccountsApart::try_get_shard_iterator() {
  const auto shards = alice_->describe_stream({.stream_arn = stream_arn()}).value().stream_description.shards.value();
  for (const std::string& stream : {stream_arn(), as_bobs(stream_arn())})
    expect(bob_->get_shard_iterator({.stream_arn = stream,
                                     .shard_id = shards.front().shard_id,
                                     .shard_iterator_type = ShardIteratorType::TrimHorizon}),
           ErrorCode::ResourceNotFoundException);
}

void AccountsApart::try_get_records() {
  for (const char* name : {"hers", "shop"}) {
    const std::string iterator = iterator_of(*alice_, name);
    expect(bob_->get_records({.shard_iterator = iterator}), ErrorCode::ResourceNotFoundException);
    expect(bob_->get_records({.shard_iterator = as_bobs(iterator)}), ErrorCode::ResourceNotFoundException);
  }
  const auto records = bob_->get_records({.shard_iterator = iterator_of(*bob_, "shop")}).value().records;
  ASSERT_EQ(records.size(), 3u);
  for (const Record& record : records) EXPECT_EQ(record.dynamodb->new_image->to_map().find("owner")->s(), "bob");
}

void AccountsApart::try_roll_stream() {
  refuse_hers(RollStreamRequest{}, &Database::roll_stream);
  EXPECT_EQ(bob_->roll_stream({.table_name = "shop"}).value().stream_arn->find(as_bobs(arn("shop"))), 0u);
}

// ---- statements

void AccountsApart::try_execute_statement() {
  const auto execute = [&](const std::string& text) { return bob_->execute_statement({.statement = text}); };
  expect(execute("SELECT * FROM hers"), ErrorCode::ResourceNotFoundException);
  expect(execute("UPDATE hers SET owner = 'changed' WHERE id = '1'"), ErrorCode::ResourceNotFoundException);
  EXPECT_FALSE(execute("SELECT * FROM \"" + arn("hers") + "\""));
  ASSERT_TRUE(execute("UPDATE shop SET owner = 'changed' WHERE id = '1'"));
  EXPECT_EQ(owner_of(*bob_, "shop"), "changed");
  const ExecuteStatementRequest page{.statement = "SELECT * FROM shop", .limit = 1};
  ExecuteStatementRequest next = page;
  next.next_token = alice_->execute_statement(page).value().next_token;
  ASSERT_TRUE(next.next_token);
  ASSERT_TRUE(alice_->execute_statement(next));
  expect(bob_->execute_statement(next), ErrorCode::ValidationException);
}

void AccountsApart::try_batch_execute_statement() {
  const auto execute = [&](const std::string& text) {
    return bob_->batch_execute_statement({.statements = {{{.statement = text}}}}).value().responses.front();
  };
  for (const char* text : {"SELECT * FROM hers WHERE id = '1'", "DELETE FROM hers WHERE id = '1'"}) {
    const auto answer = execute(text);
    ASSERT_TRUE(answer.error) << text;
    EXPECT_EQ(answer.error->code, "ResourceNotFound");
    EXPECT_FALSE(answer.item);
  }
  EXPECT_EQ(execute("SELECT * FROM shop WHERE id = '1'").item->to_map().find("owner")->s(), "bob");
  EXPECT_FALSE(execute("DELETE FROM shop WHERE id = '1'").error);
}

void AccountsApart::try_execute_transaction() {
  const auto execute = [&](Database& database, const std::string& text, const OptionalString& token = {}) {
    return database.execute_transaction(
        {.transact_statements = {{{.statement = text}}}, .client_request_token = token});
  };
  EXPECT_FALSE(execute(*bob_, "SELECT * FROM hers WHERE id = '1'"));
  EXPECT_FALSE(execute(*bob_, "DELETE FROM hers WHERE id = '1'"));
  ASSERT_TRUE(execute(*alice_, "UPDATE shop SET owner = 'alice' WHERE id = '1'", "token"));
  ASSERT_TRUE(execute(*bob_, "UPDATE shop SET owner = 'changed' WHERE id = '1'", "token"));
  EXPECT_EQ(owner_of(*bob_, "shop"), "changed");
  before_ = all_of_alice();  // perhaps with Alice's own record
  EXPECT_EQ(owner_of(*alice_, "shop"), "alice");
}

}  // namespace accounts_apart
}  // namespace partita
