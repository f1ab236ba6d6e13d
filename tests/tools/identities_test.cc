// `partita iam` manages users, roles and keys: in a directory, and on a running server.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <partita/connect.h>
#include <partita/database.h>
#include <sys/stat.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <regex>

#include "run_command.h"
#include "support/partita_process.h"
#include "support/temporary_directory.h"

namespace partita {
namespace identities_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

class IdentitiesCommand : public ::testing::Test {
 protected:
  IdentitiesCommand() {
    std::filesystem::create_directory(data_);
    write("all.json", R"({"Statement": {"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"}})");
    write("list.json", R"({"Statement": {"Effect": "Allow", "Action": "dynamodb:ListTables", "Resource": "*"}})");
    write("bad.json", "{\n  \"Statement\": {\"Effect\": \"allow\"}\n}");
    write("trust.json",
          R"({"Statement": {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": "123456789012"}}})");
  }
  void write(const std::string& name, const std::string& text) {
    const std::string path = directory_ / name;
    std::ofstream(path) << text;
    ASSERT_EQ(chmod(path.c_str(), 0600), 0);
  }
  Outcome run(const std::string& arguments) { return run_command("iam " + arguments, directory_.string()); }
  // Runs a command offline, or on the server, that must succeed.
  std::string done(const std::string& arguments) {
    const Outcome outcome = run(arguments + where_);
    EXPECT_EQ(outcome.exit_code, 0) << arguments << "\n" << outcome.output;
    return outcome.output;
  }
  std::string refused(const std::string& arguments) {
    const Outcome outcome = run(arguments + where_);
    EXPECT_EQ(outcome.exit_code, 1) << arguments << "\n" << outcome.output;
    return outcome.output;
  }
  static Credentials key_in(const std::string& output) {
    std::smatch match;
    EXPECT_TRUE(
        std::regex_search(output, match, std::regex("aws_access_key_id = (\\S+)\naws_secret_access_key = (\\S+)\n")))
        << output;
    return match.empty() ? Credentials{} : Credentials{match[1], match[2]};
  }
  // "ok", or the name of the error of a ListTables.
  static std::string list_tables(const test::ServerProcess& server, const Credentials& credentials) {
    ConnectOptions options;
    options.credentials = credentials;
    options.max_attempts = 1;
    const auto answer = connect(server.endpoint(), options).value()->list_tables({});
    return answer ? "ok" : std::string(describe(answer.error().code).name);
  }

  const test::TemporaryDirectory directory_;
  const std::string data_ = directory_ / "data", socket_ = directory_ / "socket";
  std::string where_ = " --data data";
};

TEST_F(IdentitiesCommand, ManagesUsersGroupsAndPoliciesOffline) {
  EXPECT_EQ(done("user create alice --path /team/ --tag color=red --tag 'a b=c'"),
            "made arn:aws:iam::123456789012:user/team/alice\n");
  EXPECT_EQ(refused("user create ALICE"), "partita: there is a user alice already\n");
  done("user create bob --account 222222222222");
  done("group create staff");
  done("group add-user staff alice");
  done("policy put all --group staff --document all.json");
  done("policy put list --user alice --document list.json");
  EXPECT_THAT(refused("policy put bad --user alice --document bad.json"),
              HasSubstr("bad.json:2:27: Statement[0]: Effect: \"allow\" is unknown"));
  write("typo.json", R"({"Statement": {"Effect": "Allow", "Action": "dynamodb:GetItm", "Resource": "*"}})");
  EXPECT_THAT(done("policy put typo --user alice --document typo.json"),
              MatchesRegex("typo.json:1:[0-9]+: warning: Statement\\[0\\]: Action: DynamoDB has no action "
                           "\"dynamodb:GetItm\".*\nthe user alice has the policy typo\n"));
  done("policy delete typo --user alice");
  done("boundary set --user alice --document all.json");
  done("user tag alice --tag new=1 --remove color");
  EXPECT_THAT(done("user show alice"), AllOf(HasSubstr("tags:     a b=c, new=1\n"), HasSubstr("groups:   staff\n"),
                                             HasSubstr("policies: list\n"), HasSubstr("boundary: yes\n")));
  EXPECT_THAT(done("user show alice --json"),
              HasSubstr(R"("tags":{"a b":"c","new":"1"},"policies":["list"],"boundary":true,"groups":["staff"],)"));
  EXPECT_EQ(done("account list"),
            "123456789012  users: 1  groups: 1  roles: 0\n222222222222  users: 1  groups: 0  roles: 0\n");
  EXPECT_THAT(done("policy show list --user alice"), HasSubstr("dynamodb:ListTables"));
  EXPECT_THAT(refused("policy list"), HasSubstr("give one of --user, --group and --role"));
  EXPECT_THAT(refused("user delete alice"), HasSubstr("delete them before, or give --whole"));
  done("boundary remove --user alice");
  done("policy delete list --user alice");
  done("group remove-user staff alice");
  done("user delete alice");
  done("group delete staff --whole");
  done("user delete bob --account 222222222222");
  EXPECT_EQ(done("account list --json"), "{\"accounts\":[]}\n");
}

TEST_F(IdentitiesCommand, PrintsASecretOnceAndNeverAgain) {
  done("user create alice");
  const std::string made = done("key create --user alice --expires 2099-01-01T00:00:00Z");
  EXPECT_THAT(made, MatchesRegex("aws_access_key_id = AKIA[A-Z2-7]{16}\naws_secret_access_key = [A-Za-z0-9+/]{40}\n"));
  const Credentials key = key_in(made);
  for (const char* command : {"key list", "key list --json", "user show alice", "user list --json"}) {
    const std::string output = done(command);
    EXPECT_THAT(output, HasSubstr(key.access_key_id)) << command;
    EXPECT_THAT(output, Not(HasSubstr(key.secret_access_key))) << command;
  }
  EXPECT_THAT(done("key list"), HasSubstr("active until 2099-01-01T00:00:00Z"));
  EXPECT_EQ(done("key expire " + key.access_key_id + " never"), key.access_key_id + " is active\n");
  EXPECT_EQ(done("key disable " + key.access_key_id), key.access_key_id + " is disabled\n");
  EXPECT_EQ(done("key enable " + key.access_key_id), key.access_key_id + " is active\n");
  EXPECT_THAT(refused("key expire " + key.access_key_id + " tomorrow"), HasSubstr("'tomorrow' is not a time"));
  EXPECT_THAT(refused("key expire " + key.access_key_id + " +-5"), HasSubstr("'+-5' is not a time"));
  EXPECT_THAT(done("key rotate " + key.access_key_id + " --overlap 60"), HasSubstr("is active until "));
  EXPECT_THAT(refused("key create --user alice"), HasSubstr("there are 2 access keys already"));
  done("key delete " + key.access_key_id);
  EXPECT_EQ(refused("key disable " + key.access_key_id), "partita: there is no access key " + key.access_key_id + "\n");
  EXPECT_THAT(done("key create --root --json"), MatchesRegex("\\{\"id\":\"AKIA.*\",\"secret\":\".*\"\\}\n"));
}

TEST_F(IdentitiesCommand, ManagesRolesOffline) {
  EXPECT_THAT(refused("role create app --trust all.json"),
              HasSubstr("all.json:1:15: Statement[0]: Principal is missing"));
  done("role create app --trust trust.json --max-duration 7200");
  done("policy put all --role app --document all.json");
  EXPECT_THAT(done("role show app"), AllOf(HasSubstr("max duration: 7200 s\n"), HasSubstr("policies:     all\n")));
  EXPECT_THAT(refused("role change app --max-duration 1"), HasSubstr("has 3600 to 43200 seconds, not 1"));
  done("role change app --max-duration 3600 --tag a=b");
  EXPECT_THAT(done("role list --json"),
              AllOf(HasSubstr("\"max_duration_s\":3600"), HasSubstr("\"tags\":{\"a\":\"b\"}")));
  EXPECT_THAT(refused("role delete app"), HasSubstr("give --whole"));
  done("role delete app --whole");
}

TEST_F(IdentitiesCommand, SimulatesUsersAndRolesOfTheStore) {
  write("own.json",
        R"({"Version": "2012-10-17", "Statement": {"Effect": "Allow", "Action": "dynamodb:GetItem", "Resource": "*",)"
        R"( "Condition": {"ForAllValues:StringEquals": {"dynamodb:LeadingKeys": "${aws:username}"}}}})");
  done("user create alice --tag team=red");
  done("group create readers");
  done("group add-user readers alice");
  done("policy put own --group readers --document own.json");
  done("role create app --trust trust.json");
  done("policy put all --role app --document all.json");
  done("boundary set --role app --document list.json");
  EXPECT_THAT(done("policy all --user alice"), StartsWith("the group readers, the policy own:\n{"));
  EXPECT_THAT(done("policy all --role app"),
              AllOf(HasSubstr("the role app, the policy all:\n"), HasSubstr("the boundary:\n")));

  const std::string get = " --action dynamodb:GetItem --resource arn:aws:dynamodb:us-east-1:123456789012:table/T";
  EXPECT_EQ(done("simulate --user alice --context dynamodb:LeadingKeys=alice" + get),
            "allowed\n  own of the group readers, Statement[0], as an identity-based policy\n");
  EXPECT_THAT(refused("simulate --user alice --context dynamodb:LeadingKeys=bob" + get),
              AllOf(HasSubstr("implicitly denied"), HasSubstr("User: arn:aws:iam::123456789012:user/alice is not")));
  EXPECT_THAT(refused("simulate --role app" + get),
              AllOf(HasSubstr("implicitly denied"),
                    HasSubstr("assumed-role/app/simulated is not authorized to perform: dynamodb:GetItem"),
                    HasSubstr("no permissions boundary allows")));
  EXPECT_EQ(done("simulate --role app --action dynamodb:ListTables --resource '*'").substr(0, 8), "allowed\n");

  EXPECT_EQ(run("simulate --user nobody" + get + where_).exit_code, 2);
  EXPECT_THAT(run("simulate --user alice" + get).output, HasSubstr("give one of --data DIR and --admin-socket PATH"));
  EXPECT_THAT(run("simulate --policy own.json" + get + where_).output, HasSubstr("go with --user or --role"));
  EXPECT_THAT(run("simulate --policy own.json --user alice" + get + where_).output, HasSubstr("leave out --policy"));
}

TEST_F(IdentitiesCommand, AServerHasTheStoreAndTakesCommandsByItsSocket) {
  done("user create alice");
  done("policy put list --user alice --document list.json");
  const Credentials alice = key_in(done("key create --user alice"));
  test::ServerProcess server({"--data", data_, "--auth", "iam", "--admin-socket", socket_}, test::Stderr::Joined);
  EXPECT_EQ(list_tables(server, alice), "ok");
  EXPECT_FALSE(std::filesystem::exists(data_ + "/credentials"));  // there are keys
  EXPECT_THAT(refused("key disable " + alice.access_key_id), HasSubstr("give the socket that it was started with"));

  where_ = " --admin-socket " + socket_;
  done("key disable " + alice.access_key_id);
  EXPECT_EQ(list_tables(server, alice), "UnrecognizedClientException");
  done("key enable " + alice.access_key_id);
  EXPECT_EQ(list_tables(server, alice), "ok");
  done("key expire " + alice.access_key_id + " 2020-01-01T00:00:00Z");
  EXPECT_EQ(list_tables(server, alice), "ExpiredTokenException");
  done("user create bob");
  const Credentials bob = key_in(done("key create --user bob"));
  EXPECT_EQ(list_tables(server, bob), "AccessDeniedException");
  EXPECT_THAT(refused("policy put bad --user bob --document bad.json"), HasSubstr("bad.json:2:27"));
  done("policy put list --user bob --document list.json");
  EXPECT_EQ(list_tables(server, bob), "ok");
  done("change-master-key");
  EXPECT_EQ(list_tables(server, bob), "ok");
  server.signal(SIGTERM);
  EXPECT_THAT(server.read_until("event=stopped"), AllOf(HasSubstr("event=identities command=\"policy put\" done=no"),
                                                        HasSubstr("event=identities command=\"policy put\" done=yes"),
                                                        Not(HasSubstr(bob.secret_access_key))));
  server.kill();

  // The changes are in the directory.
  where_ = " --data data";
  EXPECT_THAT(done("key list --user bob"), HasSubstr("active"));
  test::ServerProcess again({"--data", data_, "--auth", "keys"}, test::Stderr::Joined);
  EXPECT_EQ(list_tables(again, bob), "ok");
}

TEST_F(IdentitiesCommand, AServerInMemoryKeepsItsIdentitiesInMemory) {
  write("keys", "[root]\naws_access_key_id = AKIDROOT\naws_secret_access_key = root\nroot = true\n");
  test::ServerProcess server(
      {"--memory", "--auth", "iam", "--credentials", directory_ / "keys", "--admin-socket", socket_},
      test::Stderr::Joined);
  where_ = " --admin-socket " + socket_;
  done("user create alice");
  const Credentials alice = key_in(done("key create --user alice"));
  EXPECT_EQ(list_tables(server, alice), "AccessDeniedException");
  EXPECT_EQ(list_tables(server, {"AKIDROOT", "root"}), "ok");
  EXPECT_THAT(refused("import keys"), Not(HasSubstr("secret")));
}

TEST_F(IdentitiesCommand, AServerWithoutVerificationHasNoIdentities) {
  const test::ServerProcess server({"--memory", "--admin-socket", socket_}, test::Stderr::Joined);
  where_ = " --admin-socket " + socket_;
  EXPECT_THAT(refused("user create alice"), HasSubstr("start it with --auth keys or --auth iam"));
}

TEST_F(IdentitiesCommand, ImportsACredentialsFile) {
  write("keys",
        "[alice]\naws_access_key_id = AKIDALICE\naws_secret_access_key = alice/secret\npolicy = list.json\n"
        "path = /team/\ntag.color = red\nboundary = all.json\n"
        "[admin]\naws_access_key_id = AKIDADMIN\naws_secret_access_key = admin\nroot = true\n"
        "aws_account_id = 222222222222\n");
  EXPECT_EQ(done("import keys"),
            "imported AKIDALICE of arn:aws:iam::123456789012:user/team/alice\n"
            "imported AKIDADMIN of the root of 222222222222\n");
  EXPECT_THAT(done("user show alice"),
              AllOf(HasSubstr("policies: list\n"), HasSubstr("boundary: yes\n"), HasSubstr("tags:     color=red\n")));
  {
    const test::ServerProcess server({"--data", data_, "--auth", "iam"}, test::Stderr::Shown);
    EXPECT_EQ(list_tables(server, {"AKIDALICE", "alice/secret"}), "ok");
    EXPECT_EQ(list_tables(server, {"AKIDADMIN", "admin"}), "ok");
  }
  // The keys are in both places now.
  const Outcome outcome = run_command("serve --port 0 --auth iam --data data --credentials keys", directory_.string());
  EXPECT_THAT(outcome.output, HasSubstr("the access key AKIDALICE is in keys and in the store of identities"));
  // No section is imported if one of them cannot be.
  write("keys",
        "[carol]\naws_access_key_id = AKIDCAROL\naws_secret_access_key = c\n"
        "[alice]\naws_access_key_id = AKIDALICE2\naws_secret_access_key = a\n");
  EXPECT_EQ(refused("import keys"), "partita: there is a user alice already\n");
  EXPECT_THAT(refused("user show carol"), HasSubstr("has no user carol"));
}

TEST_F(IdentitiesCommand, TheMasterKeyIsInAFileOfItsOwn) {
  done("user create alice");
  const Credentials alice = key_in(done("key create --user alice"));
  EXPECT_TRUE(std::filesystem::exists(data_ + ".key"));
  std::filesystem::rename(data_ + ".key", directory_ / "other");
  EXPECT_THAT(refused("key list"), HasSubstr("data.key: the master key of data/identities is missing"));
  EXPECT_THAT(done("key list --identity-key other"), HasSubstr(alice.access_key_id));
  done("change-master-key --identity-key other");
  const test::ServerProcess server({"--data", data_, "--auth", "keys", "--identity-key", directory_ / "other"},
                                   test::Stderr::Shown);
  EXPECT_EQ(list_tables(server, alice), "ok");
}

TEST_F(IdentitiesCommand, OptionsThatDoNotGoTogether) {
  const struct {
    const char* arguments;
    const char* said;
  } kCases[] = {
      {"user list", "give one of --data DIR and --admin-socket PATH"},
      {"user list --data data --admin-socket s", "give one of --data DIR and --admin-socket PATH"},
      {"user list --admin-socket s --identity-key k", "--identity-key goes with --data"},
      {"user list --data files", "files holds files that are not Partita's (model.yml)"},
      {"user list --data nowhere", "nowhere: there is no such directory; make it"},
      {"user list --admin-socket nowhere", "cannot connect to nowhere"},
      {"policy put p --user a --document gone.json --data data", "gone.json: the file cannot be read"},
      {"user create a --tag x --data data", "'x' is not a tag: write NAME=VALUE"},
      {"user create a --account 1 --data data", "'1' is not an account"},
      {"key create --data data", "give one of --user and --root"},
  };
  std::filesystem::create_directory(directory_ / "files");
  std::ofstream(directory_ / "files/model.yml") << "format: 1\n";
  for (const auto& one : kCases) {
    const Outcome outcome = run(one.arguments);
    EXPECT_THAT(outcome.output, HasSubstr(one.said)) << one.arguments;
    EXPECT_EQ(outcome.exit_code, 1) << one.arguments;
  }
  EXPECT_GE(run("user").exit_code, 100);
  EXPECT_THAT(run("user").output, HasSubstr("A subcommand is required (try partita iam user --help)"));
  EXPECT_THAT(run("user creat a --data data").output,
              HasSubstr("there is no subcommand 'creat'; did you mean 'create'? (try partita iam user --help)"));
  EXPECT_THAT(run("usr").output,
              HasSubstr("there is no subcommand 'usr'; did you mean 'user'? (try partita iam --help)"));
}

}  // namespace identities_test
}  // namespace partita
