// The memory budget: who gets memory, who has to let go of it, and that nobody takes more.
#include <gmock/gmock.h>

#include <mutex>

#include "server/decoding_bytes.h"
#include "server/gzip.h"
#include "server/memory_budget.h"
#include "unit/server/fixture.h"

namespace partita::server {
namespace memory_test {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr std::size_t kMb = 1 << 20;

TEST(MemoryBudget, LeavesItsLastEighthToThoseWhoHoldLittle) {
  MemoryBudget budget(80 * kMb);
  MemoryHold large(budget), other(budget), little(budget);
  EXPECT_TRUE(large.resize(60 * kMb));
  EXPECT_FALSE(other.resize(11 * kMb));
  EXPECT_TRUE(other.resize(10 * kMb));
  EXPECT_TRUE(budget.scarce());
  EXPECT_FALSE(other.resize(10 * kMb + 1));
  EXPECT_EQ(other.bytes(), 10 * kMb);
  EXPECT_FALSE(budget.ample());
  EXPECT_TRUE(little.resize(budget.little()));
  EXPECT_EQ(budget.held(), 70 * kMb + budget.little());
  EXPECT_TRUE(large.resize(kMb));
  EXPECT_TRUE(budget.ample());
  EXPECT_FALSE(budget.scarce());
  EXPECT_FALSE(large.resize(60 * kMb));
  // Somebody wants more than there is.
  EXPECT_TRUE(budget.scarce());
  budget.forget_wanted();
  EXPECT_FALSE(budget.scarce());
  little.force(100 * kMb);
  EXPECT_EQ(budget.peak(), 111 * kMb);
  little.force(0);
  EXPECT_EQ(budget.held(), 11 * kMb);
}

TEST(DecodingBytes, AreMoreThanTheBodyWhereItsValuesAre) {
  const std::string text = R"({"TableName":"t","Item":{"id":{"S":")" + std::string(kMb, 'x') + R"("}}})";
  EXPECT_LT(decoding_bytes(text).request, 2 * kMb);
  std::string dense = R"({"TableName":"t","Item":{"id":{"L":[)";
  for (std::size_t i = 0; i < kMb / 10; ++i) dense += R"({"L":[]},)";
  EXPECT_GT(decoding_bytes(dense).request, kMb / 10 * 2 * 48);
}

class MemoryTest : public ServerTest {
 protected:
  static ServerOptions with(std::size_t memory_bytes) {
    ServerOptions options = defaults();
    options.memory_bytes = memory_bytes;
    options.memory_timeout = 20ms;
    return options;
  }
  // Called with a metric's name.
  double metric(const std::string& name) {
    const std::string body = Client(port()).exchange("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").body;
    const auto at = body.find("\n" + name + " ");
    return at == body.npos ? -1 : std::stod(body.substr(at + name.size() + 2));
  }
  // The beginning of a request, of whose body of `announced` bytes only `sent` come.
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
  // The first that began has been given up, whether it waited for memory itself or stood still.
  const auto given_up = attackers.front()->read();
  EXPECT_EQ(given_up.status, 503);
  EXPECT_EQ(given_up.headers.at("retry-after"), "1");
  EXPECT_THAT(given_up.body, HasSubstr("ServiceUnavailable"));
  EXPECT_TRUE(attackers.front()->closed());
}

TEST_F(MemoryTest, ReadersThatDoNotReadAreGivenUp) {
  const std::string large(16 * kMb, 'x');
  database_.on_get_item = [&](GetItemRequest, Completion<GetItemResponse> done) {
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

TEST_F(MemoryTest, ARequestThatGetsNoMemoryIsToBeSentAgain) {
  start(with(2 * kMb));
  Client client(port());
  const auto refused = client.exchange(put_item(3 * kMb));
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.headers.at("retry-after"), "1");
  EXPECT_THAT(refused.body, HasSubstr("com.amazon.coral.availability#ServiceUnavailable"));
  // Sent again, it would be refused again.
  EXPECT_THAT(refused.body, HasSubstr("more memory than the 1835008 bytes that the server has for one"));
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
  EXPECT_EQ(client.exchange(post("GetItem", bomb, "Content-Encoding: gzip\r\n")).status, 503);
  // The request was whole, so the connection goes on.
  std::string body;
  ASSERT_TRUE(gzip.deflate(std::string(kGetItem) + std::string(100'000, ' '), body));
  EXPECT_EQ(client.exchange(post("GetItem", body, "Content-Encoding: gzip\r\n")).body, kGotItem);
  EXPECT_LE(metric("partita_memory_peak_bytes"), 4.0 * kMb);
}

TEST_F(MemoryTest, WhatDecodesToMuchIsCountedBeforeItIsDecoded) {
  start(with(8 * kMb));
  std::string dense = R"({"TableName":"t","Item":{"id":{"L":[{"L":[]})";
  for (std::size_t i = 0; i < kMb / 10; ++i) dense += R"(,{"L":[]})";
  Client client(port());
  EXPECT_EQ(client.exchange(post("PutItem", dense + "]}}}")).status, 503);
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
  EXPECT_EQ(unread.status, 503);
  EXPECT_THAT(unread.body, HasSubstr("send or ask for less at once"));
  const auto written = client.exchange(put_item(1));
  EXPECT_EQ(written.status, 200);
  EXPECT_GT(written.body.size(), 3 * kMb);
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
  // But for the connection that asks.
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
