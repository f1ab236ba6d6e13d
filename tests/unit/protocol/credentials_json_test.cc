#include "protocol/credentials_json.h"

#include <gtest/gtest.h>

namespace partita::protocol {
namespace credentials_json_test {

TEST(CredentialsJsonTest, ReadsTheAnswersOfContainersInstancesAndProcesses) {
  const auto instance = decode_credentials(
      R"({"Code":"Success","LastUpdated":"x","AccessKeyId":"k","SecretAccessKey":"s","Token":"t","Expiration":"e"})");
  ASSERT_TRUE(instance);
  EXPECT_EQ(instance->code, "Success");
  EXPECT_EQ(instance->access_key_id, "k");
  EXPECT_EQ(instance->secret_access_key, "s");
  EXPECT_EQ(instance->session_token, "t");
  EXPECT_EQ(instance->expiration, "e");
  const auto process = decode_credentials(R"({"Version":1,"AccessKeyId":"k","SessionToken":"t","Expiration":null})");
  ASSERT_TRUE(process);
  EXPECT_EQ(process->session_token, "t");
  EXPECT_FALSE(process->secret_access_key);
  EXPECT_FALSE(process->expiration);
}

TEST(CredentialsJsonTest, RefusesJsonThatIsNotAnObjectOfTexts) {
  for (const char* json : {"", "keys", "[]", "\"k\"", R"({"AccessKeyId":1})", R"({"AccessKeyId":"k")"})
    EXPECT_FALSE(decode_credentials(json)) << json;
}

}  // namespace credentials_json_test
}  // namespace partita::protocol
