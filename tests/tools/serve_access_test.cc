// Tests who may use `partita serve`: the options, the key that it makes, and keys that change while it runs.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <partita/connect.h>
#include <partita/database.h>
#include <sys/stat.h>

#include <csignal>
#include <fstream>

#include "auth/credentials_file.h"
#include "run_command.h"
#include "support/partita_process.h"
#include "support/temporary_directory.h"

namespace partita {
namespace serve_access_test {

using ::testing::HasSubstr;
using ::testing::Not;

std::string error_text(const std::string& options) {
  const Outcome outcome = run_command("serve --port 0 " + options);
  EXPECT_NE(outcome.exit_code, 0);
  return outcome.output;
}

void write(const std::string& path, const std::string& text) {
  std::ofstream(path) << text;
  ASSERT_EQ(chmod(path.c_str(), 0600), 0);
}

std::string key_text(const std::string& id, const std::string& secret) {
  return fmt::format("[{}]\naws_access_key_id = {}\naws_secret_access_key = {}\n", id, id, secret);
}

// "ok", or the name of the error.
std::string outcome(const test::ServerProcess& server, const Credentials& credentials) {
  ConnectOptions options;
  options.credentials = credentials;
  options.max_attempts = 1;
  const auto database = connect(server.endpoint(), options);
  if (!database) return database.error().message;
  const auto answer = (*database)->list_tables({});
  return answer ? "ok" : std::string(describe(answer.error().code).name);
}

TEST(ServeAccess, NamesOptionsThatDoNotGoTogether) {
  const struct {
    const char* options;
    const char* said;
  } kCases[] = {
      {"--memory --auth keys",
       "with --memory there is no data directory for the keys: give a file with "
       "--credentials FILE"},
      {"--memory --credentials /nowhere", "--credentials needs --auth keys"},
      {"--memory --auth off --explain-signatures", "--explain-signatures needs --auth keys"},
      {"--memory --auth keys --credentials /nowhere", "/nowhere: the file cannot be read: No such file or directory"},
      {"--memory --auth none", "'none' is not one of any|iam|keys|off"},
      {"--memory --allow-unauthenticated",
       "--allow-unauthenticated is not an option any more; to listen on an address "
       "that other machines reach, use --auth keys with TLS or with --plaintext"},
      {"--memory --host 203.0.113.1", "or pass --auth keys"},
      {"--memory --host 203.0.113.1 --plaintext", "or pass --auth keys"},
      {"--memory --host 203.0.113.1 --auth off --plaintext", "or pass --auth keys"},
  };
  for (const auto& one : kCases) EXPECT_THAT(error_text(one.options), HasSubstr(one.said)) << one.options;
}

// Histories name the keys' users, and the changes of one of them are taken back.
TEST(ServeAccess, WritersAreInHistories) {
  const test::TemporaryDirectory directory;
  const std::string file = directory / "keys", data = directory / "data";
  write(file, key_text("AKIDALICE", "alice") + key_text("AKIDIMPORT", "import"));
  {
    test::ServerProcess server({"--data", data, "--auth", "keys", "--credentials", file, "--log-level", "error"},
                               test::Stderr::Shown);
    const auto database_of = [&](const char* id, const char* secret) {
      return connect(server.endpoint(), {.credentials = Credentials{.access_key_id = id, .secret_access_key = secret}})
          .value();
    };
    const auto alice = database_of("AKIDALICE", "alice"), import = database_of("AKIDIMPORT", "import");
    const auto made = alice->create_table({.table_name = "items",
                                           .attribute_definitions = {{{"id", ScalarAttributeType::S}}},
                                           .key_schema = {{{"id", KeyType::Hash}}},
                                           .billing_mode = BillingMode::PayPerRequest});
    ASSERT_TRUE(made) << made.error().message;
    UpdateContinuousBackupsRequest enable{.table_name = "items"};
    enable.point_in_time_recovery_specification.emplace().point_in_time_recovery_enabled = true;
    ASSERT_TRUE(alice->update_continuous_backups(enable));
    const auto put = [](Database& database, const char* id, int n) {
      ASSERT_TRUE(database.put_item({.table_name = "items", .item = AttributeMap{{"id", id}, {"n", n}}}));
    };
    put(*alice, "kept", 1);
    put(*import, "wrong", 2);
    put(*import, "both", 3);
    put(*alice, "both", 4);
    EXPECT_EQ(server.stop(), 0);
  }
  const Outcome versions =
      run_command(fmt::format(R"(versions items --data {} --key '{{"id":{{"S":"wrong"}}}}')", data));
  EXPECT_THAT(versions.output, HasSubstr(R"("ChangedBy":"arn:aws:iam::123456789012:user/AKIDIMPORT")"));
  const Outcome undone =
      run_command(fmt::format("undo items --data {} --from 2020-01-01T00:00:00Z --writer AKIDIMPORT", data));
  EXPECT_EQ(undone.exit_code, 1) << "the span begins before the recovery: " << undone.output;
  const std::string begin = versions.output.substr(versions.output.find("ChangeDateTime") + 17, 24);
  const Outcome taken = run_command(fmt::format("undo items --data {} --from {} --writer AKIDIMPORT", data, begin));
  EXPECT_EQ(taken.exit_code, 2) << taken.output;
  EXPECT_THAT(taken.output, HasSubstr(R"(deleted {"id":{"S":"wrong"}})"));
  EXPECT_THAT(taken.output, HasSubstr("1 items were changed by several writers"));
  const Outcome left = run_command(fmt::format("export items --data {} --to - --format jsonl", data));
  EXPECT_THAT(left.output, HasSubstr(R"("both")"));
  EXPECT_THAT(left.output, HasSubstr(R"("kept")"));
  EXPECT_THAT(left.output, Not(HasSubstr(R"("wrong")")));
}

TEST(ServeAccess, AddressesBeyondLoopbackNeedKeysAndPlaintext) {
  const test::TemporaryDirectory directory;
  const std::string file = directory / "keys";
  write(file, key_text("AKIDALICE", "alice"));
  const std::string options = "--memory --auth keys --host 203.0.113.1 --credentials " + file;
  EXPECT_THAT(error_text(options), HasSubstr("or pass --plaintext in a network that you trust"));
  EXPECT_THAT(error_text(options + " --plaintext"), HasSubstr("not an address of this machine"));
}

TEST(ServeAccess, MakesAKeyInTheDataDirectory) {
  const test::TemporaryDirectory directory;
  const std::string data = directory / "data";
  const std::string file = data + "/credentials";
  Credentials made;
  {
    test::ServerProcess server({"--data", data, "--auth", "keys"}, test::Stderr::Joined);
    const std::string said = server.read_until("credentials\n");
    const auto keys = auth::read_credentials_file(file);
    ASSERT_TRUE(keys) << keys.error();
    made = {keys->front().id, keys->front().secret};
    EXPECT_THAT(said,
                HasSubstr(fmt::format("made the access key {}; its secret is in {}\n", made.access_key_id, file)));
    EXPECT_EQ(outcome(server, made), "ok");
    EXPECT_EQ(outcome(server, {made.access_key_id, "wrong"}), "InvalidSignatureException");
    EXPECT_EQ(outcome(server, {"local", "local"}), "UnrecognizedClientException");
    server.signal(SIGTERM);
    EXPECT_THAT(said + server.read_until("event=stopped"), Not(HasSubstr(made.secret_access_key)));
  }
  // The next start keeps the key. Without --auth keys the file is of no account.
  {
    test::ServerProcess server({"--data", data, "--auth", "keys"}, test::Stderr::Joined);
    EXPECT_EQ(outcome(server, made), "ok");
  }
  test::ServerProcess server({"--data", data}, test::Stderr::Shown);
  EXPECT_EQ(outcome(server, {"local", "local"}), "ok");
}

TEST(ServeAccess, SighupReadsTheKeysAgain) {
  const test::TemporaryDirectory directory;
  const std::string file = directory / "keys";
  const Credentials alice{"AKIDALICE", "alice"}, bob{"AKIDBOB", "bob"};
  write(file, key_text("AKIDALICE", "alice"));
  test::ServerProcess server({"--memory", "--auth", "keys", "--credentials", file}, test::Stderr::Joined);
  EXPECT_EQ(outcome(server, alice), "ok");
  EXPECT_EQ(outcome(server, bob), "UnrecognizedClientException");

  write(file, key_text("AKIDBOB", "bob"));
  server.signal(SIGHUP);
  server.read_until("event=credentials_read keys=1");
  EXPECT_EQ(outcome(server, alice), "UnrecognizedClientException");
  EXPECT_EQ(outcome(server, bob), "ok");

  // A faulty file leaves the keys as they are.
  write(file, "[bob]\naws_access_key_id = AKIDBOB\naws_secret_access_key = new secret\n");
  server.signal(SIGHUP);
  const std::string said = server.read_until("blanks");
  EXPECT_THAT(said,
              HasSubstr(fmt::format("event=credentials_kept reason=\"{}:3: aws_secret_access_key must not", file)));
  EXPECT_THAT(said, Not(HasSubstr("new secret")));
  EXPECT_EQ(outcome(server, bob), "ok");
  ASSERT_EQ(chmod(file.c_str(), 0644), 0);
  server.signal(SIGHUP);
  server.read_until("the file's mode is 0644");
  EXPECT_EQ(outcome(server, bob), "ok");
}

TEST(ServeAccess, ExplainsSignaturesOnRequest) {
  const test::TemporaryDirectory directory;
  const std::string file = directory / "keys";
  write(file, key_text("AKIDALICE", "alice"));
  test::ServerProcess server({"--memory", "--auth", "keys", "--credentials", file, "--explain-signatures"},
                             test::Stderr::Shown);
  ConnectOptions options;
  options.credentials = Credentials{"AKIDALICE", "wrong"};
  options.max_attempts = 1;
  const auto refused = connect(server.endpoint(), options).value()->list_tables({});
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("The Canonical String for this request should have been\n'POST\n/\n"));
}

}  // namespace serve_access_test
}  // namespace partita
