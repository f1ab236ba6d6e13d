// The server with little memory: requests that give memory up, requests that wait for it, and refused ones.
#include <gmock/gmock.h>

#include <map>
#include <mutex>
#include <thread>

#include "protocol/codec.h"
#include "server/http/gzip.h"
#include "server/memory/memory_budget.h"
#include "unit/server/fixture.h"

namespace partita::server {
namespace memory_test {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr std::size_t kMb = 1 << 20;
class MemoryTest : public ServerTest {
 protected:
  static ServerOptions with(std::size_t memory_bytes) {
    ServerOptions options = defaults();
    options.memory_bytes = memory_bytes;
    options.memory_timeout = 20ms;
    return options;
  }
  // The value of the metric with this name; -1 if it is absent.
  double metric(const std::string& name) {
    const std::string body = Client(port()).exchange("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").body;
    const auto at = body.find("\n" + name + " ");
    return at == body.npos ? -1 : std::stod(body.substr(at + name.size() + 2));
  }
  // The beginning of a request that announces a body of `announced` bytes and sends only `sent` of them.
  static std::string unfinished(std::size_t announced, std::size_t sent) {
    std::string request = "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.PutItem\r\n";
    request.append(kJson).append(kSignature);
    return request.append("Content-Length: ").append(std::to_string(announced)).append("\r\n\r\n").append(sent, ' ');
  }
  static std::string put_item(std::size_t bytes) {
    return post("PutItem", R"({"TableName":"t","Item":{"id":{"S":")" + std::string(bytes, 'x') + R"("}}})");
  }
};

TEST_F(MemoryTest, UnfinishedBodiesAreGivenUpForThoseWhoFinish) {
  auto options = with(64 * kMb);
  options.memory_timeout = 2s;
  options.stalled_after = 200ms;
  start(options);
  std::vector<std::unique_ptr<Client>> attackers;
  for (int i = 0; i < 40; ++i) {
    attackers.push_back(std::make_unique<Client>(port()));
    attackers.back()->send(unfinished(16 * kMb, 4 * kMb));
  }
  Client neighbour(port());
  for (int i = 0; i < 20; ++i) {
    EXPECT_EQ(neighbour.exchange(post("GetItem", kGetItem)).status, 200);
    EXPECT_EQ(neighbour.exchange(put_item(200'000)).status, 200);
  }
  EXPECT_LE(metric("partita_memory_peak_bytes"), 65.0 * kMb);
  // The request that began first has been given up, either while it waited for memory or because its client had stopped
  // sending.
  const auto given_up = attackers.front()->read();
  EXPECT_EQ(given_up.status, 503);
  EXPECT_EQ(given_up.headers.at("retry-after"), "1");
  EXPECT_THAT(given_up.body, HasSubstr("ServiceUnavailable"));
  EXPECT_TRUE(attackers.front()->closed());
}

TEST_F(MemoryTest, ReadersThatDoNotReadAreGivenUp) {
  const std::string large(16 * kMb, 'x');
  // The server may still answer when the test has ended, so the answer has its own copy.
  database_.on_get_item = [large](GetItemRequest, Completion<GetItemResponse> done) {
    done(GetItemResponse{.item = Item(AttributeMap{{"a", large}})});
  };
  start(with(200 * kMb));
  std::vector<std::unique_ptr<Client>> attackers;
  for (int i = 0; i < 30; ++i) {
    attackers.push_back(std::make_unique<Client>(port()));
    attackers.back()->send(post("GetItem", kGetItem));
  }
  Client neighbour(port());
  for (int i = 0; i < 10; ++i) EXPECT_EQ(neighbour.exchange(post("ListTables", "{}")).status, 200);
  int status = 503;
  while (status == 503) status = neighbour.exchange(post("GetItem", kGetItem)).status;
  EXPECT_EQ(status, 200);
  EXPECT_LE(metric("partita_memory_peak_bytes"), 200.0 * kMb);
}

TEST_F(MemoryTest, UnfinishedHeadersStayWithinTheLimit) {
  auto options = with(2 * kMb);
  options.stalled_after = 200ms;
  options.header_timeout = 2000ms;
  start(options);
  std::vector<std::unique_ptr<Client>> attackers;
  for (int i = 0; i < 100; ++i) {
    attackers.push_back(std::make_unique<Client>(port()));
    attackers.back()->send("POST / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + std::string(60'000, 'x'));
  }
  // Those that fit into three quarters of the limit may take their time.
  std::map<int, int> answers;
  for (const auto& attacker : attackers) ++answers[attacker->read().status];
  EXPECT_EQ(answers[503] + answers[408], 100);
  EXPECT_GE(answers[503], 75);
  EXPECT_EQ(Client(port()).exchange(post("GetItem", kGetItem)).status, 200);
  // Each connection may have a buffer of 8 KB beyond the limit.
  EXPECT_LE(metric("partita_memory_peak_bytes"), 3.0 * kMb);
}

// A peer that is refused may still send. The connection waits for its end without the memory that it was refused.
TEST_F(MemoryTest, ARefusedConnectionHoldsNoMemory) {
  auto options = with(2 * kMb);
  options.stalled_after = 200ms;
  options.header_timeout = 200ms;
  options.linger_timeout = 60s;
  start(options);
  std::vector<std::unique_ptr<Client>> attackers;
  for (int i = 0; i < 100; ++i) {
    attackers.push_back(std::make_unique<Client>(port()));
    attackers.back()->send("POST / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + std::string(60'000, 'x'));
  }
  for (const auto& attacker : attackers) EXPECT_GE(attacker->read().status, 408);
  for (const auto& attacker : attackers) attacker->send("x");
  EXPECT_GE(metric("partita_open_connections"), 100);
  EXPECT_LE(metric("partita_memory_held_bytes"), 100'000);
}

TEST_F(MemoryTest, ARequestThatCanNeverGetItsMemoryIsToldSoAtOnce) {
  start(with(2 * kMb));
  Client client(port());
  const auto refused = client.exchange(put_item(3 * kMb));
  // A 503 would make clients send it again, in vain.
  EXPECT_EQ(refused.status, 413);
  EXPECT_FALSE(refused.headers.contains("retry-after"));
  EXPECT_THAT(refused.body, HasSubstr("ValidationException"));
  EXPECT_THAT(refused.body, HasSubstr("with a larger --memory-limit"));
  EXPECT_EQ(metric("partita_memory_waits_total"), 0);
  EXPECT_THAT(refused.body, HasSubstr("more memory than the 1835008 bytes that the server allows for one request"));
  EXPECT_EQ(Client(port()).exchange(put_item(100'000)).status, 200);
  EXPECT_GE(metric("partita_memory_refusals_total"), 1);
  EXPECT_LE(metric("partita_memory_peak_bytes"), 2.0 * kMb);
}

TEST_F(MemoryTest, ABodyIsInflatedOnlyAsFarAsThereIsMemory) {
  start(with(4 * kMb));
  Gzip gzip;
  std::string bomb;
  ASSERT_TRUE(gzip.deflate(std::string(15 * kMb, ' '), bomb));
  Client client(port());
  EXPECT_EQ(client.exchange(post("GetItem", bomb, "Content-Encoding: gzip\r\n")).status, 413);
  // The request was complete, so the connection stays open.
  std::string body;
  ASSERT_TRUE(gzip.deflate(std::string(kGetItem) + std::string(100'000, ' '), body));
  EXPECT_EQ(client.exchange(post("GetItem", body, "Content-Encoding: gzip\r\n")).body, kGotItem);
  EXPECT_LE(metric("partita_memory_peak_bytes"), 4.0 * kMb);
}

TEST_F(MemoryTest, ALargeDecodedSizeIsCountedBeforeDecoding) {
  start(with(8 * kMb));
  std::string dense = R"({"TableName":"t","Item":{"id":{"L":[{"L":[]})";
  for (std::size_t i = 0; i < kMb / 10; ++i) dense += R"(,{"L":[]})";
  Client client(port());
  EXPECT_EQ(client.exchange(post("PutItem", dense + "]}}}")).status, 413);
  EXPECT_EQ(metric("partita_memory_waits_total"), 0);
  EXPECT_EQ(client.exchange(put_item(kMb)).status, 200);
}

TEST_F(MemoryTest, AReadIsRefusedItsAnswerAndAWriteIsNot) {
  const AttributeMap large{{"a", std::string(3 * kMb, 'x')}};
  database_.on_get_item = [&](GetItemRequest, Completion<GetItemResponse> done) {
    done(GetItemResponse{.item = Item(large)});
  };
  database_.on_put_item = [&](PutItemRequest, Completion<PutItemResponse> done) {
    done(PutItemResponse{.attributes = Item(large)});
  };
  start(with(2 * kMb));
  Client client(port());
  const auto unread = client.exchange(post("GetItem", kGetItem));
  EXPECT_EQ(unread.status, 413);
  EXPECT_THAT(unread.body, HasSubstr("Send or ask for less at once"));
  const auto written = client.exchange(put_item(1));
  EXPECT_EQ(written.status, 200);
  EXPECT_GT(written.body.size(), 3 * kMb);
}

TEST_F(MemoryTest, AReadWaitsForTheMemoryOfItsAnswer) {
  std::atomic<int> reads = 0;
  database_.on_get_item = [&](GetItemRequest, Completion<GetItemResponse> done) {
    ++reads;
    done(GetItemResponse{.item = Item(AttributeMap{{"a", std::string(2'000'000, 'x')}})});
  };
  auto options = with(8 * kMb);
  options.memory_timeout = 60s;
  options.stalled_after = 50ms;
  start(options);
  Client attacker(port());
  attacker.send(unfinished(6 * kMb, 3'900'000));
  while (metric("partita_memory_held_bytes") < 4e6) {
  }
  Client client(port());
  const auto answer = client.exchange(post("GetItem", kGetItem));
  EXPECT_EQ(answer.status, 200);
  EXPECT_GT(answer.body.size(), 2'000'000u);
  EXPECT_EQ(attacker.read().status, 503);
  // The first attempt was in vain, and the second had memory for its answer.
  EXPECT_EQ(reads, 2);
  EXPECT_EQ(metric("partita_memory_waiting_requests"), 0);
  EXPECT_LE(metric("partita_memory_peak_bytes"), 8.0 * kMb);
}

TEST_F(MemoryTest, AReadWhoseAnswerGetsNoMemoryInTimeIsRefused) {
  std::atomic<int> reads = 0;
  database_.on_get_item = [&](GetItemRequest, Completion<GetItemResponse> done) {
    ++reads;
    std::thread([done = std::move(done)] {
      done(GetItemResponse{.item = Item(AttributeMap{{"a", std::string(27'000'000, 'x')}})});
    }).detach();
  };
  std::mutex mutex;
  Completion<PutItemResponse> put;
  database_.on_put_item = [&](PutItemRequest, Completion<PutItemResponse> done) {
    const std::lock_guard lock(mutex);
    put = std::move(done);
  };
  start(with(32 * kMb));
  Client writer(port()), client(port());
  writer.send(put_item(4'000'000));
  const auto is_put = [&] {
    const std::lock_guard lock(mutex);
    return bool(put);
  };
  while (!is_put()) {
  }
  const auto refused = client.exchange(post("GetItem", kGetItem));
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.headers.at("retry-after"), "1");
  EXPECT_EQ(reads, 1);
  EXPECT_EQ(metric("partita_memory_waiting_requests"), 0);
  put(PutItemResponse{});
  EXPECT_EQ(writer.read().status, 200);
  EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).status, 200);
}

// An answer of `count` items of 100 KB.
std::vector<Item> items_of(std::size_t count) {
  return std::vector<Item>(count, Item(AttributeMap{{"a", std::string(100'000, 'x')}}));
}

TEST_F(MemoryTest, APageEndsIfTheMemoryIsUsedUp) {
  std::vector<std::optional<std::int64_t>> limits;
  const auto answer = [&](std::optional<std::int64_t> limit, PageResponse& page) {
    limits.push_back(limit);
    const auto count = std::min<std::int64_t>(limit.value_or(20), 20);
    page.items = items_of(std::size_t(count));
    page.count = page.scanned_count = count;
    if (count < 20) page.last_evaluated_key = AttributeMap{{"id", std::to_string(count)}};
  };
  database_.on_query = [&](QueryRequest request, Completion<QueryResponse> done) {
    QueryResponse response;
    answer(request.limit, response);
    done(std::move(response));
  };
  database_.on_scan = [&](ScanRequest request, Completion<ScanResponse> done) {
    ScanResponse response;
    answer(request.limit, response);
    // Answers on another thread, as for pages that need the disk.
    std::thread([&, response = std::move(response), done = std::move(done)] { done(response); }).detach();
  };
  const std::size_t limit = 2 * kMb + (all_over_tls() ? 64 << 10 : 0);
  start(with(limit));
  Client client(port());
  for (const char* operation : {"Query", "Scan"}) {
    const auto page = client.exchange(post(operation, R"({"TableName":"items","Limit":19})"));
    EXPECT_EQ(page.status, 200);
    const auto response = protocol::decode_response<QueryResponse>(page.body);
    ASSERT_TRUE(response);
    EXPECT_EQ(response->items->size(), 9u);
    EXPECT_EQ(*response->last_evaluated_key, (AttributeMap{{"id", "9"}}));
  }
  EXPECT_THAT(limits, testing::ElementsAre(19, 9, 19, 9));
  EXPECT_EQ(metric("partita_memory_refusals_total"), 0);
  EXPECT_LE(metric("partita_memory_peak_bytes"), double(limit));
}

TEST_F(MemoryTest, ABatchEndsIfTheMemoryIsUsedUp) {
  database_.on_batch_get_item = [&](BatchGetItemRequest request, Completion<BatchGetItemResponse> done) {
    BatchGetItemResponse response;
    for (auto& [table, asked] : *request.request_items) {
      // The database does the same when it reaches its own limit.
      const std::size_t read = std::min<std::size_t>(asked.keys->size(), 12);
      response.responses.emplace_back(table, items_of(read));
      asked.keys->erase(asked.keys->begin(), asked.keys->begin() + std::ptrdiff_t(read));
      if (!asked.keys->empty()) response.unprocessed_keys.emplace_back(table, asked);
    }
    done(std::move(response));
  };
  start(with(2 * kMb));
  std::string keys;
  for (int i = 0; i < 16; ++i) keys += (i ? "," : "") + std::string(R"({"id":{"N":")") + std::to_string(i) + R"("}})";
  const std::string body = R"({"RequestItems":{"one":{"Keys":[)" + keys +
                           R"(]},"other":{"ConsistentRead":true,"Keys":[{"id":{"N":"99"}}]}}})";
  Client client(port());
  const auto answer = client.exchange(post("BatchGetItem", body));
  EXPECT_EQ(answer.status, 200);
  const auto response = protocol::decode_response<BatchGetItemResponse>(answer.body);
  ASSERT_TRUE(response);
  // 13 items are too many.
  ASSERT_EQ(response->responses.size(), 2u);
  EXPECT_EQ(response->responses[0].second.size(), 6u);
  EXPECT_EQ(response->responses[1].second.size(), 0u);
  ASSERT_EQ(response->unprocessed_keys.size(), 2u);
  EXPECT_EQ(response->unprocessed_keys[0].second.keys->size(), 10u);
  EXPECT_EQ(*response->unprocessed_keys[0].second.keys->front().find("id"), AttributeValue(6));
  EXPECT_EQ(response->unprocessed_keys[1].first, "other");
  EXPECT_TRUE(*response->unprocessed_keys[1].second.consistent_read);
}

// Each of these requests needs half of the memory. If the server read the bodies of several of them, no request would
// get the rest that it needs.
TEST_F(MemoryTest, LargeRequestsThatComeTogetherAreAllServed) {
  auto options = with(16 * kMb);
  options.memory_timeout = 60s;
  options.stalled_after = 60s;
  start(options);
  std::atomic<int> served = 0;
  std::vector<std::thread> clients;
  for (int i = 0; i < 8; ++i)
    clients.emplace_back([&] {
      Client client(port());
      for (int round = 0; round < 5; ++round) served += client.exchange(put_item(2'500'000)).status == 200 ? 1 : 0;
    });
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(served, 40);
  EXPECT_EQ(metric("partita_memory_refusals_total"), 0);
  EXPECT_EQ(metric("partita_shed_bodies_total"), 0);
  EXPECT_LE(metric("partita_memory_peak_bytes"), 16.0 * kMb);
}

// The largest legal answer of statements takes more than half of the memory. Clients that ask together have it one
// after the other.
TEST_F(MemoryTest, TheLargestAnswerOfStatementsIsAlwaysServed) {
  constexpr std::size_t kStatements = 25;
  const Item item(AttributeMap{{"id", 1}, {"body", std::string(390'000, 'x')}});
  // The server may still answer when the test has ended, so the answer has its own copy.
  database_.on_batch_execute_statement = [item](BatchExecuteStatementRequest request,
                                                Completion<BatchExecuteStatementResponse> done) {
    BatchExecuteStatementResponse response;
    for (std::size_t i = 0; i < request.statements->size(); ++i)
      response.responses.push_back({.table_name = std::string(255, 't'), .item = item});
    done(std::move(response));
  };
  auto options = with(16 * kMb);
  options.memory_timeout = 60s;
  options.stalled_after = 60s;
  start(options);
  std::string statements;
  for (std::size_t i = 0; i < kStatements; ++i)
    statements.append(i ? "," : "")
        .append(R"({"Statement":"SELECT * FROM t WHERE id = )" + std::to_string(i) + R"("})");
  const std::string request = post("BatchExecuteStatement", R"({"Statements":[)" + statements + "]}");
  const auto alone = Client(port()).exchange(request);
  ASSERT_EQ(alone.status, 200) << alone.body;
  EXPECT_GT(alone.body.size(), kStatements * 390'000);
  std::atomic<int> served = 0;
  std::vector<std::thread> clients;
  for (int i = 0; i < 6; ++i)
    clients.emplace_back([&] {
      Client client(port());
      for (int round = 0; round < 3; ++round) served += client.exchange(request).status == 200 ? 1 : 0;
    });
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(served, 18);
  EXPECT_EQ(metric("partita_memory_refusals_total"), 0);
  EXPECT_LE(metric("partita_memory_peak_bytes"), 16.0 * kMb);
}

// Bodies whose decoding needs more than that of ordinary ones are read, and then wait for the rest.
TEST_F(MemoryTest, DenseRequestsThatComeTogetherAreAllServed) {
  auto options = with(64 * kMb);
  options.memory_timeout = 60s;
  options.stalled_after = 60s;
  start(options);
  std::string dense = R"({"TableName":"t","Item":{"id":{"L":[{"L":[]})";
  for (std::size_t i = 0; i < kMb / 10; ++i) dense += R"(,{"L":[]})";
  const std::string request = post("PutItem", dense + "]}}}");
  std::atomic<int> served = 0;
  std::vector<std::thread> clients;
  for (int i = 0; i < 6; ++i)
    clients.emplace_back([&] {
      Client client(port());
      for (int round = 0; round < 3; ++round) served += client.exchange(request).status == 200 ? 1 : 0;
    });
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(served, 18);
  EXPECT_LE(metric("partita_memory_peak_bytes"), 64.0 * kMb);
}

TEST_F(MemoryTest, ARefusalsLogLineSaysHowLargeTheRequestWas) {
  auto options = with(2 * kMb);
  std::mutex mutex;
  std::string lines;
  options.log = [&](LogLevel, std::string_view line) {
    const std::lock_guard lock(mutex);
    lines.append(line) += '\n';
  };
  options.log_requests = true;
  start(options);
  Client client(port());
  const std::string request = put_item(1'000'000);
  EXPECT_EQ(client.exchange(request).status, 413);
  server_->stop();
  const std::string bytes = std::to_string(request.size() - request.find("\r\n\r\n") - 4);
  EXPECT_THAT(lines, HasSubstr("operation=PutItem status=413 error=MemoryLimitExceeded"));
  EXPECT_THAT(lines, HasSubstr(" bytes_in=" + bytes + " "));
}

TEST_F(MemoryTest, AnIdleConnectionHoldsNothing) {
  auto options = with(64 * kMb);
  options.rest_after = 1ms;
  start(options);
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 100; ++i) {
    clients.push_back(std::make_unique<Client>(port()));
    EXPECT_EQ(clients.back()->exchange(put_item(200'000)).status, 200);
  }
  // The connection that asks holds some memory itself.
  constexpr double kOwn = 64 << 10;
  while (metric("partita_memory_held_bytes") > kOwn) {
  }
  for (const auto& client : clients) EXPECT_EQ(client->exchange(post("GetItem", kGetItem)).body, kGotItem);
}

TEST_F(MemoryTest, ANewConnectionTakesThePlaceOfAnIdleOne) {
  auto options = with(64 * kMb);
  options.loops = 1;
  options.max_connections = 2;
  options.rest_after = 1ms;
  start(options);
  Client first(port()), second(port());
  EXPECT_EQ(first.exchange(post("ListTables", "{}")).status, 200);
  EXPECT_EQ(second.exchange(post("ListTables", "{}")).status, 200);
  int status = 503;
  while (status == 503) status = Client(port()).exchange(post("ListTables", "{}")).status;
  EXPECT_EQ(status, 200);
  EXPECT_TRUE(first.closed());
  EXPECT_EQ(second.exchange(post("ListTables", "{}")).status, 200);
}

}  // namespace memory_test
}  // namespace partita::server
