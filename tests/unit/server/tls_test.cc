// TLS: the ways in which records and requests may meet.
#include <gmock/gmock.h>
#include <openssl/ssl.h>

#include "server/connection/transport.h"
#include "unit/server/tls_fixture.h"

namespace partita::server {
namespace tls_test {

using namespace std::chrono_literals;
using testing::HasSubstr;

constexpr int kVersions[] = {TLS1_2_VERSION, TLS1_3_VERSION};

// Sends requests in records of other sizes.
TEST_F(TlsTest, RecordsAndRequestsAreIndependent) {
  start(secure());
  for (const int version : kVersions) {
    Client client(port(), trusting(version));
    const std::string request = post("GetItem", kGetItem);
    client.send(request + request + request);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(client.read().body, kGotItem);
    for (const char byte : request) client.send({&byte, 1});
    EXPECT_EQ(client.read().body, kGotItem);
    std::string records;
    for (std::size_t at = 0; at < request.size(); at += 7) records += client.seal(request.substr(at, 7));
    client.send_raw(records);
    EXPECT_EQ(client.read().body, kGotItem);
    records = client.seal(request + request);
    for (const char byte : records) client.send_raw({&byte, 1});
    for (int i = 0; i < 2; ++i) EXPECT_EQ(client.read().body, kGotItem);
    // One record has a request and the beginning of another one, whose end has a record of its own.
    client.send(request + request.substr(0, 100));
    EXPECT_EQ(client.read().body, kGotItem);
    client.send(request.substr(100));
    EXPECT_EQ(client.read().body, kGotItem);
  }
}

TEST_F(TlsTest, ManyPipelinedRequestsAreAnsweredInOrder) {
  start(secure());
  Client client(port(), trusting());
  std::string requests;
  for (int i = 0; i < 500; ++i)
    requests += post("GetItem", R"({"TableName":"t","Key":{"id":{"N":")" + std::to_string(i) + R"("}}})");
  client.send(requests);
  for (int i = 0; i < 500; ++i)
    EXPECT_EQ(client.read().body, R"({"Item":{"id":{"N":")" + std::to_string(i) + R"("}}})");
}

TEST_F(TlsTest, LargeRequestsAndAnswersAreWhole) {
  answer_with(8 << 20);
  start(secure());
  for (const int version : kVersions) {
    Client client(port(), trusting(version));
    std::string body(kGetItem);
    body.resize(8 << 20, ' ');
    // The client reads only after it has sent all. Before that, the server's first answer fills all buffers between
    // them.
    client.send(post("GetItem", body) + post("GetItem", kGetItem));
    for (int i = 0; i < 2; ++i) {
      const auto answer = client.read();
      EXPECT_EQ(answer.status, 200);
      EXPECT_EQ(answer.body.size(), (8u << 20) + std::string_view(R"({"Item":{"a":{"S":""}}})").size());
      EXPECT_EQ(answer.body.find_first_not_of('x', 20), answer.body.size() - 4);
    }
    EXPECT_EQ(client.exchange(post("ListTables", "{}")).status, 200);
  }
}

TEST_F(TlsTest, AClientMayEndItsDirectionFirst) {
  start(secure());
  for (const int version : kVersions) {
    Client client(port(), trusting(version));
    const std::string request = post("GetItem", kGetItem);
    client.send(request + request);
    client.end_sending();
    for (int i = 0; i < 2; ++i) EXPECT_EQ(client.read().body, kGotItem);
    EXPECT_TRUE(client.closed());
    EXPECT_TRUE(client.ended_well());
    Client half(port(), trusting(version));
    half.send(request.substr(0, request.size() - 1));
    half.end_sending();
    EXPECT_EQ(half.read().status, 400);
  }
}

// Anyone on the way can end a connection, but cannot say farewell in the client's name.
TEST_F(TlsTest, BytesThatWereCutOffAreNoRequest) {
  std::atomic<int> puts = 0;
  database_.on_put_item = [&](PutItemRequest, Completion<PutItemResponse> done) {
    ++puts;
    done(PutItemResponse{});
  };
  start(secure());
  Client client(port(), trusting());
  const std::string request = post("PutItem", R"({"TableName":"t","Item":{"id":{"S":"1"}}})");
  client.send(request.substr(0, request.size() - 1));
  client.end_sending_raw();
  EXPECT_TRUE(client.closed());
  Client garbled(port(), trusting());
  std::string records = garbled.seal(request);
  records.back() ^= 1;
  garbled.send_raw(records);
  EXPECT_EQ(garbled.read().status, 0);
  EXPECT_EQ(puts, 0);
}

TEST_F(TlsTest, AClientMayChangeItsKeys) {
  answer_with(1 << 20);
  start(secure());
  Client client(port(), trusting(TLS1_3_VERSION));
  for (const int update : {SSL_KEY_UPDATE_NOT_REQUESTED, SSL_KEY_UPDATE_REQUESTED}) {
    for (int i = 0; i < 5; ++i) {
      ASSERT_EQ(SSL_key_update(client.tls(), update), 1);
      // The second request is on its way while the server must answer the change.
      client.send(post("GetItem", kGetItem));
      client.send(post("GetItem", kGetItem));
      EXPECT_GT(client.read().body.size(), 1u << 20);
      EXPECT_GT(client.read().body.size(), 1u << 20);
    }
  }
}

// OpenSSL would go on within one call as long as such messages come.
TEST_F(TlsTest, AClientThatOnlyChangesItsKeysIsGivenUp) {
  start(secure());
  Client client(port(), trusting(TLS1_3_VERSION));
  // More than the server reads from the socket at once.
  std::string changes;
  while (changes.size() < 100'000) {
    ASSERT_EQ(SSL_key_update(client.tls(), SSL_KEY_UPDATE_NOT_REQUESTED), 1);
    // The change is written before the next data, so it is kept here in place of the data.
    changes += client.seal("");
  }
  client.send_raw(changes);
  client.send(post("GetItem", kGetItem));
  EXPECT_EQ(client.read().status, 0);
  EXPECT_EQ(Client(port(), trusting()).exchange(post("GetItem", kGetItem)).status, 200);
}

TEST_F(TlsTest, ABodyThatWaitsForContinueIsAskedFor) {
  start(secure());
  Client client(port(), trusting());
  const std::string request = post("GetItem", kGetItem, "Expect: 100-continue\r\n");
  const std::size_t header = request.size() - kGetItem.size();
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(client.exchange(request.substr(0, header)).status, 100);
    EXPECT_EQ(client.exchange(request.substr(header)).body, kGotItem);
  }
}

// The metrics' connection holds memory, and no other one.
TEST_F(TlsTest, ARestingConnectionHoldsNothingAndGoesOn) {
  ServerOptions options = secure();
  options.rest_after = 1ms;
  start(options);
  const auto wait_until_it_rests = [&] {
    while (metric("partita_memory_held_bytes") > 1.5 * Transport::kTlsBytes) {
    }
  };
  Client client(port(), trusting());
  EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).body, kGotItem);
  wait_until_it_rests();
  EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).body, kGotItem);
  // Half of a record has arrived when the connection rests again.
  const std::string record = client.seal(post("GetItem", kGetItem));
  client.send_raw(record.substr(0, record.size() / 2));
  wait_until_it_rests();
  client.send_raw(record.substr(record.size() / 2));
  EXPECT_EQ(client.read().body, kGotItem);
}

TEST_F(TlsTest, AConnectionBeyondTheLimitIsToldSo) {
  ServerOptions options = secure();
  options.max_connections = 1;
  start(options);
  Client first(port(), trusting());
  EXPECT_EQ(first.exchange(post("GetItem", kGetItem)).status, 200);
  const auto refused = Client(port(), trusting()).read();
  EXPECT_EQ(refused.status, 503);
  EXPECT_THAT(refused.body, HasSubstr("Too many connections"));
}

TEST_F(TlsTest, TheServerSaysFarewell) {
  start(secure());
  Client asked(port(), trusting()), idle(port(), trusting());
  EXPECT_EQ(asked.exchange(post("GetItem", kGetItem, "Connection: close\r\n")).status, 200);
  EXPECT_TRUE(asked.closed());
  EXPECT_TRUE(asked.ended_well());
  EXPECT_EQ(idle.exchange(post("GetItem", kGetItem)).status, 200);
  server_->stop();
  EXPECT_TRUE(idle.closed());
  EXPECT_TRUE(idle.ended_well());
}

TEST_F(TlsTest, DescribeEndpointsNamesTheScheme) {
  database_.on_describe_endpoints = [](DescribeEndpointsRequest, Completion<DescribeEndpointsResponse> done) {
    done(DescribeEndpointsResponse{.endpoints = {{.address = "dynamodb.us-east-1.amazonaws.com"}}});
  };
  start(secure());
  EXPECT_EQ(Client(port(), trusting()).exchange(post("DescribeEndpoints", "{}")).body,
            R"({"Endpoints":[{"Address":"https://localhost"}]})");
}

}  // namespace tls_test
}  // namespace partita::server
