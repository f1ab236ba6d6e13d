// Each source of credentials by itself.
#include <fstream>

#include "client/credentials/container.h"
#include "client/credentials/environment.h"
#include "client/credentials/imds.h"
#include "client/credentials/process.h"
#include "client/credentials/profile.h"
#include "support/temporary_directory.h"
#include "unit/client/remote_fixture.h"

namespace partita::client {
namespace sources_test {

constexpr const char* kDocument =
    R"({"Code":"Success","Type":"AWS-HMAC","AccessKeyId":"key","SecretAccessKey":"secret","Token":"token","Expiration":"2015-08-30T18:36:00Z"})";
constexpr std::int64_t kExpiresMs = 1'440'959'760'000;

void expect_found(const CredentialsResult& result, const Credentials& expected) {
  ASSERT_TRUE(result) << result.error().message;
  ASSERT_TRUE(*result);
  EXPECT_EQ((*result)->credentials, expected);
}
void expect_nothing(const CredentialsResult& result) {
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_FALSE(*result);
}
void expect_error(const CredentialsResult& result, const std::string& part) {
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::MissingAuthenticationTokenException);
  EXPECT_NE(result.error().message.find(part), std::string::npos) << result.error().message;
}

TEST(EnvironmentCredentials, are_both_keys_and_perhaps_a_token) {
  expect_nothing(credentials_from(environment_of({{"AWS_SESSION_TOKEN", "t"}})));
  expect_found(credentials_from(environment_of({{"AWS_ACCESS_KEY_ID", "k"}, {"AWS_SECRET_ACCESS_KEY", "s"}})),
               {"k", "s"});
  expect_found(credentials_from(environment_of(
                   {{"AWS_ACCESS_KEY_ID", "k"}, {"AWS_SECRET_ACCESS_KEY", "s"}, {"AWS_SESSION_TOKEN", "t"}})),
               {"k", "s", "t"});
  expect_found(credentials_from(environment_of(
                   {{"AWS_ACCESS_KEY_ID", "k"}, {"AWS_SECRET_ACCESS_KEY", "s"}, {"AWS_ACCOUNT_ID", "123456789012"}})),
               {"k", "s", {}, "123456789012"});
  expect_error(credentials_from(environment_of({{"AWS_ACCESS_KEY_ID", "k"}})), "AWS_SECRET_ACCESS_KEY is not");
  expect_error(credentials_from(environment_of({{"AWS_SECRET_ACCESS_KEY", "s"}})), "AWS_ACCESS_KEY_ID is not");
}

class ProfileTest : public ::testing::Test {
 protected:
  void write(const std::string& name, const std::string& text) { std::ofstream(path(name)) << text; }
  std::string path(const std::string& name) const { return directory_.string() + "/" + name; }
  Profile load(const std::string& wanted = "", Variables more = {}) {
    more.emplace("AWS_SHARED_CREDENTIALS_FILE", path("credentials"));
    more.emplace("AWS_CONFIG_FILE", path("config"));
    return load_profile(wanted, environment_of(std::move(more)));
  }
  const test::TemporaryDirectory directory_;
};

TEST_F(ProfileTest, is_read_from_both_files_the_credentials_file_first) {
  write("credentials",
        "# mine\n[default]\naws_access_key_id = k0\naws_secret_access_key=s0\n\n"
        "[work]\nAWS_ACCESS_KEY_ID = k1 ; old\naws_secret_access_key = s1#;=/+ # really\naws_session_token = t1\n"
        "aws_account_id = 123456789012\n");
  write("config",
        "[default]\nregion = eu-west-1\naws_access_key_id = other\n"
        "[ profile \t\"work\" ]\nregion=eu-west-2\ns3 =\n  region = nested\n[work]\nregion = not a profile here\n");
  expect_found(credentials_from(load()), {"k0", "s0"});
  EXPECT_EQ(load().settings.at("region"), "eu-west-1");
  expect_found(credentials_from(load("work")), {"k1", "s1#;=/+", "t1", "123456789012"});
  EXPECT_EQ(load("work").settings.at("region"), "eu-west-2");
  expect_found(credentials_from(load("", {{"AWS_PROFILE", "work"}})), {"k1", "s1#;=/+", "t1", "123456789012"});
  expect_found(credentials_from(load("default", {{"AWS_PROFILE", "work"}})), {"k0", "s0"});
}

TEST_F(ProfileTest, is_in_the_home_directory_unless_told_otherwise) {
  std::filesystem::create_directory(path(".aws"));
  write(".aws/credentials", "[default]\naws_access_key_id=k\naws_secret_access_key=s\n");
  expect_found(credentials_from(load_profile("", environment_of({{"HOME", directory_.string()}}))), {"k", "s"});
  write("elsewhere", "[default]\naws_access_key_id=k2\naws_secret_access_key=s\n");
  expect_found(credentials_from(load_profile("", environment_of({{"HOME", directory_.string()},
                                                                 {"AWS_SHARED_CREDENTIALS_FILE", "~/elsewhere"}}))),
               {"k2", "s"});
}

TEST_F(ProfileTest, must_exist_when_it_was_asked_for) {
  expect_nothing(credentials_from(load()));
  expect_error(credentials_from(load("work")), "The profile work is in neither");
  expect_error(credentials_from(load("", {{"AWS_PROFILE", "work"}})), "The profile work is in neither");
}

TEST_F(ProfileTest, says_what_it_lacks_or_what_is_not_followed) {
  write("config",
        "[profile half]\naws_access_key_id = k\n[profile role]\nrole_arn = arn:aws:iam::1:role/r\nsource_profile = x\n"
        "[profile sso]\nsso_session = s\n[profile region]\nregion = eu-west-1\nno setting\n[broken\naws_access_key_id "
        "= b\n");
  expect_error(credentials_from(load("half")), "only one of");
  expect_error(credentials_from(load("role")), "has role_arn");
  expect_error(credentials_from(load("sso")), "has sso_session");
  expect_nothing(credentials_from(load("region")));
}

TEST_F(ProfileTest, may_name_a_process) {
  write(
      "answer",
      R"({"Version":1,"AccessKeyId":"k","SecretAccessKey":"s","SessionToken":"t","AccountId":"123456789012","Expiration":"2015-08-30T20:36:00+02:00"})");
  write("config", "[profile p]\ncredential_process = cat \"" + path("answer") + "\"\n");
  const auto found = credentials_from(load("p"));
  expect_found(found, {"k", "s", "t", "123456789012"});
  EXPECT_EQ((*found)->expires_ms, kExpiresMs);
}

TEST(ProcessCredentials, say_what_went_wrong_but_not_what_was_printed) {
  expect_error(credentials_of_process("echo hidden; exit 3"), "failed with exit status 3");
  expect_error(credentials_of_process("printf hidden_text"), "did not answer with a JSON object");
  expect_error(credentials_of_process("printf '{\"AccessKeyId\":\"k\"}'"), "without AccessKeyId and SecretAccessKey");
  expect_error(
      credentials_of_process("printf '{\"AccessKeyId\":\"k\",\"SecretAccessKey\":\"s\",\"Expiration\":\"soon\"}'"),
      "Expiration soon");
}

TEST(ContainerCredentials, come_from_the_full_uri_with_the_token) {
  ScriptedServer server({{.body = kDocument}});
  const auto found =
      credentials_from_container(environment_of({{"AWS_CONTAINER_CREDENTIALS_FULL_URI", server.url() + "/role?x=1"},
                                                 {"AWS_CONTAINER_AUTHORIZATION_TOKEN", "Bearer b"}}));
  expect_found(found, {"key", "secret", "token"});
  EXPECT_EQ((*found)->expires_ms, kExpiresMs);
  const auto request = server.seen().front();
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.target, "/role?x=1");
  EXPECT_EQ(request.headers.at("authorization"), "Bearer b");
}

TEST(ContainerCredentials, take_the_token_of_a_file_first_and_read_it_each_time) {
  const test::TemporaryDirectory directory;
  const std::string path = directory.string() + "/token";
  ScriptedServer server({{.body = kDocument}, {.body = kDocument}});
  const auto environment = environment_of({{"AWS_CONTAINER_CREDENTIALS_FULL_URI", server.url()},
                                           {"AWS_CONTAINER_AUTHORIZATION_TOKEN", "ignored"},
                                           {"AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE", path}});
  expect_error(credentials_from_container(environment), "holds no token");
  for (const char* token : {"one", "two"}) {
    std::ofstream(path) << token << '\n';
    expect_found(credentials_from_container(environment), {"key", "secret", "token"});
    EXPECT_EQ(server.seen().back().headers.at("authorization"), token);
  }
  std::ofstream(path) << "a\r\nHost: b";
  expect_error(credentials_from_container(environment), "more than one line");
}

TEST(ContainerCredentials, are_asked_for_again_where_the_agent_stumbles) {
  ScriptedServer server({ScriptedAnswer::breaks(), {.status = 500}, {.body = kDocument}, {.status = 404}});
  const auto environment = environment_of({{"AWS_CONTAINER_CREDENTIALS_FULL_URI", server.url()}});
  expect_found(credentials_from_container(environment), {"key", "secret", "token"});
  expect_error(credentials_from_container(environment), "answered HTTP status 404");
  EXPECT_EQ(server.seen().size(), 4u);
}

TEST(ContainerCredentials, go_in_the_open_to_known_hosts_alone) {
  expect_nothing(credentials_from_container(environment_of({})));
  for (const char* url : {"http://169.254.170.2/a", "http://169.254.170.23/a", "http://[fd00:ec2::23]/a",
                          "http://localhost:1/", "http://127.0.0.2/", "http://[::1]/"})
    EXPECT_TRUE(may_use_plain_http(url)) << url;
  for (const char* url :
       {"http://169.254.170.3/a", "http://example.com/", "http://localhost.example.com/", "http://1.127.0.0/", "x"}) {
    EXPECT_FALSE(may_use_plain_http(url)) << url;
    expect_error(credentials_from_container(environment_of({{"AWS_CONTAINER_CREDENTIALS_FULL_URI", url}})),
                 "neither https nor");
  }
}

class InstanceTest : public ::testing::Test {
 protected:
  CredentialsResult ask(const ScriptedServer& server, Variables more = {}) {
    more.emplace("AWS_EC2_METADATA_SERVICE_ENDPOINT", server.url() + "/");
    return credentials_from_instance(environment_of(std::move(more)));
  }
};

TEST_F(InstanceTest, gives_a_token_then_the_role_then_its_credentials) {
  ScriptedServer server({{.body = "session"}, {.body = "my-role\n"}, {.body = kDocument}});
  const auto found = ask(server);
  expect_found(found, {"key", "secret", "token"});
  EXPECT_EQ((*found)->expires_ms, kExpiresMs);
  const auto seen = server.seen();
  ASSERT_EQ(seen.size(), 3u);
  EXPECT_EQ(seen[0].method, "PUT");
  EXPECT_EQ(seen[0].target, "/latest/api/token");
  EXPECT_EQ(seen[0].headers.at("x-aws-ec2-metadata-token-ttl-seconds"), "21600");
  EXPECT_EQ(seen[1].target, "/latest/meta-data/iam/security-credentials/");
  EXPECT_EQ(seen[2].target, "/latest/meta-data/iam/security-credentials/my-role");
  for (const int i : {1, 2}) {
    EXPECT_EQ(seen[i].method, "GET");
    EXPECT_EQ(seen[i].headers.at("x-aws-ec2-metadata-token"), "session");
  }
}

TEST_F(InstanceTest, is_not_asked_when_disabled) {
  ScriptedServer server;
  expect_nothing(ask(server, {{"AWS_EC2_METADATA_DISABLED", "TRUE"}}));
  EXPECT_TRUE(server.seen().empty());
}

TEST_F(InstanceTest, has_nothing_where_it_is_no_instance_or_has_no_role) {
  ScriptedServer no_token(std::vector<ScriptedAnswer>{{.status = 403}});
  expect_nothing(ask(no_token));
  EXPECT_EQ(no_token.seen().size(), 1u);  // and version 1 is not tried
  ScriptedServer no_role(std::vector<ScriptedAnswer>{{.body = "session"}, {.status = 404}});
  expect_nothing(ask(no_role));
}

TEST_F(InstanceTest, says_that_its_role_gives_no_credentials) {
  ScriptedServer server({{.body = "session"},
                         {.body = "role"},
                         {.body = R"({"Code":"AssumeRoleUnauthorizedAccess","Message":"not trusted"})"}});
  expect_error(ask(server), "AssumeRoleUnauthorizedAccess: not trusted");
}

TEST(ChainTest, takes_the_first_that_is_configured_and_stops_at_what_fails) {
  const CredentialsSource nothing = [] { return std::nullopt; };
  const CredentialsSource a = [] { return FoundCredentials{{"a", "s"}}; };
  const CredentialsSource b = [] { return FoundCredentials{{"b", "s"}}; };
  const CredentialsSource failing = [] { return no_credentials("broken"); };
  expect_found(chain({nothing, a, b})(), {"a", "s"});
  expect_error(chain({nothing, failing, b})(), "broken");
  expect_error(chain({nothing, nothing})(), "There are no credentials");
}

}  // namespace sources_test
}  // namespace partita::client
