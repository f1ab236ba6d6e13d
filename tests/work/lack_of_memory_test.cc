// Runs each operation with each of its allocations failing. The operation must return an error or succeed, never do
// half of its work, and the next operation must succeed.
//
// The store's allocations do not fail, because RocksDB does not promise to survive that.
#include "base/lack_of_memory.h"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/asio.hpp>
#include <functional>
#include <future>
#include <optional>
#include <set>
#include <thread>

#include "catalog/catalog.h"
#include "catalog/record.h"
#include "engine/commit/item_locks.h"
#include "engine/jobs/locked_items.h"
#include "engine/jobs/verify.h"
#include "engine/threads/executor.h"
#include "protocol/codec.h"
#include "server/memory/handler_memory.h"
#include "server/server.h"
#include "storage/memory/memory_store.h"
#include "support/requests.h"
#include "unit/server/fake_database.h"
#include "work/counted_database.h"
#include "work/http_path.h"
#include "work/traced_store.h"

namespace partita::work {
namespace lack_of_memory_test {

using Which = FailingAllocations::Which;

class LackOfMemory : public testing::Test {
 protected:
  LackOfMemory() {
    auto table = test::create_request("items", "pk:S", "sk:S");
    must(database().create_table(table));
    fill(database(), "items", "p", 20);
  }

  client::EmbeddedDatabase& database() { return counted_.database(); }

  // The stored items, without the database's own records.
  std::string stored() {
    std::string json;
    protocol::encode_response(must(database().scan(ScanRequest{.table_name = "items"})), json);
    return json;
  }

  void expect_sound() {
    const auto report = engine::verify(database().engine().context(), [](std::uint64_t) {});
    ASSERT_TRUE(report);
    EXPECT_EQ(report->finding_count, 0u) << (report->findings.empty() ? "" : report->findings.front());
  }

  // Runs `operation`, which returns its error, with its first allocation failing, then its second, and so on, until no
  // allocation fails. `before` restores the stored items.
  void try_all(const std::string& name, const std::function<std::optional<Error>()>& operation,
               const std::function<void()>& before) {
    for (const Which which : {Which::One, Which::AllFromThere}) {
      std::uint64_t failures = 0;
      for (std::uint64_t first = 1;; ++first) {
        before();
        const std::string old = stored();
        std::optional<Error> error;
        bool struck = false;
        {
          const FailingAllocations failing(first, which);
          error = operation();
          struck = failing.struck();
        }
        if (!struck) {
          ASSERT_FALSE(error) << name << ": " << error->message;
          break;
        }
        if (error) {
          ++failures;
          ASSERT_EQ(error->code, ErrorCode::InternalServerError) << name << " " << first << ": " << error->message;
        }
        const std::string now = stored();
        // The last run, in which no allocation fails, shows the result of a whole write.
        if (now != old) written_.insert(now);
        ASSERT_LT(first, 10'000u);
      }
      EXPECT_GT(failures, 0u) << name;
      EXPECT_LE(written_.size(), 1u) << name << " was carried out by half";
      written_.clear();
    }
    expect_sound();
  }

  template <class Request, class Response>
  void try_all(
      const std::string& name, Result<Response> (Database::*operation)(Request), const Request& request,
      const std::function<void()>& before = [] {}) {
    try_all(
        name,
        [&]() -> std::optional<Error> {
          Request copy;
          {
            const Spared ours;
            copy = request;
          }
          const auto response = (database().*operation)(std::move(copy));
          return response ? std::nullopt : std::optional(response.error());
        },
        before);
  }

  CountedDatabase counted_;
  std::set<std::string> written_;
};

// This also holds if the task's own thread cannot be started and another thread takes the task.
TEST(LackOfMemoryForATask, a_task_runs_once_or_the_poster_knows_that_it_never_does) {
  bool struck = true;
  for (std::uint64_t first = 1; struck; ++first) {
    engine::Executor executor(2);
    std::promise<void> busy;
    executor.post([&] { busy.get_future().wait(); });
    while (executor.queued() > 0) std::this_thread::yield();
    std::atomic<int> runs = 0;
    bool posted = false;
    {
      const FailingAllocations failing(first, Which::One);
      posted = base::had_memory_for([&] { executor.post([&runs] { ++runs; }); });
      struck = failing.struck();
    }
    busy.set_value();
    executor.stop();
    EXPECT_EQ(runs, posted ? 1 : 0) << first;
  }
}

// Many more locks than are kept spare, each with the first allocations that it needs failing in turn.
TEST(LackOfMemoryOfItemLocks, a_lock_is_got_or_refused_however_many_are_held) {
  class Writer final : public engine::LockSet {
   public:
    explicit Writer(std::string key) : key_(std::move(key)) { add_lock(key_); }

   private:
    void all_held() override {}
    const std::string key_;
  };
  engine::Executor handovers(1);
  engine::ItemLocks locks(handovers);
  std::vector<std::unique_ptr<Writer>> writers;
  std::uint64_t refusals = 0;
  for (int i = 0; i < 40'000; ++i) {
    writers.push_back(std::make_unique<Writer>("table key " + std::to_string(i)));
    bool held = false;
    for (std::uint64_t first = 1; !held; ++first) {
      const FailingAllocations failing(first, Which::One);
      held = base::had_memory_for([&] { ASSERT_TRUE(locks.acquire(*writers.back())); });
      refusals += held ? 0 : 1;
    }
    ASSERT_EQ(locks.statistics().entries, writers.size());
  }
  EXPECT_GE(refusals, writers.size());
  for (const auto& writer : writers) locks.release(*writer);
  EXPECT_EQ(locks.statistics().entries, 0u);
}

// The catalog must show exactly its stored tables, at once and not only after it is opened again.
TEST(LackOfMemoryOfTheCatalog, a_change_is_written_and_seen_or_neither) {
  const auto store =
      std::make_unique<TracedStore>(storage::make_memory_store(), std::make_shared<TracedStore::Trace>());
  catalog::Catalog catalog(*store, storage::Store::Sync::No);
  ASSERT_TRUE(catalog.load());
  const auto shown = [](const catalog::Catalog& from) {
    std::string all;
    for (const catalog::TablePtr& table : from.tables())
      all += std::to_string(table->id) + " " + catalog::encode_table(*table) + "\n";
    return all;
  };
  const auto table_called = [](const std::string& name) {
    catalog::TableInfo table;
    table.name = name;
    table.uuid = "a uuid of some length";
    table.keys.partition = {{"pk", ScalarAttributeType::S}};
    return table;
  };
  const keys::TableId kept = catalog.add(table_called("kept, with a name that takes memory"))->get()->id;
  const auto first_id = [&] { return catalog.tables().front()->id; };
  const std::vector<std::function<void()>> changes = {
      [&] { (void)catalog.add(table_called("added, with a name that takes memory")); },
      [&] {
        (void)catalog.update(kept, [](catalog::TableInfo& table) -> Result<void> {
          table.deletion_protection = !table.deletion_protection;
          return {};
        });
      },
      [&] { (void)catalog.remove(first_id()); },
  };
  for (std::size_t which = 0; which < changes.size(); ++which) {
    bool struck = true;
    for (std::uint64_t first = 1; struck; ++first) {
      const catalog::TablePtr held = catalog.find(kept);  // so the catalog must note the table that it replaces
      {
        const FailingAllocations failing(first, Which::One);
        (void)base::had_memory_for(changes[which]);
        struck = failing.struck();
      }
      catalog::Catalog again(*store, storage::Store::Sync::No);
      ASSERT_TRUE(again.load());
      ASSERT_EQ(shown(catalog), shown(again)) << "change " << which << ", allocation " << first;
      if (which == 2 && catalog.tables().size() < 2) {
        ASSERT_TRUE(catalog.add(table_called("a")));
      }
    }
  }
}

// A request whose answer comes from another thread must get an answer.
TEST(LackOfMemoryOfALoop, an_answer_from_another_thread_arrives) {
  server::FakeDatabase fake;
  std::promise<Completion<GetItemResponse>> asked;
  fake.on_get_item = [&](GetItemRequest, Completion<GetItemResponse> done) { asked.set_value(std::move(done)); };
  server::ServerOptions options;
  options.port = 0;
  options.loops = 1;
  options.auth = server::Auth::Off;
  auto server = server::Server::start(fake, options);
  ASSERT_TRUE(server) << server.error();
  boost::asio::io_context io;
  boost::asio::ip::tcp::socket socket(io), other(io);
  const auto send = [&](auto& to, const std::string& request) {
    to.connect({boost::asio::ip::make_address("127.0.0.1"), (*server)->port()});
    boost::asio::write(to, boost::asio::buffer(request));
  };
  const auto head = [](auto& from) {
    std::string answer;
    boost::asio::read_until(from, boost::asio::dynamic_buffer(answer), "\r\n\r\n");
    return answer.substr(0, 12);
  };
  send(socket, http_request("GetItem", R"({"TableName":"t","Key":{"id":{"S":"1"}}})"));
  Completion<GetItemResponse> done = asked.get_future().get();
  // After another request is answered, the loop no longer waits in that operation.
  send(other, http_request("ListTables", "{}"));
  EXPECT_EQ(head(other), "HTTP/1.1 200");
  {
    const FailingAllocations failing(1, Which::AllFromThere);
    done(GetItemResponse{});
    done = nullptr;
  }
  EXPECT_EQ(head(socket), "HTTP/1.1 500");
}

TEST(LackOfMemoryOfALoop, a_timer_and_a_wake_up_with_memory_of_their_own_take_none) {
  boost::asio::io_context io;
  boost::asio::steady_timer timer(io);
  server::HandlerMemory timer_memory, post_memory;
  int ran = 0;
  const auto set_both = [&] {
    timer.expires_after(std::chrono::seconds(0));
    timer.async_wait(server::in_memory(timer_memory, [&](const auto&) { ++ran; }));
    boost::asio::post(io, server::in_memory(post_memory, [&] { ++ran; }));
  };
  set_both();
  io.run();
  io.restart();
  {
    const FailingAllocations failing(1, Which::AllFromThere);
    set_both();
    EXPECT_FALSE(failing.struck());
  }
  io.run();
  EXPECT_EQ(ran, 4);
}

TEST_F(LackOfMemory, jobs_leave_no_item_locked) {
  engine::Context& context = database().engine().context();
  const std::vector<std::string> keys{std::string(300, 'a'), std::string(300, 'b'), std::string(300, 'c')};
  bool struck = true;
  for (std::uint64_t first = 1; struck; ++first) {
    const FailingAllocations failing(first, Which::One);
    (void)base::had_memory_for([&] {
      (void)engine::with_locked_items(context, context.catalog.find("items")->id, keys, engine::Durable::Later,
                                      [](auto&&...) { return false; });
    });
    struck = failing.struck();
    ASSERT_EQ(context.locks.statistics().entries, 0u) << first;
  }
}

TEST_F(LackOfMemory, reads) {
  try_all<GetItemRequest, GetItemResponse>("GetItem", &Database::get_item, test::get_request("items", key_of("p", 7)));
  auto query = test::query_request("items", "pk = :p", {{":p", "p"}, {":x", "x"}});
  query.filter_expression = "NOT contains(nothing, :x)";
  try_all<QueryRequest, QueryResponse>("Query", &Database::query, query);
  BatchGetItemRequest batch;
  batch.request_items =
      NamedList<KeysAndAttributes>{{"items", KeysAndAttributes{.keys = {{key_of("p", 1), key_of("p", 2)}}}}};
  try_all<BatchGetItemRequest, BatchGetItemResponse>("BatchGetItem", &Database::batch_get_item, batch);
}

TEST_F(LackOfMemory, writes) {
  const auto remove = [this] { must(database().delete_item(test::delete_request("items", key_of("new", 1)))); };
  auto put = test::put_request("items", item_of("new", 1));
  put.condition_expression = "attribute_not_exists(pk)";
  try_all<PutItemRequest, PutItemResponse>("PutItem", &Database::put_item, put, remove);
  UpdateItemRequest update;
  update.table_name = "items";
  update.key = key_of("new", 1);
  update.update_expression = "SET a = :a ADD n :n";
  update.expression_attribute_values = AttributeMap{{":a", std::string(500, 'a')}, {":n", 1}};
  try_all<UpdateItemRequest, UpdateItemResponse>("UpdateItem", &Database::update_item, update, remove);
  BatchWriteItemRequest batch;
  batch.request_items =
      NamedList<std::vector<WriteRequest>>{{"items",
                                            {WriteRequest{.put_request = PutRequest{item_of("new", 1)}},
                                             WriteRequest{.put_request = PutRequest{item_of("p", 1)}}}}};
  try_all<BatchWriteItemRequest, BatchWriteItemResponse>("BatchWriteItem", &Database::batch_write_item, batch, remove);
  TransactWriteItemsRequest transaction;
  transaction.transact_items = std::vector<TransactWriteItem>(2);
  transaction.transact_items->at(0).put = Put{.item = item_of("new", 1), .table_name = "items"};
  transaction.transact_items->at(1).update =
      Update{.key = key_of("p", 3), .update_expression = "SET a = :a", .table_name = "items"};
  transaction.transact_items->at(1).update->expression_attribute_values = AttributeMap{{":a", "a"}};
  int token = 0;
  try_all(
      "TransactWriteItems",
      [&]() -> std::optional<Error> {
        TransactWriteItemsRequest copy;
        {
          const Spared ours;
          copy = transaction;
          copy.client_request_token = "token " + std::to_string(token);
        }
        const auto response = database().transact_write_items(std::move(copy));
        return response ? std::nullopt : std::optional(response.error());
      },
      [&] {
        remove();
        must(database().put_item(test::put_request("items", item_of("p", 3))));
        // A failed transaction must not keep its token, so each has a new one.
        transaction.client_request_token.reset();
        ++token;
      });
}

TEST_F(LackOfMemory, requests_of_a_server) {
  HttpPath http(database());
  std::string put, query;
  protocol::encode_request(test::put_request("items", item_of("new", 1)), put);
  protocol::encode_request(test::query_request("items", "pk = :p", {{":p", "p"}}), query);
  for (const auto& [operation, body] : {std::pair(std::string("PutItem"), put), {std::string("Query"), query}}) {
    const std::string request = http_request(operation, body);
    for (const Which which : {Which::One, Which::AllFromThere}) {
      int failures = 0;
      for (std::uint64_t first = 1;; ++first) {
        http.read(request);
        bool struck = false;
        {
          const FailingAllocations failing(first, which);
          http.work();
          struck = failing.struck();
        }
        if (http.status() != 200) {
          ++failures;
          ASSERT_EQ(http.status(), 500) << operation << " " << first;
        }
        ASSERT_TRUE(struck || http.status() == 200);
        if (!struck) break;
      }
      EXPECT_GT(failures, 0) << operation;
    }
  }
  expect_sound();
}

// A write after each attempt finds no part of a subscription that was not made.
TEST_F(LackOfMemory, a_subscription_is_made_or_leaves_nothing_behind) {
  auto table = test::create_request("changes", "pk:S");
  table.stream_specification =
      StreamSpecification{.stream_enabled = true, .stream_view_type = StreamViewType::KeysOnly};
  must(database().create_table(table));
  const SubscribeRequest request{.table_name = "changes"};
  int writes = 0;
  try_all(
      "Subscribe",
      [&]() -> std::optional<Error> {
        SubscribeRequest copy;
        {
          const Spared ours;
          copy = request;
        }
        auto made = database().subscribe(std::move(copy));
        return made ? std::nullopt : std::optional(std::move(made.error()));
      },
      [&] {
        must(database().put_item(test::put_request("changes", {{"pk", "a"}, {"n", ++writes}})));
      });
}

}  // namespace lack_of_memory_test
}  // namespace partita::work
