// STS on the server's port: signatures, answers in XML, and sessions that are used for DynamoDB.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "auth/sign.h"
#include "identities/changes.h"
#include "identities/directory.h"
#include "identities/store.h"
#include "support/temporary_directory.h"
#include "unit/server/fixture.h"

namespace partita::server {
namespace sts_test {

using testing::HasSubstr;
using testing::StartsWith;

class StsTest : public ServerTest {
 protected:
  StsTest() {
    const auto filled = store_->change([&](identities::Contents& contents, const identities::MasterKey& master) {
      identities::Account& account = **account_for(contents, "123456789012");
      identities::User& alice = **create_user(account, {.name = "alice"}, 1);
      const auto key = *create_key(alice.keys, master, std::nullopt, 1);
      alice_ = {key.id, key.secret};
      return identities::Done();
    });
    EXPECT_TRUE(filled);
  }
  void start_with(Auth auth = Auth::Keys, std::shared_ptr<AuditLog> audit = nullptr) {
    ServerOptions options = defaults();
    options.audit = std::move(audit);
    options.loops = 1;
    options.auth = auth;
    options.keys =
        std::make_shared<auth::KeyStore>(*identities::make_key_table(store_->contents(), store_->master_key(), {}, ""));
    options.clock = &clock_;
    start(std::move(options));
  }
  HttpAnswer send(const std::string& service, std::vector<std::pair<std::string, std::string>> headers,
                  const std::string& body, const Credentials& by) {
    auth::SigningRequest request;
    request.headers = std::move(headers);
    request.headers.emplace_back("Host", fmt::format("127.0.0.1:{}", port()));
    request.body = body;
    request.region = "us-east-1";
    request.service = service;
    request.now_ms = clock_.now_ms();
    std::string text = "POST / HTTP/1.1\r\n";
    for (const auto& [name, value] : request.headers) text += name + ": " + value + "\r\n";
    for (const auto& [name, value] : auth::sign(request, by)) text += name + ": " + value + "\r\n";
    Client client(port());
    return client.exchange(text + fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body));
  }
  HttpAnswer sts(const std::string& form, const Credentials& by, const std::string& service = "sts") {
    return send(service, {{"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"}},
                form + "&Version=2011-06-15", by);
  }
  int get_item(const Credentials& by) {
    return send("dynamodb",
                {{"Content-Type", "application/x-amz-json-1.0"}, {"X-Amz-Target", "DynamoDB_20120810.GetItem"}},
                std::string(kGetItem), by)
        .status;
  }
  static std::string element(const std::string& xml, const std::string& name) {
    const auto from = xml.find("<" + name + ">") + name.size() + 2;
    return xml.substr(from, xml.find("</" + name + ">") - from);
  }

  const std::unique_ptr<identities::Store> store_ = identities::Store::in_memory();
  base::ManualClock clock_{1'767'225'600'000};
  Credentials alice_;
};

TEST_F(StsTest, AnswersInXmlWithTheIdOfTheRequest) {
  start_with();
  const HttpAnswer answer = sts("Action=GetCallerIdentity", alice_);
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.headers.at("content-type"), "text/xml");
  EXPECT_THAT(answer.body, StartsWith("<GetCallerIdentityResponse xmlns=\"https://sts.amazonaws.com/doc/2011-06-15/\">"
                                      "<GetCallerIdentityResult><Arn>arn:aws:iam::123456789012:user/alice</Arn>"));
  EXPECT_EQ(element(answer.body, "RequestId"), answer.headers.at("x-amzn-requestid"));
  EXPECT_EQ(element(answer.body, "RequestId").size(), 36u);
}

TEST_F(StsTest, RefusalsHaveTheCodesOfSts) {
  start_with();
  const auto refusal = [&](const HttpAnswer& answer) {
    return fmt::format("{} {}", answer.status, element(answer.body, "Code"));
  };
  EXPECT_EQ(refusal(sts("Action=GetCallerIdentity", {"AKIDNOBODY", "x"})), "403 InvalidClientTokenId");
  EXPECT_EQ(refusal(sts("Action=GetCallerIdentity", {alice_.access_key_id, "x"})), "403 SignatureDoesNotMatch");
  EXPECT_EQ(refusal(sts("Action=GetCallerIdentity", alice_, "dynamodb")), "403 SignatureDoesNotMatch");
  EXPECT_EQ(refusal(sts("Action=Nonsense", alice_)), "400 InvalidAction");
  EXPECT_EQ(refusal(sts("Action=AssumeRole&RoleArn=" + std::string(300'000, '"'), alice_)),
            "413 RequestEntityTooLarge");
  EXPECT_EQ(refusal(sts("Action=AssumeRole&RoleSessionName=s1&RoleArn=arn:aws:iam::123456789012:role/none", alice_)),
            "403 AccessDenied");
  Client client(port());
  const HttpAnswer unsigned_get =
      client.exchange("GET /?Action=GetCallerIdentity&Version=2011-06-15 HTTP/1.1\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(refusal(unsigned_get), "403 MissingAuthenticationToken");
  EXPECT_THAT(client.exchange("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").body, StartsWith("healthy"));
  // A signature for STS is not valid for DynamoDB.
  EXPECT_EQ(send("sts", {{"Content-Type", "application/x-amz-json-1.0"}, {"X-Amz-Target", "DynamoDB_20120810.GetItem"}},
                 std::string(kGetItem), alice_)
                .status,
            400);
}

TEST_F(StsTest, ASessionIsUsedForDynamoDbUntilItExpires) {
  start_with();
  const std::string xml = sts("Action=GetSessionToken&DurationSeconds=900", alice_).body;
  const Credentials session{element(xml, "AccessKeyId"), element(xml, "SecretAccessKey"), element(xml, "SessionToken")};
  EXPECT_EQ(get_item(session), 200);
  EXPECT_EQ(get_item(session), 200);
  EXPECT_EQ(get_item({session.access_key_id, session.secret_access_key}), 400);
  EXPECT_EQ(sts("Action=GetCallerIdentity", session).status, 200);
  clock_.advance_ms(900'000);
  EXPECT_EQ(get_item(session), 400);
  EXPECT_EQ(element(sts("Action=GetCallerIdentity", session).body, "Code"), "ExpiredToken");
  // It survives a restart, because the server remembers no sessions.
  clock_.advance_ms(-1);
  start_with();
  EXPECT_EQ(get_item(session), 200);
}

TEST_F(StsTest, TheAuditLogNamesTheOperationAndNoSecret) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "audit.log";
  AuditOptions audit;
  audit.path = path;
  audit.on_failure = AuditOptions::OnFailure::Refuse;
  const std::shared_ptr<AuditLog> log = *AuditLog::open(std::move(audit), {});
  start_with(Auth::Keys, log);
  const std::string xml = sts("Action=GetSessionToken", alice_).body;
  sts("Action=AssumeRole&RoleSessionName=s1&RoleArn=arn:aws:iam::123456789012:role/none", alice_);
  log->flush();
  std::stringstream written;
  written << std::ifstream(path).rdbuf();
  EXPECT_THAT(written.str(), HasSubstr(R"("operation":"GetSessionToken")"));
  EXPECT_THAT(written.str(), HasSubstr(R"("role":"arn:aws:iam::123456789012:role/none","session":"s1")"));
  EXPECT_THAT(written.str(), HasSubstr(alice_.access_key_id));
  EXPECT_THAT(written.str(), testing::Not(HasSubstr(element(xml, "SecretAccessKey"))));
  EXPECT_THAT(written.str(), testing::Not(HasSubstr(element(xml, "SessionToken"))));
  // While the log cannot be written, no caller gets a session.
  std::filesystem::remove(path);
  std::filesystem::create_symlink("/dev/full", path);
  log->reopen();
  EXPECT_EQ(sts("Action=GetSessionToken", alice_).status, 200);
  log->flush();
  const HttpAnswer refused = sts("Action=GetSessionToken", alice_);
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(element(refused.body, "Code"), "ServiceUnavailable");
}

TEST_F(StsTest, IsThereOnlyIfSignaturesAreVerified) {
  start_with(Auth::Any);
  EXPECT_EQ(sts("Action=GetCallerIdentity", alice_).status, 404);
}

}  // namespace sts_test
}  // namespace partita::server
