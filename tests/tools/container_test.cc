// The command lines of the image, among them those of amazon/dynamodb-local.
#include <gmock/gmock.h>

#include "container/container_arguments.h"

namespace partita::tools {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Words = std::vector<std::string>;

Words arguments(const Words& call) {
  EXPECT_TRUE(is_container_call(call));
  const auto out = container_arguments(call);
  EXPECT_TRUE(out) << out.error();
  return out ? *out : Words();
}

// The settings of a server in a container, as "NAME=VALUE".
Words with_image(std::vector<Setting> settings) {
  add_container_settings(settings);
  Words out;
  for (const Setting& one : settings) out.push_back(one.name + "=" + one.value);
  return out;
}

TEST(Container, WithoutSettingsItServesInMemoryToAll) {
  EXPECT_THAT(arguments({"/usr/bin/partita", "container"}), ElementsAre("serve"));
  EXPECT_THAT(with_image({}), ElementsAre("memory=true", "host=0.0.0.0", "published=true"));
}

TEST(Container, SettingsOfTheUserWin) {
  EXPECT_THAT(with_image({{"data", "/data", "PARTITA_DATA"}}),
              ElementsAre("data=/data", "host=0.0.0.0", "published=true"));
  EXPECT_THAT(with_image({{"host", "127.0.0.1", "c.conf:1"}, {"memory", "true", "command line"}}),
              ElementsAre("host=127.0.0.1", "memory=true"));
  EXPECT_THAT(
      with_image({{"memory", "false", "PARTITA_MEMORY"}, {"data", "/d", "c.conf:1"}, {"host", "::", "c.conf:2"}}),
      ElementsAre("memory=false", "data=/d", "host=::"));
  EXPECT_THAT(with_image({{"memory", "false", "command line"}}),
              ElementsAre("memory=false", "host=0.0.0.0", "published=true"));
  EXPECT_THAT(with_image({{"published", "false", "PARTITA_PUBLISHED"}}),
              ElementsAre("published=false", "memory=true", "host=0.0.0.0"));
}

TEST(Container, OptionsAreThoseOfServe) {
  EXPECT_THAT(arguments({"partita", "container", "--data", "/data", "--port", "9000"}),
              ElementsAre("serve", "--data", "/data", "--port", "9000"));
  EXPECT_THAT(arguments({"partita", "container", "serve", "--data=/data", "--host", "0.0.0.0", "--auth", "keys"}),
              ElementsAre("serve", "--data=/data", "--host", "0.0.0.0", "--auth", "keys"));
  EXPECT_THAT(arguments({"partita", "container", "--version", "--json"}), ElementsAre("--version", "--json"));
  EXPECT_THAT(arguments({"partita", "container", "model", "lint", "m.yml"}), ElementsAre("model", "lint", "m.yml"));
}

TEST(Container, TheCommandLineOfDynamoDBLocalIsUnderstood) {
  EXPECT_THAT(arguments({"partita", "container", "-jar", "DynamoDBLocal.jar", "-inMemory", "-sharedDb"}),
              ElementsAre("serve", "--memory"));
  EXPECT_THAT(arguments({"/usr/bin/java", "-Djava.library.path=./DynamoDBLocal_lib", "-Xmx1g", "-jar",
                         "DynamoDBLocal.jar", "-dbPath", "/data", "-port", "8001", "-cors", "*"}),
              ElementsAre("serve", "--cors", "on", "--port", "8001", "--data", "/data", "--regions", "many"));
  EXPECT_THAT(arguments({"partita", "container", "java", "-jar", "DynamoDBLocal.jar", "-sharedDb",
                         "-delayTransientStatuses", "-optimizeDbBeforeStartup", "-disableTelemetry"}),
              ElementsAre("serve", "--table-delay", "500", "--data", "."));
  EXPECT_THAT(arguments({"partita", "container", "-server", "-cp", "lib/*", "-optimizeDbBeforeStartup", "-port", "1",
                         "-port", "2", "-inMemory"}),
              ElementsAre("serve", "--port", "2", "--memory", "--regions", "many"));
  EXPECT_THAT(
      arguments({"partita", "container", "--add-opens", "java.base/x=ALL", "-jar", "x.jar", "-inMemory", "-cors", "*",
                 "-cors", "*", "-delayTransientStatuses", "-delayTransientStatuses", "-sharedDb"}),
      ElementsAre("serve", "--cors", "on", "--table-delay", "500", "--memory"));
  for (const char* first : {"-disableTelemetry", "-optimizeDbBeforeStartup", "-agentlib:jdwp"})
    EXPECT_THAT(arguments({"partita", "container", first, "-inMemory", "-sharedDb"}), ElementsAre("serve", "--memory"));
}

TEST(Container, AnUnknownOptionOfDynamoDBLocalIsRefused) {
  const auto refused = [](const Words& call) { return container_arguments(call).error(); };
  EXPECT_THAT(refused({"partita", "container", "-jar", "x.jar", "-shareDb"}), HasSubstr("-shareDb is not an option"));
  EXPECT_THAT(refused({"partita", "container", "-dbPath", "-inMemory"}), HasSubstr("-dbPath needs a value"));
  EXPECT_THAT(refused({"partita", "container", "-inMemory", "-port"}), HasSubstr("-port needs a value"));
  EXPECT_THAT(refused({"partita", "container", "-inMemory", "-port", ""}), HasSubstr("-port needs a value"));
  EXPECT_THAT(refused({"partita", "container", "-cors", "-inMemory"}), HasSubstr("-cors needs a value"));
  EXPECT_THAT(refused({"partita", "container", "-inMemory", "-dbPath", "x"}), HasSubstr("exclude each other"));
}

TEST(Container, OtherCallsAreNotOfAContainer) {
  EXPECT_FALSE(is_container_call(Words{"partita", "serve"}));
  EXPECT_FALSE(is_container_call(Words{"partita"}));
  EXPECT_FALSE(is_container_call(Words{}));
}

}  // namespace
}  // namespace partita::tools
