// Texts that are made from the command line: completions, manual pages, the version, and the help.
#include <gmock/gmock.h>

#include <fstream>
#include <sstream>

#include "run_command.h"
#include "support/temporary_directory.h"

namespace partita {
namespace reference_test {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Completion, BashCompletesSubcommandsOptionsAndValues) {
  const test::TemporaryDirectory directory;
  ASSERT_EQ(run_command("completion bash > script", directory / ".").exit_code, 0);
  const auto complete = [&](const std::string& words, int count) {
    return run_command("--version > /dev/null; bash -c 'source ./script; COMP_WORDS=(" + words + "); COMP_CWORD=" +
                           std::to_string(count) + "; _partita 2>/dev/null; echo \"${COMPREPLY[@]}\"'",
                       directory / ".")
        .output;
  };
  EXPECT_THAT(complete("partita se", 1), HasSubstr("serve"));
  EXPECT_THAT(complete("partita model li", 2), HasSubstr("lint"));
  EXPECT_THAT(complete("partita serve --memory-l", 2), HasSubstr("--memory-limit"));
  EXPECT_EQ(complete("partita serve --durability s", 3), "sync\n");
  std::ofstream(directory / "a model.yml") << "";
  std::ofstream(directory / "a model.txt") << "";
  // A name with a blank is one completion, and after an option that takes a file there are only files.
  const auto both = ::testing::AnyOf("a model.txt a model.yml\n", "a model.yml a model.txt\n");
  EXPECT_THAT(complete("partita model lint a", 3), both);
  EXPECT_THAT(complete("partita model cost --prices a", 4), both);
  EXPECT_THAT(complete("partita serve --data \"\"", 3), Not(HasSubstr("--")));
}

TEST(Completion, EachShellHasEachSubcommand) {
  for (const char* shell : {"bash", "zsh", "fish"}) {
    const Outcome script = run_command(std::string("completion ") + shell);
    EXPECT_EQ(script.exit_code, 0);
    for (const char* word : {"healthcheck", "simulate", "memory-limit"})
      EXPECT_THAT(script.output, HasSubstr(word)) << shell;
  }
  EXPECT_NE(run_command("completion csh").exit_code, 0);
}

TEST(Manual, EachSubcommandHasAPage) {
  const test::TemporaryDirectory directory;
  ASSERT_EQ(run_command("manual man1", directory / ".").exit_code, 0);
  for (const char* page : {"partita", "partita-serve", "partita-model-design", "partita-model-gen-cpp"}) {
    std::ifstream file(directory / (std::string("man1/") + page + ".1"));
    std::stringstream text;
    text << file.rdbuf();
    EXPECT_THAT(text.str(), HasSubstr(".SH SYNOPSIS")) << page;
  }
}

TEST(Version, AsJsonItNamesTheLibraries) {
  const Outcome shown = run_command("--version --json");
  EXPECT_EQ(shown.exit_code, 0);
  for (const char* name : {"\"version\":", "\"commit\":", "\"build\":", "\"rocksdb\":", "\"openssl\":"})
    EXPECT_THAT(shown.output, HasSubstr(name));
}

TEST(Output, ThatCannotBeWrittenIsAFailure) {
  for (const char* command : {"model lint --rules", "completion bash", "demo commerce"}) {
    // run_command() joins the errors with the output of the last command.
    const Outcome full =
        run_command("--version > /dev/null; { " PARTITA_COMMAND " " + std::string(command) + " > /dev/full; }");
    EXPECT_EQ(full.exit_code, 1) << command;
    EXPECT_THAT(full.output, HasSubstr("the output could not be written")) << command;
    // A reader that has seen enough is not a failure to tell of.
    EXPECT_THAT(run_command(std::string(command) + " | head -c 1").output, Not(HasSubstr("terminate"))) << command;
  }
}

TEST(Help, EachSubcommandIsInAGroup) {
  const Outcome help = run_command("--help");
  EXPECT_THAT(help.output, HasSubstr("\nDatabases:\n  serve "));
  EXPECT_THAT(help.output, HasSubstr("\nData models:\n  model "));
  EXPECT_THAT(help.output, Not(HasSubstr("Subcommands:")));
  EXPECT_THAT(help.output, HasSubstr("partita serve --memory"));
}

TEST(Help, RarerOptionsAreShownByHelpAll) {
  EXPECT_THAT(run_command("serve --help").output, Not(HasSubstr("--approximate-from")));
  EXPECT_THAT(run_command("serve --help").output, HasSubstr("--help-all"));
  EXPECT_THAT(run_command("serve --help-all").output, HasSubstr("--approximate-from"));
}

TEST(Help, AnUnknownWordIsAnsweredWithTheNearest) {
  EXPECT_THAT(run_command("serv").output, HasSubstr("there is no subcommand 'serv'; did you mean 'serve'?"));
  EXPECT_THAT(run_command("model lnt x").output, HasSubstr("did you mean 'lint'?"));
  EXPECT_THAT(run_command("serve --memory --prot 1").output,
              HasSubstr("there is no option '--prot'; did you mean '--port'?"));
}

}  // namespace reference_test
}  // namespace partita
