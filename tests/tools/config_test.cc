// Settings of `partita serve` from the command line, the environment and a file, as `partita config check` shows them.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "run_command.h"
#include "support/partita_process.h"
#include "support/temporary_directory.h"

namespace partita {
namespace config_test {

using ::testing::HasSubstr;
using ::testing::Not;

struct ConfigCheck : ::testing::Test {
  Outcome check(const std::string& arguments, const std::string& environment = "") {
    // run_command() puts the command in front of its arguments, so the environment comes by another process.
    return run_command("--version >/dev/null; " + environment + " " PARTITA_COMMAND " config check -- " + arguments,
                       directory_ / ".");
  }
  void write(const std::string& text) { std::ofstream(directory_ / "partita.conf") << text; }

  test::TemporaryDirectory directory_;
};

TEST_F(ConfigCheck, TheCommandLineWinsOverTheEnvironmentAndThatOverTheFile) {
  write("# a comment\n\nport = 7001\nregion = eu-west-1\n  memory-limit=\"512M\"\nhot-keys = true\n");
  const Outcome shown =
      check("--memory --config partita.conf --port 7003", "PARTITA_PORT=7002 PARTITA_REGION=eu-north-1");
  EXPECT_EQ(shown.exit_code, 0) << shown.output;
  EXPECT_THAT(shown.output, HasSubstr("port = 7003"));
  EXPECT_THAT(shown.output, HasSubstr("# command line"));
  EXPECT_THAT(shown.output, ::testing::ContainsRegex("region = eu-north-1 +# PARTITA_REGION"));
  EXPECT_THAT(shown.output, ::testing::ContainsRegex("memory-limit = 512M +# partita.conf:5"));
  EXPECT_THAT(shown.output, ::testing::ContainsRegex("hot-keys = true +# partita.conf:6"));
  EXPECT_THAT(shown.output, Not(HasSubstr("7001")));
  EXPECT_THAT(shown.output, Not(HasSubstr("eu-west-1")));
}

TEST_F(ConfigCheck, AWrongValueIsToldWithItsPlace) {
  write("port = 7001\nauth = key\n");
  for (const std::string command : {" config check --config partita.conf", " serve --memory --config partita.conf"}) {
    const Outcome outcome = run_command("--version >/dev/null; " PARTITA_COMMAND + command, directory_ / ".");
    EXPECT_NE(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("'key' is not one of"));
    EXPECT_THAT(outcome.output, HasSubstr("(partita.conf:2)"));
  }
  write("port = 7001\n");
  EXPECT_THAT(check("--config partita.conf --auth key").output, Not(HasSubstr("(command line)")));
}

TEST_F(ConfigCheck, AnOptionWithoutAValueTakesNoOtherWord) {
  for (const std::string command : {" config check -- --data= --memory", " serve --data= --memory --port 0"}) {
    const Outcome outcome = run_command("--version >/dev/null; " PARTITA_COMMAND + command, directory_ / ".");
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_THAT(outcome.output, HasSubstr("--data= needs a value"));
  }
}

TEST_F(ConfigCheck, FilesThatAServerReadsMustBeThere) {
  write("data = d\nfaults = nowhere.json\n");
  const Outcome outcome = check("--config partita.conf");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output,
              HasSubstr("--faults: nowhere.json cannot be read: No such file or directory (partita.conf:2)"));
}

TEST_F(ConfigCheck, FilesMayBeMadeInADataDirectoryThatTheServerMakes) {
  for (const char* data : {"new", "./new/", "new/../new"}) {
    write(std::string("data = ") + data + "\nadmin-socket = new/admin.sock\naudit-log = ./new/audit.log\n");
    const Outcome outcome = check("--config partita.conf");
    EXPECT_EQ(outcome.exit_code, 0) << data << outcome.output;
  }
  // The same port of another address is another place.
  EXPECT_EQ(check("--memory --port 8123 --console 127.0.0.2:8123").exit_code, 0);
  const Outcome in_memory = check("--memory --admin-socket admin.sock --audit-log audit.log");
  EXPECT_EQ(in_memory.exit_code, 0) << in_memory.output;
}

TEST_F(ConfigCheck, FilesMustBeAsAServerWantsThem) {
  const auto told = [&](const std::string& settings, const std::string& why) {
    write("data = d\n" + settings);
    const Outcome outcome = check("--config partita.conf");
    EXPECT_EQ(outcome.exit_code, 1) << settings;
    EXPECT_THAT(outcome.output, HasSubstr(why)) << settings;
  };
  std::ofstream(directory_ / "text") << "text";
  std::ofstream(directory_ / "open") << "[default]\naws_access_key_id = a\naws_secret_access_key = b\n";
  ::chmod((directory_ / "open").c_str(), 0644);
  told("tls-certificate = text\ntls-key = text\n", "--tls-certificate: ");
  told("credentials = open\nauth = keys\n", "--credentials: ");
  told("faults = text\n", "--faults: ");
  told("tls-self-signed = true\ntls-client-ca = text\n", "has no certificate");
  told("console = 0\nmodel = text\n", "--model: ");
  told("console = 8123\nport = 8123\n", "--console: 8123 is the port of the database too");
  told("admin-socket = nowhere/admin.sock\n", "--admin-socket: nowhere/admin.sock cannot be made in nowhere: ");
  told("audit-log = nowhere/audit.log\n", "--audit-log: nowhere/audit.log cannot be made in nowhere: ");
}

TEST_F(ConfigCheck, AKeyThatWasMadeIsNamedAlsoIfTheServerThenFails) {
  const Outcome outcome =
      run_command("serve --data d --auth keys --port 0 --admin-socket nowhere/admin.sock --exit-with-stdin </dev/null",
                  directory_ / ".");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("made the access key "));
}

TEST_F(ConfigCheck, AnOptionIsNotTheValueOfAnother) {
  for (const char* words : {"serve --data --memory", "config check -- --data --port 1", "serve --data --help",
                            "model lint --format --json x.yml", "table create --from --data d"}) {
    const Outcome outcome = run_command(words, directory_ / ".");
    EXPECT_EQ(outcome.exit_code, 1) << words;
    EXPECT_THAT(outcome.output, HasSubstr(" needs a value")) << words;
  }
  EXPECT_FALSE(std::filesystem::exists(directory_ / "--memory"));
  EXPECT_EQ(run_command("completion bash", directory_ / ".").exit_code, 0);
}

TEST_F(ConfigCheck, AServerTellsUnknownVariablesAndMakesAPrivateDirectory) {
  const Outcome outcome =
      run_command("--version >/dev/null; umask 022; PARTITA_OPTIONS= PARTITA_PROT=1 " PARTITA_COMMAND
                  " serve --data new/d/ --port 0 --exit-with-stdin </dev/null 2>&1; stat -c %a new/d",
                  directory_ / ".");
  EXPECT_THAT(outcome.output, HasSubstr("does not know the variable PARTITA_PROT; did you mean PARTITA_PORT?"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("PARTITA_OPTIONS")));
  EXPECT_THAT(outcome.output, ::testing::EndsWith("\n700\n"));
}

TEST_F(ConfigCheck, AValueEndsBeforeAComment) {
  write(
      "\xEF\xBB\xBFport = 7001 # of the team\nregion = \"eu-west-1\"  # Ireland\naccount = 123456789012\r\ndata = "
      "a#b\n");
  const Outcome shown = check("--config partita.conf");
  EXPECT_EQ(shown.exit_code, 0) << shown.output;
  for (const char* line : {"port = 7001 ", "region = eu-west-1 ", "account = 123456789012 ", "data = a#b "})
    EXPECT_THAT(shown.output, HasSubstr(line));
}

TEST_F(ConfigCheck, AFileWithAFaultIsRefusedWithItsPlace) {
  const auto refused = [&](const std::string& text, const std::string& why) {
    write(text);
    const Outcome outcome = check("--memory --config partita.conf");
    EXPECT_EQ(outcome.exit_code, 1) << text;
    EXPECT_THAT(outcome.output, HasSubstr(why)) << text;
  };
  refused("port = 7001\nadmin-socket =   # none\nauth = keys\n", "partita.conf:2: admin-socket has no value");
  refused("ttl-interval = nan\n", "--ttl-interval: nan is not a number (partita.conf:1)");
  refused("console = 0.0.0.0:0\n", "--console: other machines can reach 0.0.0.0");
  refused("prot = 7001\n", "partita.conf:1: partita serve has no option 'prot'; did you mean 'port'?");
  refused("port 7001\n", "partita.conf:1: a line is NAME = VALUE");
  refused("port = 1\nport = 2\n", "partita.conf:2: port is set at partita.conf:1 already");
  refused("hot-keys = yes\n", "partita.conf:1: hot-keys is true or false");
  refused("help = true\n", "has no option 'help'");
  refused("port = many\n", "many");
  EXPECT_THAT(check("--memory --config nowhere.conf").output, HasSubstr("nowhere.conf cannot be read"));
}

TEST_F(ConfigCheck, ThePlaceOfTheDataIsOneSetting) {
  write("data = /nowhere/at/all\n");
  const Outcome shown = check("--memory --config partita.conf");
  EXPECT_EQ(shown.exit_code, 0) << shown.output;
  EXPECT_THAT(shown.output, Not(HasSubstr("/nowhere")));
}

TEST_F(ConfigCheck, AServerThatWouldNotStartIsTold) {
  const auto refused = [&](const std::string& arguments, const std::string& environment, const std::string& why) {
    const Outcome outcome = check(arguments, environment);
    EXPECT_EQ(outcome.exit_code, 1) << arguments << environment;
    EXPECT_THAT(outcome.output, HasSubstr(why)) << arguments << environment;
  };
  refused("--port 1", "", "give the place of the data");
  refused("", "PARTITA_MEMORY=false", "give the place of the data");
  refused("--memory --host 0.0.0.0", "", "signatures are not verified");
  refused("--memory --host nowhere", "", "nowhere");
  refused("--memory --auth keys", "", "there is no data directory for the keys");
  refused("--data d --host 0.0.0.0 --auth keys", "", "the server has no TLS");
  refused("--memory --config a --config b", "", "--config is given twice");
  refused("--memory --config .", "", "is a directory");
  refused("--help", "", "is not a setting");
  EXPECT_EQ(check("--data d --host 0.0.0.0 --auth keys --tls-self-signed").exit_code, 0);
  EXPECT_EQ(check("--memory --host 0.0.0.0 --published").exit_code, 0);
}

TEST_F(ConfigCheck, VariablesWithoutATextAreNotSetAndUnknownOnesAreNamed) {
  const Outcome shown = check("--memory", "PARTITA_PORT= PARTITA_PROT=1 PARTITA_TEST_ENDPOINT=x PARTITA_COMMAND=y");
  EXPECT_EQ(shown.exit_code, 0) << shown.output;
  EXPECT_THAT(shown.output, Not(HasSubstr("port = ")));
  EXPECT_THAT(shown.output, HasSubstr("does not know the variable PARTITA_PROT; did you mean PARTITA_PORT?"));
  EXPECT_THAT(shown.output, Not(HasSubstr("ENDPOINT")));
}

TEST_F(ConfigCheck, AFalseMemoryLeavesTheDataOfTheFile) {
  write("data = d\nmemory-limit = 512M\nhot-keys = true\n");
  const Outcome shown = check("--config partita.conf", "PARTITA_MEMORY=false PARTITA_PORT=9000");
  EXPECT_EQ(shown.exit_code, 0) << shown.output;
  EXPECT_THAT(shown.output, HasSubstr("data = d"));
}

TEST_F(ConfigCheck, AServerStartsWithTheSettingsOfAFile) {
  write("memory = true\nregion = eu-central-1\n");
  test::ServerProcess server({"--config", directory_ / "partita.conf"}, test::Stderr::Joined);
  EXPECT_FALSE(server.endpoint().empty());
  EXPECT_EQ(server.stop(), 0);
}

}  // namespace config_test
}  // namespace partita
