// Requests to a server that asks policies, over a fake database.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "auth/sign.h"
#include "iam/identity.h"
#include "unit/server/fixture.h"

namespace partita::server {
namespace permissions_test {

using testing::AllOf;
using testing::HasSubstr;

// One table without indexes.
class OneTable final : public permissions::Tables {
 public:
  std::string_view region() const override { return "us-east-1"; }
  std::string_view account() const override { return "123456789012"; }
  std::uint64_t version() const override { return 1; }
  std::shared_ptr<const permissions::StreamFacts> find_stream(std::string_view) const override { return nullptr; }
  std::shared_ptr<const permissions::TableFacts> find(std::string_view name) const override {
    if (name != "t") return nullptr;
    permissions::TableFacts facts;
    facts.name = "t";
    facts.arn = "arn:aws:dynamodb:us-east-1:123456789012:table/t";
    facts.partition = "id";
    return std::make_shared<const permissions::TableFacts>(std::move(facts));
  }
};

class PermissionsTest : public ServerTest {
 protected:
  // A server for alice with a policy of these statements, and for bob without an identity.
  void start_with(const std::string& statements) {
    auto policy = iam::Policy::parse("p", R"({"Version": "2012-10-17", "Statement": [)" + statements + "]}",
                                     iam::PolicyType::Identity);
    ASSERT_TRUE(policy) << policy.error().message;
    std::vector<auth::AccessKey> keys{{"AKIDALICE", "alice"}, {"AKIDBOB", "bob"}};
    keys[0].identity = std::make_shared<const iam::Identity>(
        *iam::Principal::of_arn("arn:aws:iam::123456789012:user/alice"),
        std::vector{std::make_shared<const iam::Policy>(std::move(*policy))}, nullptr);
    ServerOptions options = defaults();
    options.loops = 1;
    options.auth = Auth::Iam;
    options.keys = std::make_shared<auth::KeyStore>(std::make_shared<auth::AccessKeys>(std::move(keys)));
    options.tables = std::make_shared<OneTable>();
    options.clock = &clock_;
    start(std::move(options));
  }
  std::string ask(const std::string& operation, const std::string& body,
                  const Credentials& by = {"AKIDALICE", "alice"}) {
    auth::SigningRequest request;
    request.headers = {{"Host", fmt::format("127.0.0.1:{}", port())},
                       {"X-Amz-Target", "DynamoDB_20120810." + operation},
                       {"Content-Type", "application/x-amz-json-1.0"}};
    request.body = body;
    request.region = "us-east-1";
    request.now_ms = clock_.now_ms();
    std::string text = "POST / HTTP/1.1\r\n";
    for (const auto& [name, value] : request.headers) text += name + ": " + value + "\r\n";
    for (const auto& [name, value] : auth::sign(request, by)) text += name + ": " + value + "\r\n";
    Client client(port());
    const auto answer = client.exchange(text + fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body));
    return fmt::format("{} {}", answer.status, answer.body);
  }
  std::string metrics() {
    Client client(port());
    return client.exchange("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").body;
  }

  base::ManualClock clock_{1'767'225'600'000};
};

constexpr const char* kOwn = R"({"Effect": "Allow", "Action": "*", "Resource": "*",
    "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": ["1"]}}})";

TEST_F(PermissionsTest, TheDatabaseSeesOnlyWhatIsAllowed) {
  start_with(kOwn);
  int seen = 0;
  const auto answer_get = database_.on_get_item;
  database_.on_get_item = [&](GetItemRequest request, Completion<GetItemResponse> done) {
    ++seen;
    answer_get(std::move(request), std::move(done));
  };
  EXPECT_EQ(ask("GetItem", std::string(kGetItem)), "200 " + std::string(kGotItem));
  EXPECT_EQ(
      ask("GetItem", R"({"TableName":"t","Key":{"id":{"S":"2"}}})"),
      R"(400 {"__type":"com.amazon.coral.service#AccessDeniedException","message":)"
      R"("User: arn:aws:iam::123456789012:user/alice is not authorized to perform: dynamodb:GetItem on resource: )"
      R"(arn:aws:dynamodb:us-east-1:123456789012:table/t because no identity-based policy allows the )"
      R"(dynamodb:GetItem action"})");
  EXPECT_THAT(ask("GetItem", std::string(kGetItem), {"AKIDBOB", "bob"}), HasSubstr("AccessDeniedException"));
  EXPECT_EQ(seen, 1);
  // Malformed JSON comes before the permission, and the permission before the answer of the database.
  EXPECT_THAT(ask("GetItem", "{"), HasSubstr("SerializationException"));
  EXPECT_THAT(ask("GetItem", R"({"TableName":"t","Key":{}})"), HasSubstr("AccessDeniedException"));
  EXPECT_EQ(seen, 1);
  EXPECT_THAT(metrics(), HasSubstr("\npartita_permission_denials_total 3\n"));
}

TEST_F(PermissionsTest, AStatementOfABatchFailsAlone) {
  start_with(kOwn);
  std::vector<std::string> seen;
  database_.on_batch_execute_statement = [&](BatchExecuteStatementRequest request,
                                             Completion<BatchExecuteStatementResponse> done) {
    BatchExecuteStatementResponse response;
    for (const auto& one : *request.statements) {
      seen.push_back(*one.statement);
      response.responses.push_back({.table_name = one.parameters->front().s()});
    }
    done(std::move(response));
  };
  const auto statement = [](const char* id, const char* name) {
    return fmt::format(R"({{"Statement":"SELECT * FROM t WHERE id = '{}' AND a = ?","Parameters":[{{"S":"{}"}}]}})", id,
                       name);
  };
  const auto batch = [&](const std::vector<std::string>& statements) {
    return ask("BatchExecuteStatement", fmt::format(R"({{"Statements":[{}]}})", fmt::join(statements, ",")));
  };
  const std::string mixed = batch({statement("2", "a"), statement("1", "b"), statement("2", "c"), statement("1", "d")});
  EXPECT_EQ(seen.size(), 2u);
  // The answers keep their places.
  const auto first = mixed.find("AccessDenied"), b = mixed.find("\"TableName\":\"b\""),
             second = mixed.find("AccessDenied", b), d = mixed.find("\"TableName\":\"d\"");
  EXPECT_TRUE(first < b && b < second && second < d && d != mixed.npos) << mixed;
  EXPECT_THAT(batch({statement("2", "a")}), AllOf(HasSubstr("200 "), HasSubstr("dynamodb:PartiQLSelect on resource")));
  // Too many are refused as a whole if one is denied.
  std::vector<std::string> many(26, statement("1", "a"));
  many.back() = statement("2", "a");
  EXPECT_THAT(batch(many), HasSubstr("400 "));
  EXPECT_EQ(seen.size(), 2u);
}

TEST_F(PermissionsTest, NeedsKeysAndTables) {
  ServerOptions options = defaults();
  options.auth = Auth::Iam;
  const auto without_keys = Server::start(database_, options);
  ASSERT_FALSE(without_keys);
  EXPECT_THAT(without_keys.error(), HasSubstr("signatures cannot be verified without keys"));
  options.keys = std::make_shared<auth::KeyStore>(std::make_shared<auth::AccessKeys>(std::vector<auth::AccessKey>{}));
  const auto without_tables = Server::start(database_, options);
  ASSERT_FALSE(without_tables);
  EXPECT_THAT(without_tables.error(), HasSubstr("policies cannot be asked without the tables"));
}

}  // namespace permissions_test
}  // namespace partita::server
