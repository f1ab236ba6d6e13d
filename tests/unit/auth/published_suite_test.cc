// Verifies the signed requests of AWS's published suite (data/aws-sig-v4-test-suite, Apache License 2.0).
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "base/clock.h"
#include "base/text.h"
#include "unit/auth/signed_message.h"

namespace partita::auth {
namespace published_suite_test {

constexpr std::int64_t kTimeMs = 1'440'938'160'000;  // 2015-08-30T12:36:00Z

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// The files have LF at the ends of lines, and a path may have blanks.
SignedMessage parse(const std::string& text) {
  SignedMessage message;
  std::istringstream lines(text);
  std::string line;
  std::getline(lines, line);
  message.method = line.substr(0, line.find(' '));
  const std::string target = line.substr(message.method.size() + 1, line.rfind(' ') - message.method.size() - 1);
  message.path = target.substr(0, target.find('?'));
  if (target.find('?') != target.npos) message.query = target.substr(target.find('?') + 1);
  while (std::getline(lines, line) && !line.empty()) {
    // A line that begins with a blank goes on with the field before it, as the HTTP parsers join them.
    if (line.front() == ' ')
      message.headers.back().second += line;
    else
      message.headers.emplace_back(line.substr(0, line.find(':')), base::trimmed(line.substr(line.find(':') + 1), ' '));
  }
  message.body = std::string(std::istreambuf_iterator<char>(lines), {});
  return message;
}

TEST(PublishedSuiteTest, IsVerified) {
  const base::ManualClock clock(kTimeMs);
  int seen = 0;
  for (const auto& entry : std::filesystem::directory_iterator(PARTITA_SIGNATURE_SUITE)) {
    if (entry.path().extension() != ".sreq") continue;
    ++seen;
    const std::string name = entry.path().stem();
    SignedMessage message = parse(read(entry.path()));
    // One of the signed requests has the signature of another case, so the header comes from the case's own file.
    *message.header("authorization") = read(std::filesystem::path(entry.path()).replace_extension(".authz"));
    AccessKey key{"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"};
    if (const std::string* token = message.header("x-amz-security-token")) key.session_token = *token;
    const KeyStore keys(table_of({key}));
    Verifier verifier(keys, clock, {.explain = Explain::Yes, .service = "service"});
    const auto verified = verify(verifier, message);
    EXPECT_TRUE(verified) << name << ": " << verified.error().message;

    // The refusal of another signature shows the canonical request.
    std::string& authorization = *message.header("authorization");
    authorization.back() = authorization.back() == '0' ? '1' : '0';
    const auto refused = verify(verifier, message);
    ASSERT_FALSE(refused) << name;
    const std::string canonical = read(std::filesystem::path(entry.path()).replace_extension(".creq"));
    EXPECT_NE(refused.error().message.find("'" + canonical + "'"), std::string::npos)
        << name << ": " << refused.error().message;
  }
  EXPECT_EQ(seen, 34);
}

}  // namespace published_suite_test
}  // namespace partita::auth
