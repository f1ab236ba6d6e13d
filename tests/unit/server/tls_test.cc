// TLS: versions, certificates of both sides, and the ways in which records and requests may meet.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <openssl/ssl.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <future>
#include <mutex>

#include "server/transport.h"
#include "unit/server/fixture.h"

namespace partita::server {
namespace tls_test {

using namespace std::chrono_literals;
using testing::HasSubstr;

class TlsTest : public ServerTest {
 protected:
  ServerOptions secure() {
    ServerOptions options = defaults();
    options.tls = [this]() -> expected<TlsIdentity, std::string> { return identity_; };
    return options;
  }
  static TlsIdentity of(const test::Identity& identity) {
    return {.certificate = identity.certificate, .key = identity.key};
  }
  ClientTls trusting(int version = 0) const { return {.trusted = authority_.certificate(), .version = version}; }
  double metric(const std::string& name) {
    const auto body = Client(port(), trusting()).exchange("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").body;
    const auto at = body.find("\n" + name + " ");
    return at == body.npos ? -1 : std::stod(body.substr(at + name.size() + 2));
  }
  double failures() { return metric("partita_tls_handshake_failures_total"); }
  // A handshake's first record, which a client sends to a server that never answers it.
  static std::string client_hello() {
    const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()), SSL_CTX_free);
    const std::unique_ptr<SSL, decltype(&SSL_free)> tls(SSL_new(context.get()), SSL_free);
    BIO* const written = BIO_new(BIO_s_mem());
    SSL_set_bio(tls.get(), BIO_new(BIO_s_mem()), written);
    SSL_set_connect_state(tls.get());
    SSL_do_handshake(tls.get());
    char* bytes = nullptr;
    const long size = BIO_get_mem_data(written, &bytes);
    return {bytes, static_cast<std::size_t>(size)};
  }
  void answer_with(std::size_t bytes) {
    database_.on_get_item = [bytes](GetItemRequest, Completion<GetItemResponse> done) {
      done(GetItemResponse{.item = Item(AttributeMap{{"a", std::string(bytes, 'x')}})});
    };
  }

  const test::Authority authority_;
  TlsIdentity identity_ = of(authority_.issue("server"));
};

constexpr int kVersions[] = {TLS1_2_VERSION, TLS1_3_VERSION};
const std::string kBothProtocols = "\x02h2\x08http/1.1";

TEST_F(TlsTest, BothVersionsAreSpoken) {
  start(secure());
  EXPECT_THAT(server_->url(), testing::StartsWith("https://127.0.0.1:"));
  for (const int version : kVersions) {
    ClientTls tls = trusting(version);
    tls.protocols = kBothProtocols;
    Client client(port(), tls);
    ASSERT_EQ(client.fault(), "");
    EXPECT_EQ(SSL_version(client.tls()), version);
    const unsigned char* protocol = nullptr;
    unsigned size = 0;
    SSL_get0_alpn_selected(client.tls(), &protocol, &size);
    EXPECT_EQ(std::string(reinterpret_cast<const char*>(protocol), size), "http/1.1");
    for (int i = 0; i < 3; ++i) EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).body, kGotItem);
  }
  EXPECT_EQ(failures(), 0);
}

TEST_F(TlsTest, WeakVersionsCiphersAndOtherProtocolsAreRefused) {
  start(secure());
  ClientTls old_version = trusting(TLS1_1_VERSION), no_aead = trusting(TLS1_2_VERSION), only_h2 = trusting();
  no_aead.ciphers = "ECDHE-ECDSA-AES128-SHA256";
  only_h2.protocols = "\x02h2";
  EXPECT_THAT(Client(port(), old_version).fault(), HasSubstr("protocol version"));
  EXPECT_THAT(Client(port(), no_aead).fault(), HasSubstr("handshake failure"));
  EXPECT_THAT(Client(port(), only_h2).fault(), HasSubstr("no application protocol"));
  EXPECT_EQ(failures(), 3);
  ClientTls aead = trusting(TLS1_2_VERSION);
  aead.ciphers = "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-ECDSA-AES128-GCM-SHA256";
  Client client(port(), aead);
  EXPECT_STREQ(SSL_get_cipher_name(client.tls()), "ECDHE-ECDSA-AES128-GCM-SHA256") << "the server chooses";
}

TEST_F(TlsTest, TheServerShowsItsWholeChain) {
  const test::Authority middle = authority_.subordinate();
  identity_ = of(middle.issue("below"));
  identity_.certificate += middle.certificate();
  start(secure());
  Client client(port(), trusting());
  EXPECT_EQ(client.fault(), "");
  EXPECT_EQ(client.server_name(), "below");
}

TEST_F(TlsTest, PlainHttpIsAnsweredInPlainHttp) {
  start(secure());
  Client client(port(), ClientTls{});
  const auto answer = client.exchange(post("GetItem", kGetItem));
  EXPECT_EQ(answer.status, 400);
  EXPECT_THAT(answer.body, HasSubstr("This port speaks TLS only: use https:// in place of http://"));
  EXPECT_EQ(answer.headers.at("connection"), "close");
  EXPECT_TRUE(client.closed());
  EXPECT_EQ(failures(), 1);
}

TEST_F(TlsTest, OnlyClientsWithTheRightCertificateAreServed) {
  const test::Authority clients, others;
  const test::Authority middle = clients.subordinate();
  identity_.client_ca = clients.certificate();
  start(secure());
  for (const int version : kVersions) {
    const auto answer_to = [&](const test::Identity& identity) {
      ClientTls tls = trusting(version);
      tls.identity = identity;
      Client client(port(), tls);
      const int status = client.fault().empty() ? client.exchange(post("GetItem", kGetItem)).status : 0;
      return std::to_string(status) + " " + client.fault();
    };
    EXPECT_EQ(answer_to(clients.issue("client")), "200 ");
    test::Identity below = middle.issue("client");
    below.certificate += middle.certificate();
    EXPECT_EQ(answer_to(below), "200 ");
    EXPECT_THAT(answer_to({}),
                testing::AllOf(HasSubstr("0 "),
                               HasSubstr(version == TLS1_3_VERSION ? "certificate required" : "handshake failure")));
    EXPECT_THAT(answer_to(others.issue("client")), testing::AllOf(HasSubstr("0 "), HasSubstr("unknown ca")));
    EXPECT_THAT(answer_to(authority_.issue("client")), HasSubstr("unknown ca"));
    EXPECT_THAT(answer_to(clients.issue("client", test::Validity::Ended)), HasSubstr("certificate expired"));
  }
}

// A client would not show its certificate again, which may have expired meanwhile.
TEST_F(TlsTest, ClientsWithCertificatesResumeNoSession) {
  const test::Authority clients;
  identity_.client_ca = clients.certificate();
  start(secure());
  for (const int version : kVersions) {
    ClientTls tls = trusting(version);
    tls.identity = clients.issue("client");
    Client first(port(), tls);
    EXPECT_EQ(first.exchange(post("GetItem", kGetItem)).status, 200);
    if (!first.session()) continue;
    tls.session = first.session();
    Client second(port(), tls);
    EXPECT_EQ(second.exchange(post("GetItem", kGetItem)).status, 200);
    EXPECT_EQ(SSL_session_reused(second.tls()), 0);
  }
}

TEST_F(TlsTest, ALongChainOfAClientIsRefused) {
  const test::Authority clients;
  identity_.client_ca = clients.certificate();
  start(secure());
  ClientTls tls = trusting();
  tls.identity = clients.issue("client");
  for (int i = 0; i < 60; ++i) tls.identity.certificate += clients.certificate();
  Client client(port(), tls);
  EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).status, 0);
}

TEST_F(TlsTest, ClientsOfAnyAuthorityInTheFileAreServed) {
  const test::Authority first, second;
  identity_.client_ca = first.certificate() + second.certificate();
  start(secure());
  for (const test::Authority* authority : {&first, &second}) {
    ClientTls tls = trusting();
    tls.identity = authority->issue("client");
    EXPECT_EQ(Client(port(), tls).exchange(post("GetItem", kGetItem)).status, 200);
  }
}

TEST_F(TlsTest, ClientCertificatesAllowOtherAddresses) {
  ServerOptions options = secure();
  options.host = "0.0.0.0";
  EXPECT_FALSE(Server::start(database_, options));
  identity_.client_ca = authority_.certificate();
  EXPECT_TRUE(Server::start(database_, options));
}

TEST_F(TlsTest, ASlowHandshakeIsGivenUp) {
  ServerOptions options = secure();
  options.header_timeout = 10ms;
  start(options);
  const std::string hello = client_hello();
  for (const std::size_t sent : {std::size_t{1}, hello.size() / 2, hello.size() - 1}) {
    Client client(port(), ClientTls{});
    client.send_raw(hello.substr(0, sent));
    EXPECT_TRUE(client.closed()) << sent;
  }
  // The server answers a complete first record, and then waits for the second one.
  Client client(port(), ClientTls{});
  client.send_raw(hello);
  EXPECT_GT(client.read_to_end().size(), 500u);
}

TEST_F(TlsTest, SlowHandshakesAreCounted) {
  ServerOptions options = secure();
  options.header_timeout = 200ms;
  options.idle_timeout = 10ms;
  start(options);
  Client slow(port(), ClientTls{}), silent(port(), ClientTls{}), gone(port(), ClientTls{});
  slow.send_raw(client_hello().substr(0, 7));
  gone.send_raw(client_hello());
  gone.end_sending_raw();
  EXPECT_TRUE(silent.closed());
  EXPECT_TRUE(slow.closed());
  gone.read_to_end();
  EXPECT_EQ(failures(), 2);
}

TEST_F(TlsTest, AHandshakeMayArriveByteByByte) {
  start(secure());
  Client client(port(), ClientTls{});
  for (const char byte : client_hello()) client.send_raw({&byte, 1});
  EXPECT_FALSE(client.closed()) << "the server's part of the handshake";
}

TEST_F(TlsTest, UnfinishedHandshakesAreGivenUpForThoseWhoFinish) {
  ServerOptions options = secure();
  options.memory_bytes = 2 << 20;
  options.stalled_after = 200ms;
  start(options);
  const std::string hello = client_hello();
  std::vector<std::unique_ptr<Client>> attackers;
  for (int i = 0; i < 100; ++i) {
    attackers.push_back(std::make_unique<Client>(port(), ClientTls{}));
    attackers.back()->send_raw(hello.substr(0, hello.size() - 1));
  }
  EXPECT_EQ(Client(port(), trusting()).exchange(post("GetItem", kGetItem)).status, 200);
  EXPECT_LE(metric("partita_memory_peak_bytes"), 2.5 * (1 << 20));
  EXPECT_GE(failures(), 1);
}

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
    // The client reads only after it has sent all. Meanwhile the server's first answer fills all buffers between them.
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

TEST_F(TlsTest, ASecondHandshakeEndsAConnection) {
  start(secure());
  Client client(port(), trusting(TLS1_2_VERSION));
  EXPECT_EQ(client.exchange(post("GetItem", kGetItem)).status, 200);
  SSL_renegotiate(client.tls());
  SSL_do_handshake(client.tls());
  char* hello = nullptr;
  const long size = BIO_get_mem_data(SSL_get_wbio(client.tls()), &hello);
  ASSERT_GT(size, 0);
  client.send_raw({hello, static_cast<std::size_t>(size)});
  EXPECT_EQ(client.read().status, 0);
}

TEST_F(TlsTest, AFirstMessageThatAnnouncesMuchIsRefused) {
  start(secure());
  Client client(port(), ClientTls{});
  // A record of 16,000 bytes with a ClientHello of 131,000.
  client.send(std::string_view("\x16\x03\x01\x3e\x80\x01\x01\xff\xb8", 9));
  client.read_to_end();
  EXPECT_EQ(failures(), 1);
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

// The metrics' connection holds memory, and nobody else.
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

TEST_F(TlsTest, SessionsAreResumedUntilTheIdentityIsLoadedAgain) {
  start(secure());
  for (const int version : kVersions) {
    ClientTls tls = trusting(version);
    Client first(port(), tls);
    EXPECT_EQ(first.exchange(post("GetItem", kGetItem)).status, 200);
    EXPECT_EQ(SSL_session_reused(first.tls()), 0);
    tls.session = first.session();
    ASSERT_TRUE(tls.session);
    Client second(port(), tls);
    EXPECT_EQ(second.exchange(post("GetItem", kGetItem)).status, 200);
    EXPECT_EQ(SSL_session_reused(second.tls()), 1);
    ASSERT_TRUE(server_->reload_tls());
    tls.session = second.session() ? second.session() : first.session();
    Client third(port(), tls);
    EXPECT_EQ(third.exchange(post("GetItem", kGetItem)).status, 200);
    EXPECT_EQ(SSL_session_reused(third.tls()), 0);
  }
}

// The Finished message of a resumed session in TLS 1.2 begins with a random byte, which must not be taken for a
// ClientHello's.
TEST_F(TlsTest, SessionsAreResumedWhateverTheirFinishedBeginsWith) {
  start(secure());
  ClientTls tls = trusting(TLS1_2_VERSION);
  Client first(port(), tls);
  EXPECT_EQ(first.exchange(post("GetItem", kGetItem)).status, 200);
  tls.session = first.session();
  ASSERT_TRUE(tls.session);
  for (int i = 0; i < 500; ++i) {
    Client resumed(port(), tls);
    ASSERT_EQ(resumed.exchange(post("GetItem", kGetItem)).status, 200) << i;
  }
}

TEST_F(TlsTest, ANewIdentityIsUsedForNewConnections) {
  start(secure());
  Client before(port(), trusting());
  EXPECT_EQ(before.server_name(), "server");
  identity_ = of(authority_.issue("renewed"));
  ASSERT_TRUE(server_->reload_tls());
  EXPECT_EQ(Client(port(), trusting()).server_name(), "renewed");
  EXPECT_EQ(before.exchange(post("GetItem", kGetItem)).status, 200);
  identity_.key = authority_.issue("other").key;
  const auto wrong = server_->reload_tls();
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error(), HasSubstr("does not belong to"));
  EXPECT_EQ(Client(port(), trusting()).server_name(), "renewed");
}

TEST_F(TlsTest, DescribeEndpointsNamesTheScheme) {
  database_.on_describe_endpoints = [](DescribeEndpointsRequest, Completion<DescribeEndpointsResponse> done) {
    done(DescribeEndpointsResponse{.endpoints = {{.address = "dynamodb.us-east-1.amazonaws.com"}}});
  };
  start(secure());
  EXPECT_EQ(Client(port(), trusting()).exchange(post("DescribeEndpoints", "{}")).body,
            R"({"Endpoints":[{"Address":"https://localhost"}]})");
}

TEST_F(TlsTest, AFailedHandshakeIsLoggedWithItsReason) {
  std::mutex mutex;
  std::string lines;
  ServerOptions options = secure();
  options.log = [&](LogLevel level, std::string_view line) {
    const std::lock_guard lock(mutex);
    if (level == LogLevel::Warning) lines.append(line).append("\n");
  };
  start(options);
  Client(port(), trusting(TLS1_1_VERSION));
  Client(port(), trusting(TLS1_1_VERSION));
  server_->stop();
  EXPECT_THAT(lines, testing::MatchesRegex("event=tls_handshake_failed peer=127.0.0.1:[0-9]+ "
                                           "reason=\"unsupported protocol\" failed_total=1\n"));
}

// The socket does not tell the address any more.
TEST_F(TlsTest, AFailedHandshakeOfAPeerThatHasResetIsLoggedWithItsAddress) {
  std::promise<std::string> line;
  ServerOptions options = secure();
  options.log = [&](LogLevel, std::string_view text) {
    if (text.find("handshake") != text.npos) line.set_value(std::string(text));
  };
  start(options);
  boost::asio::io_context io;
  boost::asio::ip::tcp::socket peer(io);
  peer.connect({boost::asio::ip::address_v4::loopback(), port()});
  const std::string address = fmt::format("127.0.0.1:{} ", peer.local_endpoint().port());
  peer.set_option(boost::asio::socket_base::linger(true, 0));  // so close() sends a reset
  boost::asio::write(peer, boost::asio::buffer(std::string_view("GET / HTTP/1.1")));
  peer.close();
  EXPECT_THAT(line.get_future().get(), HasSubstr("event=tls_handshake_failed peer=" + address));
}

TEST_F(TlsTest, AWrongIdentityStopsTheStart) {
  identity_.key.clear();
  const auto server = Server::start(database_, secure());
  ASSERT_FALSE(server);
  EXPECT_THAT(server.error(), HasSubstr("has no private key"));
  ServerOptions plain = defaults();
  plain.tls = nullptr;
  start(plain);
  EXPECT_FALSE(server_->reload_tls());
}

}  // namespace tls_test
}  // namespace partita::server
