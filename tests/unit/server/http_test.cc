// HTTP itself: how requests are separated, limits, and bytes that are not HTTP.
#include <gmock/gmock.h>

#include <algorithm>
#include <future>
#include <mutex>
#include <thread>
#include <vector>

#include "unit/server/fixture.h"

namespace partita::server {
namespace http_test {

using testing::HasSubstr;
class HttpTest : public ServerTest {};

TEST_F(HttpTest, AConnectionAnswersRequestAfterRequest) {
  start();
  Client client(port());
  for (int i = 0; i < 3; ++i) {
    const auto answer = client.exchange(post("GetItem", kGetItem));
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, kGotItem);
    EXPECT_FALSE(answer.headers.contains("connection"));
  }
}

TEST_F(HttpTest, PipelinedRequestsAreAnsweredInOrder) {
  start();
  Client client(port());
  std::string requests;
  for (int i = 0; i < 200; ++i)
    requests += post("GetItem", R"({"TableName":"t","Key":{"id":{"N":")" + std::to_string(i) + R"("}}})");
  client.send(requests);
  for (int i = 0; i < 200; ++i)
    EXPECT_EQ(client.read().body, R"({"Item":{"id":{"N":")" + std::to_string(i) + R"("}}})");
}

TEST_F(HttpTest, ARequestMayArriveByteByByte) {
  start();
  Client client(port());
  for (const char byte : post("GetItem", kGetItem)) client.send({&byte, 1});
  EXPECT_EQ(client.read().body, kGotItem);
}

TEST_F(HttpTest, AChunkedBodyIsPutTogether) {
  start();
  Client client(port());
  std::string request = "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.GetItem\r\n";
  request.append(kJson).append(kSignature).append("Transfer-Encoding: chunked\r\n\r\n");
  for (const char byte : kGetItem) request.append("1;x=y\r\n").append(1, byte).append("\r\n");
  request += "0\r\nTrailer: x\r\n\r\n";
  EXPECT_EQ(client.exchange(request).body, kGotItem);
  EXPECT_EQ(client.exchange(request).body, kGotItem);
}

// A proxy that checks the head does not see these fields.
TEST_F(HttpTest, FieldsBehindAChunkedBodyAreIgnored) {
  start();
  const std::string chunked = "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n";
  std::string request = "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n";
  request.append(kJson).append(kSignature).append(chunked);
  Client client(port());
  const auto answer = client.exchange(request + "X-Amz-Target: DynamoDB_20120810.PutItem\r\n\r\n");
  EXPECT_EQ(answer.body, R"({"TableNames":["shop"]})");
  std::string unsigned_request = "POST / HTTP/1.1\r\nHost: localhost\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n";
  unsigned_request.append(kJson).append(chunked).append(kSignature).append("\r\n");
  EXPECT_THAT(client.exchange(unsigned_request).body, HasSubstr("MissingAuthenticationToken"));
  std::string without_host = "POST / HTTP/1.1\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n";
  without_host.append(kJson).append(kSignature).append(chunked).append("Host: localhost\r\n\r\n");
  EXPECT_EQ(client.exchange(without_host).status, 400);
}

// A proxy in front may read the second line as a field of its own.
TEST_F(HttpTest, AFoldedLineIsRefused) {
  start();
  for (const char* folded :
       {"X-Other: a\r\n b\r\n", "X-Other: a\r\n\tb\r\n", "X-Other: a\r\n \r\n", "X-Other:\r\n Content-Length: 3\r\n"}) {
    const std::string request = post("GetItem", kGetItem, folded);
    Client client(port());
    const auto answer = client.exchange(request);
    EXPECT_EQ(answer.status, 400) << folded;
    EXPECT_THAT(answer.body, HasSubstr("not well-formed HTTP/1.1")) << folded;
    Client slow(port());
    for (const char byte : request.substr(0, request.find("\r\n\r\n") + 4)) slow.send({&byte, 1});
    EXPECT_EQ(slow.read().status, 400) << folded;
  }
  // Bytes of the body are not lines of the header.
  Client client(port());
  EXPECT_EQ(client.exchange(post("GetItem", std::string(kGetItem) + "\r\n ", "Expect: x\r\n")).status, 200);
}

TEST_F(HttpTest, AFieldThatMayComeOnceIsRefusedIfItComesTwice) {
  start();
  for (const std::string twice : {"X-Amz-Target: DynamoDB_20120810.PutItem\r\n", "Content-Type: text/plain\r\n",
                                  "Authorization: AWS4-HMAC-SHA256 other\r\n"}) {
    Client client(port());
    const auto answer = client.exchange(post("GetItem", kGetItem, twice));
    EXPECT_EQ(answer.status, 400) << twice;
    EXPECT_THAT(answer.body, HasSubstr("not well-formed HTTP/1.1")) << twice;
    EXPECT_TRUE(client.closed()) << twice;
  }
}

// The first request blocks the only loop until the neighbour's request has arrived too.
TEST_F(HttpTest, PipelinedRequestsLeaveTurnsToOthers) {
  auto options = defaults();
  options.loops = 1;
  std::mutex mutex;
  std::vector<std::string> order;  // guarded by mutex
  std::promise<void> begun, neighbour_has_sent;
  database_.on_get_item = [&](GetItemRequest request, Completion<GetItemResponse> done) {
    const std::string name = *request.table_name;
    if (name == "first") {
      begun.set_value();
      neighbour_has_sent.get_future().wait();
    }
    const std::lock_guard lock(mutex);
    order.push_back(name);
    done(GetItemResponse{});
  };
  start(options);
  const auto get = [](const std::string& table) {
    return post("GetItem", R"({"TableName":")" + table + R"(","Key":{"id":{"S":"1"}}})");
  };
  Client neighbour(port());
  EXPECT_EQ(neighbour.exchange(get("before")).status, 200);
  Client pipeline(port());
  std::string requests = get("first");
  for (int i = 0; i < 12; ++i) requests += get("more");
  pipeline.send(requests);
  begun.get_future().wait();
  neighbour.send(get("neighbour"));
  neighbour_has_sent.set_value();
  EXPECT_EQ(neighbour.read().status, 200);
  for (int i = 0; i < 13; ++i) EXPECT_EQ(pipeline.read().status, 200);
  const std::lock_guard lock(mutex);
  const auto place = std::ranges::find(order, "neighbour") - order.begin();
  EXPECT_LE(place, 4) << "of " << order.size();
}

TEST_F(HttpTest, ABodyThatWaitsForContinueIsAskedFor) {
  start();
  Client client(port());
  const std::string request = post("GetItem", kGetItem, "Expect: 100-continue\r\n");
  const std::size_t header = request.size() - kGetItem.size();
  EXPECT_EQ(client.exchange(request.substr(0, header)).status, 100);
  EXPECT_EQ(client.exchange(request.substr(header)).body, kGotItem);
}

TEST_F(HttpTest, ABodyThatIsTooLargeIsNotAskedFor) {
  start();
  Client client(port());
  client.send("POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 16777217\r\n\r\n");
  EXPECT_EQ(client.read().status, 413);
}

TEST_F(HttpTest, ConnectionCloseIsObeyed) {
  start();
  Client client(port());
  const auto answer = client.exchange(post("GetItem", kGetItem, "Connection: close\r\n"));
  EXPECT_EQ(answer.body, kGotItem);
  EXPECT_EQ(answer.headers.at("connection"), "close");
  EXPECT_TRUE(client.closed());
}

// The answer may come on the loop or on another thread.
TEST_F(HttpTest, ARequestWithoutAnOutcomeIsNotAnswered) {
  std::thread answering;
  database_.on_put_item = [](PutItemRequest, Completion<PutItemResponse> done) {
    done(fail(ErrorCode::OutcomeUnknown, "no answer"));
  };
  database_.on_delete_item = [&](DeleteItemRequest, Completion<DeleteItemResponse> done) {
    answering = std::thread([done] { done(fail(ErrorCode::OutcomeUnknown, "no answer")); });
  };
  start();
  for (const char* operation : {"PutItem", "DeleteItem"}) {
    Client client(port());
    client.send(post(operation, "{}"));
    EXPECT_TRUE(client.closed()) << operation;
    Client next(port());
    EXPECT_EQ(next.exchange(post("GetItem", kGetItem)).status, 200);
  }
  answering.join();
}

TEST_F(HttpTest, Http10ClosesUnlessAskedToStay) {
  start();
  Client once(port());
  EXPECT_EQ(once.exchange("GET / HTTP/1.0\r\n\r\n").status, 200);
  EXPECT_TRUE(once.closed());
  Client twice(port());
  const auto answer = twice.exchange("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_EQ(answer.headers.at("connection"), "keep-alive");
  EXPECT_EQ(twice.exchange("GET / HTTP/1.0\r\n\r\n").status, 200);
}

TEST_F(HttpTest, AnAnswerToHeadHasNoBody) {
  start();
  Client client(port());
  client.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(client.read(true).headers.at("content-length"), "42");
  EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).body, kGotItem);
}

TEST_F(HttpTest, TheBodyLimitIsExact) {
  auto options = defaults();
  options.max_body_bytes = 100'000;
  start(options);
  std::string body(kGetItem);
  body.resize(100'000, ' ');
  Client client(port());
  EXPECT_EQ(client.exchange(post("GetItem", body)).status, 200);
  const auto answer = client.exchange(post("GetItem", body + " "));
  EXPECT_EQ(answer.status, 413);
  EXPECT_EQ(answer.headers.at("connection"), "close");
  EXPECT_TRUE(client.closed());
}

// A client that reads only after it has sent all its bytes must still get the answer, and not a reset.
TEST_F(HttpTest, ATooLargeBodyIsReadToItsEnd) {
  start();
  Client client(port());
  client.send(post("GetItem", std::string((16 << 20) + 1, ' ')));
  EXPECT_EQ(client.read().status, 413);
}

TEST_F(HttpTest, AChunkedBodyOverTheLimitIsRefused) {
  auto options = defaults();
  options.max_body_bytes = 10;
  start(options);
  Client client(port());
  client.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nb\r\n12345678901\r\n0\r\n\r\n");
  EXPECT_EQ(client.read().status, 413);
}

TEST_F(HttpTest, AHeaderOverTheLimitIsRefused) {
  start();
  Client fits(port());
  EXPECT_EQ(fits.exchange(post("GetItem", kGetItem, "X-Long: " + std::string(60'000, 'x') + "\r\n")).status, 200);
  Client over(port());
  const auto answer = over.exchange(post("GetItem", kGetItem, "X-Long: " + std::string(70'000, 'x') + "\r\n"));
  EXPECT_EQ(answer.status, 431);
  EXPECT_THAT(answer.body, HasSubstr("larger than 65536 bytes"));
}

TEST_F(HttpTest, AnEndlessChunkHeaderIsRefused) {
  start();
  Client client(port());
  client.send("POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;" + std::string(200'000, 'x'));
  const int status = client.read().status;
  EXPECT_TRUE(status == 431 || status == 400) << status;
}

TEST_F(HttpTest, MalformedHttpGetsAnErrorAndTheEnd) {
  start();
  const std::string requests[] = {
      "nonsense\r\n\r\n",
      "GET\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "\x16\x03\x01\x02\x00\x01",
      "POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      "POST / HTTP/1.1\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
      "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
      "GET / HTTP/1.1\r\n: x\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: xchunked\r\nContent-Length: 2\r\n\r\n{}",
      "POST / HTTP/1.1\r\nTransfer-Encoding: identity\r\nContent-Length: 2\r\n\r\n{}",
      "POST / HTTP/1.1\r\nTransfer-Encoding: xchunked\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked, identity\r\n\r\n",
      "POST / HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
  };
  for (const auto& request : requests) {
    Client client(port());
    const auto answer = client.exchange(request);
    EXPECT_EQ(answer.status, 400) << request;
    EXPECT_THAT(answer.body, HasSubstr("not well-formed HTTP/1.1")) << request;
    EXPECT_TRUE(client.closed()) << request;
  }
}

TEST_F(HttpTest, ARequestThatEndsEarlyIsAnsweredIfSomeoneStillReads) {
  start();
  const std::string whole = post("GetItem", kGetItem);
  for (const std::size_t sent : {std::size_t{8}, whole.size() - 1}) {
    Client client(port());
    client.send(whole.substr(0, sent));
    client.end_sending();
    EXPECT_EQ(client.read().status, 400);
  }
}

TEST_F(HttpTest, EmptyLinesAheadOfARequestAreIgnored) {
  start();
  Client client(port());
  EXPECT_EQ(client.exchange("\r\n\r\n" + post("GetItem", kGetItem) + "\r\n").status, 200);
  EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).status, 200);
}

}  // namespace http_test
}  // namespace partita::server
