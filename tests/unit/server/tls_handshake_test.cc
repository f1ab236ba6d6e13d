// TLS handshakes: versions, certificates of both sides, sessions, and handshakes that are given up or refused.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <openssl/ssl.h>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <future>
#include <mutex>

#include "unit/server/tls_fixture.h"

namespace partita::server {
namespace tls_handshake_test {

using namespace std::chrono_literals;
using testing::HasSubstr;

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

// A client would not show its certificate again, which may have expired since then.
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

}  // namespace tls_handshake_test
}  // namespace partita::server
