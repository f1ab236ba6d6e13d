// Which account and region a request is for, and that the server asks for their database.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <mutex>

#include "auth/sign.h"
#include "unit/server/fixture.h"

namespace partita::server {
namespace accounts_test {

using testing::HasSubstr;

// Answers ListTables with the account and the region that were asked for.
class NamedDatabases final : public Databases {
 public:
  NamedDatabases() { name(own_, "own"); }
  Served own() override { return {&own_}; }
  Result<Served> find(std::string_view account, std::string_view region) override {
    if (account == "666666666666") return fail(ErrorCode::LimitExceededException, "too many");
    const std::lock_guard lock(mutex_);
    auto& database = others_[fmt::format("{}/{}", account, region)];
    if (!database) {
      database = std::make_unique<FakeDatabase>();
      name(*database, fmt::format("{}/{}", account, region));
    }
    return Served{database.get()};
  }

 private:
  static void name(FakeDatabase& database, const std::string& name) {
    database.on_list_tables = [name](ListTablesRequest, Completion<ListTablesResponse> done) {
      done(ListTablesResponse{.table_names = std::vector<std::string>{name}});
    };
  }

  FakeDatabase own_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<FakeDatabase>> others_;
};

class AccountsTest : public testing::Test {
 protected:
  void start(Auth auth, Regions regions) {
    ServerOptions options;
    options.port = 0;
    options.loops = 1;
    options.auth = auth;
    options.regions = regions;
    options.clock = &clock_;
    options.keys = std::make_shared<auth::KeyStore>(std::make_shared<auth::AccessKeys>(
        std::vector<auth::AccessKey>{{.id = "AKIDALICE", .secret = "alice"},
                                     {.id = "AKIDBOB", .secret = "bob", .account = "222222222222"},
                                     {.id = "333333333333", .secret = "carol"}}));
    if (all_over_tls())
      options.tls = [] {
        return TlsIdentity{.certificate = test_tls_identity().certificate, .key = test_tls_identity().key};
      };
    auto started = Server::start(databases_, std::move(options));
    ASSERT_TRUE(started) << started.error();
    server_ = std::move(*started);
  }
  // The answer to a ListTables that is signed with this key.
  std::string answer_to(const Credentials& by, const std::string& region = "us-east-1") {
    auth::SigningRequest request;
    request.headers = {{"Host", fmt::format("127.0.0.1:{}", server_->port())},
                       {"X-Amz-Target", "DynamoDB_20120810.ListTables"},
                       {"Content-Type", "application/x-amz-json-1.0"}};
    request.body = "{}";
    request.region = region;
    request.now_ms = clock_.now_ms();
    std::string text = "POST / HTTP/1.1\r\n";
    for (const auto& [name, value] : request.headers) text += name + ": " + value + "\r\n";
    for (const auto& [name, value] : auth::sign(request, by)) text += name + ": " + value + "\r\n";
    return send(text + "Content-Length: 2\r\n\r\n{}");
  }
  std::string send(const std::string& text) {
    Client client(server_->port());
    client.send(text);
    return client.read().body;
  }
  static std::string tables(std::string_view name) { return fmt::format(R"({{"TableNames":["{}"]}})", name); }

  base::ManualClock clock_{1'767'225'600'000};
  NamedDatabases databases_;
  std::unique_ptr<Server> server_;
};

TEST_F(AccountsTest, AVerifiedRequestIsForTheAccountOfItsKey) {
  start(Auth::Keys, Regions::One);
  EXPECT_EQ(answer_to({"AKIDALICE", "alice"}), tables("own"));
  EXPECT_EQ(answer_to({"AKIDBOB", "bob"}), tables("222222222222/"));
  EXPECT_EQ(answer_to({"AKIDBOB", "bob"}, "eu-west-1"), tables("222222222222/"));
  // The id of a key is only a name here.
  EXPECT_EQ(answer_to({"333333333333", "carol"}), tables("own"));
  EXPECT_THAT(answer_to({"AKIDBOB", "wrong"}), HasSubstr("InvalidSignatureException"));
  EXPECT_THAT(answer_to({"222222222222", "bob"}), HasSubstr("UnrecognizedClientException"));
}

TEST_F(AccountsTest, AVerifiedRequestIsForTheRegionOfItsSignature) {
  start(Auth::Keys, Regions::Many);
  EXPECT_EQ(answer_to({"AKIDALICE", "alice"}, "eu-west-1"), tables("/eu-west-1"));
  EXPECT_EQ(answer_to({"AKIDBOB", "bob"}, "eu-west-1"), tables("222222222222/eu-west-1"));
}

TEST_F(AccountsTest, WithoutVerificationAKeyOfTwelveDigitsIsAnAccount) {
  start(Auth::Any, Regions::One);
  EXPECT_EQ(answer_to({"444444444444", "x"}), tables("444444444444/"));
  EXPECT_EQ(answer_to({"44444444444", "x"}), tables("own"));
  EXPECT_EQ(answer_to({"4444444444444", "x"}), tables("own"));
  EXPECT_EQ(answer_to({"44444444444A", "x"}), tables("own"));
  EXPECT_EQ(answer_to({"AKIDBOB", "x"}, "eu-west-1"), tables("own"));
  EXPECT_THAT(answer_to({"666666666666", "x"}), HasSubstr("LimitExceededException"));
}

TEST_F(AccountsTest, WithoutVerificationTheRegionIsThatOfTheCredential) {
  start(Auth::Any, Regions::Many);
  EXPECT_EQ(answer_to({"444444444444", "x"}, "eu-west-1"), tables("444444444444/eu-west-1"));
  EXPECT_EQ(answer_to({"AKIDBOB", "x"}, "eu-west-1"), tables("/eu-west-1"));
}

TEST_F(AccountsTest, ASignedAddressNamesAnAccountToo) {
  start(Auth::Any, Regions::Many);
  const std::string query =
      "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=444444444444%2F20260101%2Feu-west-1%2Fdynamodb%2Faws4_request"
      "&X-Amz-Date=20260101T000000Z&X-Amz-SignedHeaders=host&X-Amz-Signature=00";
  EXPECT_EQ(
      send(fmt::format("POST /?{} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n"
                       "Content-Type: application/x-amz-json-1.0\r\nContent-Length: 2\r\n\r\n{{}}",
                       query, server_->port())),
      tables("444444444444/eu-west-1"));
}

TEST_F(AccountsTest, CredentialsAreOptionalWithoutAuthentication) {
  start(Auth::Off, Regions::Many);
  EXPECT_EQ(answer_to({"444444444444", "x"}, "eu-west-1"), tables("444444444444/eu-west-1"));
  const std::string head = fmt::format(
      "POST / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n"
      "Content-Type: application/x-amz-json-1.0\r\nContent-Length: 2\r\n",
      server_->port());
  EXPECT_EQ(send(head + "\r\n{}"), tables("own"));
  EXPECT_EQ(send(head + "Authorization: Basic eDp5\r\n\r\n{}"), tables("own"));
}

TEST_F(AccountsTest, RequestsOfOneConnectionDoNotInheritAnAccount) {
  start(Auth::Off, Regions::Many);
  Client client(server_->port());
  const std::string head = fmt::format(
      "POST / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nX-Amz-Target: DynamoDB_20120810.ListTables\r\n"
      "Content-Type: application/x-amz-json-1.0\r\nContent-Length: 2\r\n",
      server_->port());
  client.send(head +
              "X-Amz-Date: 20260101T000000Z\r\nAuthorization: AWS4-HMAC-SHA256 "
              "Credential=444444444444/20260101/eu-west-1/dynamodb/aws4_request, SignedHeaders=host;x-amz-date, "
              "Signature=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\r\n\r\n{}");
  EXPECT_EQ(client.read().body, tables("444444444444/eu-west-1"));
  client.send(head + "\r\n{}");
  EXPECT_EQ(client.read().body, tables("own"));
}

}  // namespace accounts_test
}  // namespace partita::server
