#include "auth/sign.h"

#include <gtest/gtest.h>

namespace partita::auth {
namespace sign_test {

const Credentials kExample{"AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", {}};
constexpr std::int64_t kExampleTimeMs = 1'440'938'160'000;  // 2015-08-30T12:36:00Z

SigningRequest example(std::string method) {
  SigningRequest request;
  request.method = std::move(method);
  request.headers = {{"Host", "example.amazonaws.com"}};
  request.region = "us-east-1";
  request.service = "service";
  request.now_ms = kExampleTimeMs;
  return request;
}

std::string header(const Headers& headers, std::string_view name) {
  for (const auto& [candidate, value] : headers)
    if (candidate == name) return value;
  return "absent";
}

std::string authorization(const std::string& scope, const std::string& signed_headers, const std::string& signature) {
  return "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/" + scope + "/aws4_request, SignedHeaders=" + signed_headers +
         ", Signature=" + signature;
}

// The cases of AWS's published test suite (aws-sig-v4-test-suite) that a signature of "/" with distinct headers can
// meet. The case post-sts-header-before has the session token among the signed headers, as DynamoDB requires.
TEST(SignTest, SignsAsThePublishedSuite) {
  constexpr const char* kToken =
      "AQoDYXdzEPT//////////"
      "wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7"
      "mSEI/qkPpKPi/"
      "kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d"
      "+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==";
  struct Case {
    const char* name;
    const char* method;
    Headers headers;  // besides Host
    const char* body;
    const char* session_token;
    const char* signed_headers;
    const char* signature;
  };
  for (const Case& c : {
           Case{"get-vanilla",
                "GET",
                {},
                "",
                nullptr,
                "host;x-amz-date",
                "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
           Case{"post-vanilla",
                "POST",
                {},
                "",
                nullptr,
                "host;x-amz-date",
                "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"},
           Case{"post-header-key-sort",
                "POST",
                {{"My-Header1", "value1"}},
                "",
                nullptr,
                "host;my-header1;x-amz-date",
                "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"},
           Case{"post-header-value-case",
                "POST",
                {{"My-Header1", "VALUE1"}},
                "",
                nullptr,
                "host;my-header1;x-amz-date",
                "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"},
           Case{"get-header-value-trim",
                "GET",
                {{"My-Header1", " value1"}, {"My-Header2", " \"a   b   c\""}},
                "",
                nullptr,
                "host;my-header1;my-header2;x-amz-date",
                "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"},
           Case{"post-x-www-form-urlencoded",
                "POST",
                {{"Content-Type", "application/x-www-form-urlencoded"}},
                "Param1=value1",
                nullptr,
                "content-type;host;x-amz-date",
                "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"},
           Case{"post-x-www-form-urlencoded-parameters",
                "POST",
                {{"Content-Type", "application/x-www-form-urlencoded; charset=utf8"}},
                "Param1=value1",
                nullptr,
                "content-type;host;x-amz-date",
                "1a72ec8f64bd914b0e42e42607c7fbce7fb2c7465f63e3092b3b0d39fa77a6fe"},
           Case{"post-sts-header-before",
                "POST",
                {},
                "",
                kToken,
                "host;x-amz-date;x-amz-security-token",
                "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead"},
       }) {
    SigningRequest request = example(c.method);
    request.headers.insert(request.headers.end(), c.headers.begin(), c.headers.end());
    request.body = c.body;
    Credentials credentials = kExample;
    if (c.session_token) credentials.session_token = c.session_token;
    const Headers added = sign(request, credentials);
    EXPECT_EQ(header(added, "Authorization"),
              authorization("20150830/us-east-1/service", c.signed_headers, c.signature))
        << c.name;
    EXPECT_EQ(header(added, "X-Amz-Date"), "20150830T123600Z");
    EXPECT_EQ(header(added, "X-Amz-Security-Token"), c.session_token ? c.session_token : "absent");
  }
}

// The example IAM ListUsers of AWS's user guide.
TEST(SignTest, SignsTheListUsersExample) {
  SigningRequest request = example("GET");
  request.query = "Action=ListUsers&Version=2010-05-08";
  request.headers = {{"Host", "iam.amazonaws.com"},
                     {"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"}};
  request.service = "iam";
  EXPECT_EQ(header(sign(request, kExample), "Authorization"),
            authorization("20150830/us-east-1/iam", "content-type;host;x-amz-date",
                          "5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"));
}

TEST(SignTest, SpacesInAHeaderDoNotCountAndItsContentDoes) {
  const auto signature = [](std::string value) {
    SigningRequest request = example("GET");
    request.headers.emplace_back("My-Header1", std::move(value));
    return header(sign(request, kExample), "Authorization");
  };
  EXPECT_EQ(signature("a  b "), signature(" a b"));
  EXPECT_NE(signature("a b"), signature("ab"));
}

TEST(SignTest, TheBodyCounts) {
  SigningRequest with_body = example("POST");
  with_body.body = "{}";
  EXPECT_NE(header(sign(with_body, kExample), "Authorization"),
            header(sign(example("POST"), kExample), "Authorization"));
}

// Several headers of one name are one line of the text that is signed.
TEST(SignTest, HeadersOfOneNameAreJoined) {
  const auto signature = [](Headers headers) {
    SigningRequest request = example("GET");
    request.headers.insert(request.headers.end(), headers.begin(), headers.end());
    return header(sign(request, kExample), "Authorization");
  };
  EXPECT_EQ(signature({{"My-Header1", "a"}, {"my-header1", "b"}}), signature({{"My-Header1", "a,b"}}));
}

// The examples of "Authenticating Requests: Using the Authorization Header" in the API reference of Amazon S3.
TEST(SignTest, SignsPathsOfS3AsTheyAreSent) {
  const Credentials credentials{"AKIAIOSFODNN7EXAMPLE", "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", {}};
  SigningRequest get;
  get.method = "GET";
  get.path = "/test.txt";
  get.region = "us-east-1";
  get.service = kS3Service;
  get.now_ms = 1'369'353'600'000;  // 2013-05-24T00:00:00Z
  get.headers = {{"Host", "examplebucket.s3.amazonaws.com"},
                 {"Range", "bytes=0-9"},
                 {"x-amz-content-sha256", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"}};
  EXPECT_TRUE(header(sign(get, credentials), "Authorization")
                  .ends_with("Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"));

  SigningRequest put = get;
  put.method = "PUT";
  put.path = "/test%24file.text";
  put.body = "Welcome to Amazon S3.";
  put.headers = {{"Date", "Fri, 24 May 2013 00:00:00 GMT"},
                 {"Host", "examplebucket.s3.amazonaws.com"},
                 {"x-amz-content-sha256", "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072"},
                 {"x-amz-storage-class", "REDUCED_REDUNDANCY"}};
  EXPECT_TRUE(header(sign(put, credentials), "Authorization")
                  .ends_with("Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"));
}

}  // namespace sign_test
}  // namespace partita::auth
