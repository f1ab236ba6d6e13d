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

TEST(Container, WithoutACommandItServesInMemory) {
  EXPECT_THAT(arguments({"/usr/bin/partita", "container"}),
              ElementsAre("serve", "--memory", "--host", "0.0.0.0", "--published"));
}

TEST(Container, OptionsAreThoseOfServe) {
  EXPECT_THAT(arguments({"partita", "container", "--data", "/data", "--port", "9000"}),
              ElementsAre("serve", "--host", "0.0.0.0", "--published", "--data", "/data", "--port", "9000"));
  EXPECT_THAT(arguments({"partita", "container", "serve", "--data=/data", "--host", "0.0.0.0", "--auth", "keys"}),
              ElementsAre("serve", "--data=/data", "--host", "0.0.0.0", "--auth", "keys"));
  EXPECT_THAT(arguments({"partita", "container", "model", "lint", "m.yml"}), ElementsAre("model", "lint", "m.yml"));
}

TEST(Container, TheCommandLineOfDynamoDBLocalIsUnderstood) {
  EXPECT_THAT(arguments({"partita", "container", "-jar", "DynamoDBLocal.jar", "-inMemory", "-sharedDb"}),
              ElementsAre("serve", "--memory", "--host", "0.0.0.0", "--published"));
  EXPECT_THAT(arguments({"/usr/bin/java", "-Djava.library.path=./DynamoDBLocal_lib", "-Xmx1g", "-jar",
                         "DynamoDBLocal.jar", "-dbPath", "/data", "-port", "8001", "-cors", "*"}),
              ElementsAre("serve", "--host", "0.0.0.0", "--published", "--port", "8001", "--cors", "on", "--data",
                          "/data", "--regions", "many"));
  EXPECT_THAT(arguments({"partita", "container", "java", "-jar", "DynamoDBLocal.jar", "-sharedDb",
                         "-delayTransientStatuses", "-optimizeDbBeforeStartup", "-disableTelemetry"}),
              ElementsAre("serve", "--host", "0.0.0.0", "--published", "--table-delay", "500", "--data", "."));
}

TEST(Container, AnUnknownOptionOfDynamoDBLocalIsRefused) {
  const auto refused = [](const Words& call) { return container_arguments(call).error(); };
  EXPECT_THAT(refused({"partita", "container", "-jar", "x.jar", "-shareDb"}), HasSubstr("-shareDb is not an option"));
  EXPECT_THAT(refused({"partita", "container", "-inMemory", "-port"}), HasSubstr("-port needs a value"));
  EXPECT_THAT(refused({"partita", "container", "-inMemory", "-dbPath", "x"}), HasSubstr("exclude each other"));
}

TEST(Container, OtherCallsAreNotOfAContainer) {
  EXPECT_FALSE(is_container_call(Words{"partita", "serve"}));
  EXPECT_FALSE(is_container_call(Words{"partita"}));
  EXPECT_FALSE(is_container_call(Words{}));
}

}  // namespace
}  // namespace partita::tools
