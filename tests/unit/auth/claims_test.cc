#include "auth/claims.h"

#include <gtest/gtest.h>

namespace partita::auth {
namespace claims_test {

TEST(ClaimsTest, ReadsAHeaderInItsPlainForm) {
  const std::string_view header =
      "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/dynamodb/aws4_request, "
      "SignedHeaders=host;x-amz-date, Signature=f0";
  QueryParameters parameters;
  for (const auto& claimed : {plain_claims({header, "", true}), [&] {
                                auto parsed = parse_claims({header, "", true}, parameters);
                                return parsed ? std::optional(*parsed) : std::nullopt;
                              }()}) {
    ASSERT_TRUE(claimed);
    EXPECT_EQ(claimed->credential, "AKIDEXAMPLE/20150830/us-east-1/dynamodb/aws4_request");
    EXPECT_EQ(claimed->access_key_id, "AKIDEXAMPLE");
    EXPECT_EQ(claimed->scope, "20150830/us-east-1/dynamodb/aws4_request");
    EXPECT_EQ(claimed->date, "20150830");
    EXPECT_EQ(claimed->region, "us-east-1");
    EXPECT_EQ(claimed->service, "dynamodb");
    EXPECT_EQ(claimed->terminator, "aws4_request");
    EXPECT_EQ(claimed->signed_headers, "host;x-amz-date");
    EXPECT_EQ(claimed->signature, "f0");
    EXPECT_FALSE(claimed->in_query);
  }
}

// parse_claims() judges all of these.
TEST(ClaimsTest, OtherFormsAreNotPlain) {
  const std::string plain = "AWS4-HMAC-SHA256 Credential=k/d/r/s/t, SignedHeaders=host, Signature=f0";
  ASSERT_TRUE(plain_claims({plain, "", true}));
  EXPECT_FALSE(plain_claims({plain, "a=b", true}));
  EXPECT_FALSE(plain_claims({plain, "", false}));
  EXPECT_FALSE(plain_claims({std::nullopt, "", true}));
  for (const char* header : {"AWS4-HMAC-SHA256 Credential=k/d/r/s, SignedHeaders=host, Signature=f0",
                             "AWS4-HMAC-SHA256 Credential=k/d/r/s/t/u, SignedHeaders=host, Signature=f0",
                             "AWS4-HMAC-SHA256 Credential=k/d/r/s/t, SignedHeaders=, Signature=f0",
                             "AWS4-HMAC-SHA256 Credential=k/d/r/s/t, SignedHeaders=host, Signature=",
                             "AWS4-HMAC-SHA256 Credential=k/d/r/s/t, SignedHeaders=host, Signature=f0, x=y",
                             "AWS4-HMAC-SHA256 Credential=k/d/r/s/t,SignedHeaders=host,Signature=f0",
                             "AWS4-HMAC-SHA512 Credential=k/d/r/s/t, SignedHeaders=host, Signature=f0", ""})
    EXPECT_FALSE(plain_claims({header, "", true})) << header;
}

TEST(ClaimsTest, ReadsAPresignedQuery) {
  QueryParameters parameters;
  const auto claimed =
      parse_claims({{},
                    "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential=k%2Fd%2Fr%2Fs%2Faws4_request&X-Amz-Signature=f0"
                    "&X-Amz-SignedHeaders=host%3bx-amz-date&X-Amz-Date=d",
                    false},
                   parameters);
  ASSERT_TRUE(claimed);
  EXPECT_TRUE(claimed->in_query);
  EXPECT_EQ(claimed->access_key_id, "k");
  EXPECT_EQ(claimed->signed_headers, "host;x-amz-date");
}

struct Refused {
  SignatureParts parts;
  ErrorCode code;
  std::string message;
};

TEST(ClaimsTest, NamesTheMissingPart) {
  const Refused cases[] = {
      {{{}, "", true}, ErrorCode::MissingAuthenticationTokenException, "Request is missing Authentication Token"},
      {{"", "", true}, ErrorCode::MissingAuthenticationTokenException, "Request is missing Authentication Token"},
      {{"Basic abc", "", true},
       ErrorCode::MissingAuthenticationTokenException,
       "Request is missing Authentication Token"},
      {{"AWS4-", "", true},
       ErrorCode::IncompleteSignatureException,
       "Authorization header requires 'Credential' parameter. Authorization header requires 'Signature' parameter. "
       "Authorization header requires 'SignedHeaders' parameter. Authorization=AWS4-"},
      {{"AWS4-HMAC-SHA256 Signature=b,  Credential,    SignedHeaders=c", "", false},
       ErrorCode::IncompleteSignatureException,
       "Authorization header requires 'Credential' parameter. Authorization header requires existence of either a "
       "'X-Amz-Date' or a 'Date' header. Authorization=AWS4-HMAC-SHA256 Signature=b,  Credential,    SignedHeaders=c"},
      {{"AWS4-HMAC-SHA256 Signature=b, Credential=a/b/c/d/e, SignedHeaders=c, Later", "", true},
       ErrorCode::IncompleteSignatureException,
       "'Later' not a valid key=value pair (missing equal-sign) in Authorization header: 'AWS4-HMAC-SHA256 "
       "Signature=b, "
       "Credential=a/b/c/d/e, SignedHeaders=c, Later'."},
      {{"AWS4-HMAC-SHA25 Signature=b,Credential=a/b/c/d/e,SignedHeaders=c", "", true},
       ErrorCode::IncompleteSignatureException,
       "Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA25' (only AWS4-HMAC-SHA256 for now). "},
      {{"AWS4-HMAC-SHA256 Signature=b,Credential=a/b/c/d,SignedHeaders=c", "", true},
       ErrorCode::IncompleteSignatureException,
       "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got 'a/b/c/d'"},
      {{"AWS4-", "X-Amz-Algorithm", true},
       ErrorCode::InvalidSignatureException,
       "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."},
      {{{}, "a=b&X-Amz-Algorithm=&X-Amz-Credential=a&X-Amz-Date=%", true},
       ErrorCode::IncompleteSignatureException,
       "AWS query-string parameters must include 'X-Amz-Algorithm'. AWS query-string parameters must include "
       "'X-Amz-Signature'. AWS query-string parameters must include 'X-Amz-SignedHeaders'. Re-examine the "
       "query-string parameters."},
  };
  for (const auto& [parts, code, message] : cases) {
    QueryParameters parameters;
    const auto claimed = parse_claims(parts, parameters);
    ASSERT_FALSE(claimed) << message;
    EXPECT_EQ(claimed.error().code, code) << message;
    EXPECT_EQ(claimed.error().message, message);
  }
}

}  // namespace claims_test
}  // namespace partita::auth
