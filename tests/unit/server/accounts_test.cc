// Which account and region a request is for, and that the server asks for their database.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>
#include <iterator>
#include <mutex>

#include "auth/sign.h"
#include "server/logs/audit_log.h"
#include "support/temporary_directory.h"
#include "unit/server/fixture.h"

namespace partita::server {
namespace accounts_test {

using testing::HasSubstr;

// Each account has the table "shop", with the keys "pk" and "sk".
class ShopOnly final : public permissions::Tables {
 public:
  ShopOnly(std::string_view account, std::string_view region) : account_(account), region_(region) {}
  std::string_view region() const override { return region_; }
  std::string_view account() const override { return account_; }
  std::uint64_t version() const override { return 1; }
  std::shared_ptr<const permissions::StreamFacts> find_stream(std::string_view) const override { return nullptr; }
  std::shared_ptr<const permissions::TableFacts> find(std::string_view name) const override {
    if (name != "shop") return nullptr;
    permissions::TableFacts facts;
    facts.name = "shop";
    facts.partition = "pk";
    facts.sort = "sk";
    return std::make_shared<permissions::TableFacts>(std::move(facts));
  }

 private:
  const std::string account_, region_;
};

// Answers ListTables with the account and the region that were asked for.
class NamedDatabases final : public Databases {
 public:
  NamedDatabases() { name(own_, "own"); }
  Served own() override { return {&own_}; }
  Result<Served> find(std::string_view account, std::string_view region) override {
    if (account == "666666666666") return fail(ErrorCode::LimitExceededException, "too many");
    const std::lock_guard lock(mutex_);
    auto& [database, tables] = others_[fmt::format("{}/{}", account, region)];
    if (!database) {
      database = std::make_unique<FakeDatabase>();
      tables = std::make_unique<ShopOnly>(account, region.empty() ? "us-east-1" : region);
      name(*database, fmt::format("{}/{}", account, region));
    }
    return Served{database.get(), tables.get()};
  }
  std::optional<Served> find_used(std::string_view, std::string_view) override { return std::nullopt; }

 private:
  static void name(FakeDatabase& database, const std::string& name) {
    database.on_list_tables = [name](ListTablesRequest, Completion<ListTablesResponse> done) {
      done(ListTablesResponse{.table_names = std::vector<std::string>{name}});
    };
  }

  FakeDatabase own_;
  std::mutex mutex_;
  std::map<std::string, std::pair<std::unique_ptr<FakeDatabase>, std::unique_ptr<ShopOnly>>> others_;
};

class AccountsTest : public testing::Test {
 protected:
  void start(Auth auth, Regions regions, ServerOptions options = {}) {
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
    return answer_to("ListTables", "{}", by, region);
  }
  std::string answer_to(std::string_view operation, std::string_view body, const Credentials& by,
                        const std::string& region = "us-east-1") {
    auth::SigningRequest request;
    request.headers = {{"Host", fmt::format("127.0.0.1:{}", server_->port())},
                       {"X-Amz-Target", fmt::format("DynamoDB_20120810.{}", operation)},
                       {"Content-Type", "application/x-amz-json-1.0"}};
    request.body = body;
    request.region = region;
    request.now_ms = clock_.now_ms();
    std::string text = "POST / HTTP/1.1\r\n";
    for (const auto& [name, value] : request.headers) text += name + ": " + value + "\r\n";
    for (const auto& [name, value] : auth::sign(request, by)) text += name + ": " + value + "\r\n";
    return send(text + fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body));
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

TEST_F(AccountsTest, TablesOfOtherAccountsHaveMetricsOfTheirOwn) {
  ServerOptions options;
  options.labelled_tables = 1;
  options.has_table = [](std::string_view name) { return name == "shop"; };
  start(Auth::Any, Regions::One, std::move(options));
  const Credentials alice{"AKIDALICE", "x"}, bob{"222222222222", "x"}, carol{"333333333333", "x"};
  const auto put = [&](std::string_view table, const Credentials& by) {
    answer_to("PutItem", fmt::format(R"({{"TableName":"{}","Item":{{"pk":{{"S":"1"}}}}}})", table), by);
  };
  put("shop", alice);
  put("shop", bob);
  put("shop", bob);
  put("nothing", bob);
  // There is only one label for tables of others, and no name of a table leads to it.
  put("shop", carol);
  put("/222222222222/us-east-1/shop", alice);
  const std::string text = send("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto line = [](std::string_view labels, std::string_view further, int count) {
    return HasSubstr(fmt::format("partita_request_duration_seconds_count{{operation=\"PutItem\",table=\"{}\"{}}} {}\n",
                                 labels, further, count));
  };
  EXPECT_THAT(text, testing::AllOf(line("shop", "", 1), line("(other)", "", 3),
                                   line("shop", R"(,account="222222222222",region="us-east-1")", 2)));
  EXPECT_THAT(text,
              HasSubstr(R"(operation="PutItem",table="shop",class="success",outcome="ok",account="222222222222")"));
}

TEST_F(AccountsTest, RecordsOfOtherAccountsHaveTheKeysOfItems) {
  test::TemporaryDirectory directory;
  AuditOptions audit{.path = directory / "audit.log"};
  audit.shows_keys = true;
  ServerOptions options;
  options.audit = *AuditLog::open(audit, {});
  const auto log = options.audit;
  start(Auth::Keys, Regions::One, std::move(options));
  const std::string item = R"({"more":{"S":"x"},"sk":{"N":"2"},"pk":{"S":"1"}})";
  for (const char* table : {"shop", "arn:aws:dynamodb:us-east-1:222222222222:table/shop", "nothing"})
    answer_to("PutItem", fmt::format(R"({{"TableName":"{}","Item":{}}})", table, item), {"AKIDBOB", "bob"});
  log->flush();
  std::ifstream file(directory / "audit.log");
  const std::string records{std::istreambuf_iterator<char>(file), {}};
  const std::string of_shop = R"("items":[{"table":"shop","key":{"pk":{"S":"1"},"sk":{"N":"2"}}}])";
  const auto first = records.find(of_shop);
  ASSERT_NE(first, records.npos) << records;
  EXPECT_NE(records.find(of_shop, first + 1), records.npos) << records;
  EXPECT_THAT(records, HasSubstr(R"("items":[{"table":"nothing","key":{}}])"));
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
