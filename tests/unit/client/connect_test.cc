// The effect of the options and the environment on connect.
#include <fstream>

#include "client/account_endpoint.h"
#include "support/temporary_directory.h"
#include "unit/client/remote_fixture.h"

namespace partita::client {
namespace connect_test {

Result<std::unique_ptr<Database>> connect_in(Variables variables, const std::string& endpoint,
                                             ConnectOptions options = {}) {
  variables.emplace("HOME", "/nonexistent");
  return connect(endpoint, options, {.environment = environment_of(std::move(variables))});
}

TEST(ConnectOptionsTest, what_is_wrong_is_refused) {
  struct Case {
    const char* what;
    Variables variables;
    const char* endpoint;
    ConnectOptions options;
    const char* message;
  };
  const Credentials keys{"id", "secret"};
  for (const Case& c :
       {Case{"no region", {}, "", {}, "No region is known"},
        Case{"no region for another's endpoint", {}, "https://db.example.com", {}, "No region is known"},
        Case{"endpoint", {}, "db.example.com", {}, "The endpoint db.example.com is"},
        Case{"endpoint of the environment", {{"AWS_ENDPOINT_URL", "ftp://x"}}, "", {}, "The endpoint ftp://x"},
        Case{"attempts", {{"AWS_MAX_ATTEMPTS", "4x"}}, "http://127.0.0.1:1", {}, "AWS_MAX_ATTEMPTS is 4x"},
        Case{"negative", {}, "http://127.0.0.1:1", {.max_attempts = -1}, "max_attempts"},
        Case{"no connection", {}, "http://127.0.0.1:1", {.max_connections = 0}, "max_connections"},
        Case{"no time", {}, "http://127.0.0.1:1", {.request_timeout = std::chrono::milliseconds(0)}, "at least 1 ms"},
        Case{"account",
             {},
             "http://127.0.0.1:1",
             {.credentials = Credentials{"id", "secret", {}, "1234"}},
             "account_id"},
        Case{"half a key", {}, "http://127.0.0.1:1", {.credentials = Credentials{"id", ""}}, "credentials need"}}) {
    const auto database = connect_in(c.variables, c.endpoint, c.options);
    ASSERT_FALSE(database) << c.what;
    EXPECT_EQ(database.error().code, ErrorCode::ValidationException) << c.what;
    EXPECT_NE(database.error().message.find(c.message), std::string::npos) << database.error().message;
  }
}

TEST(ConnectOptionsTest, a_region_or_an_endpoint_that_names_one_suffices) {
  EXPECT_TRUE(connect_in({{"AWS_REGION", "eu-west-1"}}, ""));
  EXPECT_TRUE(connect_in({{"AWS_DEFAULT_REGION", "eu-west-1"}}, ""));
  EXPECT_TRUE(connect_in({}, "", {.region = "eu-west-1"}));
  EXPECT_TRUE(connect_in({}, "https://dynamodb.eu-west-1.amazonaws.com"));
  EXPECT_TRUE(connect_in({}, "http://127.0.0.1:1"));
}

// No host has these names, so the error of a request names the host that it was sent to.
TEST(AccountEndpointsTest, requests_go_to_the_host_of_the_account_if_it_is_known) {
  const auto reached = [](Variables variables, ConnectOptions options, const std::string& endpoint = {}) {
    options.max_attempts = 1;
    variables.emplace("AWS_REGION", "none-1");
    variables.emplace("AWS_ACCESS_KEY_ID", "id");
    variables.emplace("AWS_SECRET_ACCESS_KEY", "secret");
    const auto database = connect_in(std::move(variables), endpoint, std::move(options));
    if (!database) return database.error().message;
    return (*database)->get_item(test::get_request("t", {{"pk", "a"}})).error().message;
  };
  const auto expect_host = [](const std::string& message, const std::string& host) {
    EXPECT_EQ(message.rfind("Cannot reach https://" + host + "/: ", 0), 0u) << message;
  };
  const std::string regional = "dynamodb.none-1.amazonaws.com", own = "123456789012.ddb.none-1.amazonaws.com";
  const Variables known{{"AWS_ACCOUNT_ID", "123456789012"}};
  const auto with = [&](const std::string& mode) {
    Variables variables = known;
    variables["AWS_ACCOUNT_ID_ENDPOINT_MODE"] = mode;
    return variables;
  };
  expect_host(reached({}, {}), regional);
  expect_host(reached(known, {}), own);
  expect_host(reached({}, {.credentials = Credentials{"id", "secret", {}, "123456789012"}}), own);
  expect_host(reached(with("disabled"), {}), regional);
  expect_host(reached(with("required"), {}), own);
  expect_host(reached(with("disabled"), {.account_endpoints = AccountEndpoints::Required}), own);
  // A named endpoint stays.
  expect_host(reached(with("required"), {}, "https://dynamodb.none-1.amazonaws.com"), regional);

  const auto expect_part = [](const std::string& message, const char* part) {
    EXPECT_NE(message.find(part), std::string::npos) << message;
  };
  expect_part(reached({{"AWS_ACCOUNT_ID_ENDPOINT_MODE", "required"}}, {}), "do not tell the account");
  expect_part(reached({{"AWS_ACCOUNT_ID", "12345678901"}}, {}), "not a number of 12 digits");
  expect_part(reached(with("sometimes"), {}), "AWS_ACCOUNT_ID_ENDPOINT_MODE is sometimes");
  expect_part(reached(with("required"), {.region = "cn-north-1"}), "the region cn-north-1 has none");
}

TEST(AccountEndpointsTest, streams_and_china_keep_the_regional_host) {
  const Endpoint regional = parse_endpoint(amazon_endpoint("eu-west-1")).value();
  const auto endpoint = endpoint_of_account(regional, AccountEndpoints::Preferred, "eu-west-1", "123456789012").value();
  EXPECT_EQ(endpoint.url, "https://123456789012.ddb.eu-west-1.amazonaws.com/");
  EXPECT_EQ(endpoint.host, "123456789012.ddb.eu-west-1.amazonaws.com");
  EXPECT_EQ(endpoint.stream_host, "streams.dynamodb.eu-west-1.amazonaws.com");
  EXPECT_EQ(find_account_endpoints("cn-north-1", {}, environment_of({{"HOME", "/nonexistent"}})).value(),
            AccountEndpoints::Disabled);
}

using Signing = RemoteTest;

// The scope of the signature: key/date/region.
std::string scope(const ScriptedServer& server) {
  const std::string header = server.seen().back().headers.at("authorization");
  const auto begin = header.find('=') + 1;
  return header.substr(begin, header.find("/dynamodb/") - begin);
}

TEST_F(Signing, names_the_region_of_the_options_before_those_of_the_environment) {
  ScriptedServer server({ok(), ok(), ok(), ok()});
  ASSERT_TRUE(connect_to(server)->get_item(get()));
  EXPECT_EQ(scope(server), "local/20150830/us-east-1");
  variables_["AWS_DEFAULT_REGION"] = "eu-west-1";
  ASSERT_TRUE(connect_to(server)->get_item(get()));
  EXPECT_EQ(scope(server), "local/20150830/eu-west-1");
  variables_["AWS_REGION"] = "eu-west-2";
  ASSERT_TRUE(connect_to(server)->get_item(get()));
  EXPECT_EQ(scope(server), "local/20150830/eu-west-2");
  ASSERT_TRUE(connect_to(server, {.region = "eu-west-3"})->get_item(get()));
  EXPECT_EQ(scope(server), "local/20150830/eu-west-3");
}

TEST_F(Signing, uses_the_keys_of_the_options_before_those_of_the_environment) {
  ScriptedServer server({ok(), ok()});
  variables_["AWS_ACCESS_KEY_ID"] = "env";
  variables_["AWS_SECRET_ACCESS_KEY"] = "secret";
  variables_["AWS_SESSION_TOKEN"] = "token";
  ASSERT_TRUE(connect_to(server)->get_item(get()));
  EXPECT_EQ(scope(server), "env/20150830/us-east-1");
  EXPECT_EQ(server.seen().back().headers.at("x-amz-security-token"), "token");
  ASSERT_TRUE(connect_to(server, {.credentials = Credentials{"given", "secret"}})->get_item(get()));
  EXPECT_EQ(scope(server), "given/20150830/us-east-1");
  EXPECT_EQ(server.seen().back().headers.count("x-amz-security-token"), 0u);
}

TEST_F(Signing, goes_to_the_endpoint_of_the_environment_where_none_is_given) {
  ScriptedServer server({ok()});
  variables_["AWS_ENDPOINT_URL"] = "http://127.0.0.1:1";
  variables_["AWS_ENDPOINT_URL_DYNAMODB"] = server.url();
  const auto database = connect_in(variables_, "");
  ASSERT_TRUE(database);
  EXPECT_TRUE((*database)->get_item(get()));
}

TEST_F(Signing, fails_with_a_reason_where_half_a_key_is_configured) {
  ScriptedServer server;
  variables_["AWS_ACCESS_KEY_ID"] = "env";
  const auto answer = connect_to(server)->get_item(get());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::MissingAuthenticationTokenException);
  EXPECT_NE(answer.error().message.find("AWS_SECRET_ACCESS_KEY is not"), std::string::npos);
  EXPECT_TRUE(server.seen().empty());
}

TEST_F(Signing, asks_nobody_for_keys_to_loopback) {
  ScriptedServer others;
  ScriptedServer server({ok()});
  variables_["AWS_CONTAINER_CREDENTIALS_FULL_URI"] = others.url();
  variables_["AWS_EC2_METADATA_SERVICE_ENDPOINT"] = others.url();
  variables_["AWS_PROFILE"] = "work";
  ASSERT_TRUE(connect_to(server)->get_item(get()));
  EXPECT_EQ(scope(server), "local/20150830/us-east-1");
  EXPECT_TRUE(others.seen().empty());
}

TEST_F(Signing, takes_the_keys_of_a_named_file_to_loopback) {
  const test::TemporaryDirectory directory;
  std::ofstream(directory / "keys") << "[default]\naws_access_key_id = mine\naws_secret_access_key = s\n";
  ScriptedServer server({ok(), ok()});
  variables_["AWS_SHARED_CREDENTIALS_FILE"] = directory / "keys";
  ASSERT_TRUE(connect_to(server)->get_item(get()));
  EXPECT_EQ(scope(server), "mine/20150830/us-east-1");
  // Without keys in it, the requests are signed with dummy keys, as without the file.
  std::ofstream(directory / "keys") << "[other]\naws_access_key_id = mine\naws_secret_access_key = s\n";
  ASSERT_TRUE(connect_to(server)->get_item(get()));
}

// The endpoint 0.0.0.0 leads to this machine but is not loopback, so the requests need real keys.
TEST_F(Signing, finds_an_instances_keys_and_fetches_them_again_before_they_expire) {
  const auto keys = [](const std::string& key, const std::string& until) {
    return ScriptedAnswer{.body = R"({"AccessKeyId":")" + key +
                                  R"(","SecretAccessKey":"s","Token":"t","Expiration":")" + until + "\"}"};
  };
  ScriptedServer instance(std::vector<ScriptedAnswer>{{.body = "session"},
                                                      {.body = "role"},
                                                      keys("first", "2015-08-30T13:36:00Z"),
                                                      {.body = "session"},
                                                      {.body = "role"},
                                                      keys("second", "2015-08-30T14:36:00Z")});
  ScriptedServer server({ok(), ok(), ok()});
  variables_["AWS_EC2_METADATA_SERVICE_ENDPOINT"] = instance.url();
  variables_["AWS_REGION"] = "eu-west-1";
  const std::string endpoint = "http://0.0.0.0" + server.url().substr(server.url().rfind(':'));
  const auto database = connect(endpoint, {}, {.environment = environment_of(variables_), .clock = clock_}).value();
  ASSERT_TRUE(database->get_item(get()));
  EXPECT_EQ(scope(server), "first/20150830/eu-west-1");
  EXPECT_EQ(server.seen().back().headers.at("x-amz-security-token"), "t");
  ASSERT_TRUE(database->get_item(get()));
  EXPECT_EQ(instance.seen().size(), 3u);
  clock_->advance_ms(3'600'000);
  ASSERT_TRUE(database->get_item(get()));
  EXPECT_EQ(scope(server), "second/20150830/eu-west-1");
}

TEST_F(Signing, fails_with_a_reason_where_there_are_no_keys) {
  variables_["AWS_EC2_METADATA_DISABLED"] = "true";
  variables_["HOME"] = "/nonexistent";
  const auto database =
      connect("http://0.0.0.0:1", {.region = "eu-west-1"}, {.environment = environment_of(variables_)}).value();
  const auto answer = database->get_item(get());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::MissingAuthenticationTokenException);
  EXPECT_EQ(answer.error().message.find("There are no credentials: "), 0u) << answer.error().message;
}

TEST_F(Signing, takes_keys_and_region_of_the_profile_in_the_options_before_the_environments_keys) {
  const test::TemporaryDirectory directory;
  variables_["AWS_CONFIG_FILE"] = directory.string() + "/config";
  std::ofstream(variables_["AWS_CONFIG_FILE"])
      << "[profile p]\naws_access_key_id = of-p\naws_secret_access_key = s\nregion = eu-north-1\n";
  variables_["AWS_ACCESS_KEY_ID"] = "env";
  variables_["AWS_SECRET_ACCESS_KEY"] = "secret";
  ScriptedServer server({ok()});
  ASSERT_TRUE(connect_to(server, {.profile = "p"})->get_item(get()));
  EXPECT_EQ(scope(server), "of-p/20150830/eu-north-1");
}

TEST_F(Signing, takes_new_credentials_when_the_endpoint_says_that_a_token_has_expired) {
  const auto expired =
      ScriptedAnswer::error(400, "ExpiredTokenException", "The security token included in the request is expired");
  ScriptedServer server({expired, ok(), expired, expired});
  const test::TemporaryDirectory directory;
  const std::string config = directory.string() + "/config", count = directory.string() + "/count";
  // Each call returns another key: k1, k11, k111 ...
  std::ofstream(config) << "[profile p]\ncredential_process = printf 1 >> " << count
                        << R"(; printf '{"Version":1,"AccessKeyId":"k%s","SecretAccessKey":"s"}' $(cat )" << count
                        << ")\n";
  variables_["AWS_CONFIG_FILE"] = config;
  const auto database = connect_to(server, {.profile = "p"});
  ASSERT_TRUE(database->get_item(get()));
  EXPECT_EQ(scope(server), "k11/20150830/us-east-1");
  const auto answer = database->get_item(get());
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, ErrorCode::ExpiredTokenException);
  EXPECT_EQ(server.seen().size(), 4u);
  EXPECT_EQ(scope(server), "k111/20150830/us-east-1");
}

}  // namespace connect_test
}  // namespace partita::client
