#include "auth/verifier.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cctype>

#include "auth/claimed_time.h"
#include "auth/percent.h"
#include "auth/signing_key.h"
#include "base/clock.h"
#include "unit/auth/signed_message.h"

namespace partita::auth {
namespace verifier_test {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

constexpr std::int64_t kNowMs = 1'370'771'715'000;  // 2013-06-09T09:55:15Z
constexpr std::int64_t kMinuteMs = 60'000;
const std::string kMismatch =
    "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key "
    "and signing method. Consult the service documentation for details.";
const std::string kUnknown = "The security token included in the request is invalid.";

class VerifierTest : public testing::Test {
 protected:
  VerifierTest()
      : store_(table_of({{"AKIDALICE", "alice/secret+1"},
                         {"ASIATEMP", "temporary", "token/1==", kNowMs + 10 * kMinuteMs},
                         {"ASIAOLD", "old", "token/2==", kNowMs - 1}})) {}

  // A message as the project's client sends it.
  SignedMessage signed_message(const Credentials& credentials, std::int64_t time_ms = kNowMs,
                               const std::string& service = "dynamodb", const std::string& region = "us-east-1",
                               Headers further = {}) {
    SigningRequest request;
    request.headers = {{"Host", "127.0.0.1:8000"},
                       {"Content-Type", "application/x-amz-json-1.0"},
                       {"X-Amz-Target", "DynamoDB_20120810.GetItem"}};
    request.headers.insert(request.headers.end(), further.begin(), further.end());
    request.body = R"({"TableName":"t","Key":{"id":{"S":"1"}}})";
    request.region = region;
    request.service = service;
    request.now_ms = time_ms;
    SignedMessage message;
    message.headers = request.headers;
    message.body = request.body;
    for (auto& header : sign(request, credentials)) message.headers.push_back(std::move(header));
    return message;
  }
  SignedMessage by_alice(std::int64_t time_ms = kNowMs) { return signed_message(kAlice, time_ms); }

  // A presigned query over the body, with SignedHeaders=host;x-amz-target.
  SignedMessage presigned(const std::string& expires, std::int64_t time_ms = kNowMs, const std::string& further = "") {
    const BasicTime time(time_ms);
    const std::string scope = fmt::format("{}/us-east-1/dynamodb/aws4_request", time.date());
    SignedMessage message;
    message.headers = {{"Host", "localhost"}, {"X-Amz-Target", "DynamoDB_20120810.ListTables"}};
    message.body = "{}";
    const bool temporary = further.find("Security-Token") != further.npos;
    std::string credential;
    append_percent_encoded(credential, (temporary ? "ASIATEMP/" : "AKIDALICE/") + scope);
    message.query =
        "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-SignedHeaders=host%3bx-amz-target&X-Amz-Credential=" + credential +
        "&X-Amz-Date=" + std::string(time.text()) + (expires.empty() ? "" : "&X-Amz-Expires=" + expires) + further;
    HeaderFields fields;
    for (const auto& [name, value] : message.headers) fields.add(name, value);
    std::string canonical, to_sign;
    append_canonical_request(canonical, {message.method, message.path, message.query, message.body, &fields},
                             "host;x-amz-target", view(hex(sha256(message.body))));
    append_string_to_sign(to_sign, time.text(), scope, sha256(canonical));
    const HmacKey key =
        derive_signing_key(temporary ? "temporary" : "alice/secret+1", time.date(), "us-east-1", "dynamodb");
    message.query += "&X-Amz-Signature=" + std::string(view(hex(key.of(to_sign))));
    return message;
  }

  void expect_accepted(const SignedMessage& message) {
    const auto result = verify(verifier_, message);
    EXPECT_TRUE(result) << result.error().message;
  }
  void expect_refused(const SignedMessage& message, ErrorCode code, const std::string& text) {
    const auto result = verify(verifier_, message);
    ASSERT_FALSE(result) << text;
    EXPECT_EQ(describe(result.error().code).name, describe(code).name) << text;
    EXPECT_EQ(result.error().message, text);
  }
  void expect_mismatch(const SignedMessage& message) {
    expect_refused(message, ErrorCode::InvalidSignatureException, kMismatch);
  }

  const Credentials kAlice{"AKIDALICE", "alice/secret+1"};
  const Credentials kTemporary{"ASIATEMP", "temporary", "token/1=="};
  base::ManualClock clock_{kNowMs};
  KeyStore store_;
  Verifier verifier_{store_, clock_};
};

TEST_F(VerifierTest, TellsTheOwnerOfTheKeyAndTheRegion) {
  const auto caller = verify(verifier_, by_alice());
  ASSERT_TRUE(caller);
  EXPECT_EQ(caller->key, caller->keys->find(caller->key->id));
  EXPECT_EQ(caller->region, "us-east-1");
}

TEST_F(VerifierTest, AcceptsWhatTheClientSigns) {
  for (int i = 0; i < 3; ++i) {
    expect_accepted(by_alice());
    expect_accepted(signed_message(kTemporary));
    expect_accepted(signed_message(kAlice, kNowMs, "dynamodb", "eu-central-1"));
  }
}

TEST_F(VerifierTest, FieldsThatAreNotSignedMayChange) {
  SignedMessage message = by_alice();
  message.headers.insert(message.headers.begin(), {"User-Agent", "anything"});
  *message.header("host") = " 127.0.0.1:8000 ";
  expect_accepted(message);
}

TEST_F(VerifierTest, RefusesWhateverWasChanged) {
  const auto changed = [&](auto change) {
    SignedMessage message = by_alice();
    change(message);
    return message;
  };
  expect_mismatch(changed([](SignedMessage& m) { m.body[2] = 't'; }));
  expect_mismatch(changed([](SignedMessage& m) { m.body += ' '; }));
  expect_mismatch(changed([](SignedMessage& m) { m.body.clear(); }));
  expect_mismatch(changed([](SignedMessage& m) { m.method = "PUT"; }));
  expect_mismatch(changed([](SignedMessage& m) { m.path = "/other"; }));
  expect_mismatch(changed([](SignedMessage& m) { m.query = "a=b"; }));
  expect_mismatch(changed([](SignedMessage& m) { *m.header("host") = "127.0.0.1:8001"; }));
  expect_mismatch(changed([](SignedMessage& m) { *m.header("x-amz-target") = "DynamoDB_20120810.DeleteItem"; }));
  expect_mismatch(changed([](SignedMessage& m) { m.remove("content-type"); }));
  expect_mismatch(changed([](SignedMessage& m) { m.headers.emplace_back("Content-Type", "text/plain"); }));
  expect_mismatch(changed([](SignedMessage& m) { *m.header("x-amz-date") = "20130609T095516Z"; }));
  // A digit of the signature, its case and its end.
  expect_mismatch(changed([](SignedMessage& m) {
    char& digit = m.header("authorization")->back();
    digit = digit == '0' ? '1' : '0';
  }));
  expect_mismatch(changed([](SignedMessage& m) { m.header("authorization")->pop_back(); }));
  expect_mismatch(changed([](SignedMessage& m) { *m.header("authorization") += "0"; }));
  expect_mismatch(changed([](SignedMessage& m) {
    std::string& text = *m.header("authorization");
    const auto at = text.find("Signature=") + 10;
    for (auto i = at; i < text.size(); ++i) text[i] = static_cast<char>(std::toupper(text[i]));
  }));
}

TEST_F(VerifierTest, RefusesAnotherSecret) {
  expect_mismatch(signed_message({"AKIDALICE", "alice/secret+2"}));
  expect_accepted(by_alice());
  expect_mismatch(signed_message({"AKIDALICE", "alice/secret+2"}));
}

TEST_F(VerifierTest, TheAnnouncedHashMustBeTheBodys) {
  const auto announcing = [&](const std::string& hash) {
    return signed_message(kAlice, kNowMs, "dynamodb", "us-east-1", {{"X-Amz-Content-Sha256", hash}});
  };
  const std::string hash(view(hex(sha256(R"({"TableName":"t","Key":{"id":{"S":"1"}}})"))));
  expect_accepted(announcing(hash));
  expect_mismatch(announcing("UNSIGNED-PAYLOAD"));
  expect_mismatch(announcing("STREAMING-AWS4-HMAC-SHA256-PAYLOAD"));
  expect_mismatch(announcing(std::string(view(hex(sha256("{}"))))));
}

TEST_F(VerifierTest, JoinsFieldsOfOneName) {
  SignedMessage message =
      signed_message(kAlice, kNowMs, "dynamodb", "us-east-1", {{"X-Note", "a"}, {"x-note", " b  c "}});
  expect_accepted(message);
  message.remove("x-note");
  message.headers.emplace_back("X-NOTE", "a,b c");
  expect_accepted(message);
  *message.header("x-note") = "b c,a";
  expect_mismatch(message);
}

// Step 2 to 4 of the service's order have their table in claims_test.cc.
TEST_F(VerifierTest, ChecksTheFormFirst) {
  SignedMessage unsigned_message = by_alice();
  unsigned_message.remove("authorization");
  expect_refused(unsigned_message, ErrorCode::MissingAuthenticationTokenException,
                 "Request is missing Authentication Token");
  SignedMessage both = by_alice();
  both.query = "X-Amz-Algorithm=AWS4-HMAC-SHA256";
  expect_refused(both, ErrorCode::InvalidSignatureException,
                 "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.");
  SignedMessage without_date = by_alice();
  without_date.remove("x-amz-date");
  const std::string authorization = *without_date.header("authorization");
  expect_refused(without_date, ErrorCode::IncompleteSignatureException,
                 "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. Authorization=" +
                     authorization);
}

std::string authorization_with(const std::string& credential, const std::string& names = "host;x-amz-target") {
  return "AWS4-HMAC-SHA256 Credential=" + credential + ", SignedHeaders=" + names + ", Signature=f0";
}

TEST_F(VerifierTest, NamesTheFaultsOfClaims) {
  const struct {
    std::string credential, names, date;
    ErrorCode code;
    std::string text;
  } kCases[] = {
      {"a/20130609/c/dynamodb/aws4_request", "x-amz-target", "20130609T095515Z", ErrorCode::InvalidSignatureException,
       "'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization."},
      {"a/20130609/c/dynamodb/aws4_request", "Host;x-amz-target", "20130609T095515Z",
       ErrorCode::InvalidSignatureException,
       "'Host' or ':authority' must be a 'SignedHeader' in the AWS Authorization."},
      {"a/20130609/c/dynamodb/aws4_request", "host", "20130609T095515Z", ErrorCode::InvalidSignatureException,
       "'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization."},
      {"a/20130609/c/dynamodb/aws4_request", "x-amz-target;host", "20130609T095515Z",
       ErrorCode::InvalidSignatureException,
       "'SignedHeaders' must be in ascending order, and each header must be named once."},
      {"a/20130609/c/dynamodb/aws4_request", "host;host;x-amz-target", "20130609T095515Z",
       ErrorCode::InvalidSignatureException,
       "'SignedHeaders' must be in ascending order, and each header must be named once."},
      {"a/b/c/d/e", "host;x-amz-target", "201", ErrorCode::IncompleteSignatureException,
       "Date must be in ISO-8601 'basic format'. Got '201'. See http://en.wikipedia.org/wiki/ISO_8601"},
      {"a/b/c!/d/e", "host;x-amz-target", "20130609T095204Z", ErrorCode::InvalidSignatureException,
       "Credential should be scoped to a valid region, not 'c!'. Credential should be scoped to correct service: "
       "'dynamodb'. Credential should be scoped with a valid terminator: 'aws4_request', not 'e'. Date in Credential "
       "scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: 'b' != '20130609', from "
       "'20130609T095204Z'."},
      {"a/20130609/c/s3/aws4_request", "host;x-amz-target", "20130609T095204Z", ErrorCode::InvalidSignatureException,
       "Credential should be scoped to correct service: 'dynamodb'. "},
      {"a/20130608/c/dynamodb/aws4_request", "host;x-amz-target", "20130609T095204Z",
       ErrorCode::InvalidSignatureException,
       "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: '20130608' != "
       "'20130609', from '20130609T095204Z'."},
      {"a/20130609/c/dynamodb/aws4_request", "host;x-amz-target", "20130609T095515Z",
       ErrorCode::UnrecognizedClientException, kUnknown},
      {"AKIDALICE/20130609/c/dynamodb/aws4_request", "host;x-amz-target", "20130609T095515Z",
       ErrorCode::InvalidSignatureException, kMismatch},
  };
  for (const auto& one : kCases) {
    SignedMessage message = by_alice();
    *message.header("authorization") = authorization_with(one.credential, one.names);
    *message.header("x-amz-date") = one.date;
    expect_refused(message, one.code, one.text);
  }
}

TEST_F(VerifierTest, BoundsTheSignedHeaders) {
  std::string names;
  for (std::size_t i = 0; i < Verifier::kMostSignedHeaders; ++i) names += fmt::format("a{:03};", i);
  SignedMessage message = by_alice();
  *message.header("authorization") = authorization_with("a/20130609/c/dynamodb/aws4_request", names + "host");
  expect_refused(message, ErrorCode::InvalidSignatureException,
                 "The AWS Authorization has more than 100 SignedHeaders.");
}

// Each request costs a bounded work, whoever sent it.
TEST_F(VerifierTest, BoundsParametersAndFields) {
  SignedMessage query = by_alice();
  query.query = std::string(100, '&');
  expect_refused(query, ErrorCode::InvalidSignatureException, "The query has more than 100 parameters.");
  SignedMessage fields = by_alice();
  for (int i = 0; i < 1000; ++i) fields.headers.emplace_back("a", "b");
  expect_refused(fields, ErrorCode::InvalidSignatureException, "The request has more than 1000 header fields.");
}

TEST_F(VerifierTest, RepeatsOnlyPrintableText) {
  SignedMessage message = by_alice();
  *message.header("authorization") = "AWS4-HMAC-SHA256 Credential=\xff\xfe\x01";
  EXPECT_THAT(verify(verifier_, message).error().message, HasSubstr("Authorization=AWS4-HMAC-SHA256 Credential=???"));
}

TEST_F(VerifierTest, TakesADateHeader) {
  // The same signature in a request whose time is in Date, which is not signed as a header.
  SigningRequest request;
  request.headers = {{"Host", "localhost"}};
  request.region = "us-east-1";
  request.now_ms = kNowMs;
  std::string canonical, to_sign;
  HeaderFields fields;
  fields.add("Host", "localhost");
  append_canonical_request(canonical, {"POST", "/", "", "", &fields}, "host", view(hex(sha256(""))));
  append_string_to_sign(to_sign, "20130609T095515Z", "20130609/us-east-1/dynamodb/aws4_request", sha256(canonical));
  const auto signature = hex(derive_signing_key("alice/secret+1", "20130609", "us-east-1", "dynamodb").of(to_sign));
  SignedMessage message;
  message.headers = {{"Host", "localhost"},
                     {"Date", "Sun, 09 Jun 2013 09:55:15 GMT"},
                     {"Authorization",
                      "AWS4-HMAC-SHA256 Credential=AKIDALICE/20130609/us-east-1/dynamodb/aws4_request, "
                      "SignedHeaders=host, Signature=" +
                          std::string(view(signature))}};
  expect_accepted(message);
  *message.header("date") = "yesterday";
  expect_refused(message, ErrorCode::IncompleteSignatureException,
                 "Date must be in ISO-8601 'basic format'. Got 'yesterday'. See "
                 "http://en.wikipedia.org/wiki/ISO_8601");
  // X-Amz-Date wins.
  message.headers.emplace_back("X-Amz-Date", "20130609T095515Z");
  expect_accepted(message);
}

TEST_F(VerifierTest, AllowsFiveMinutesOfSkew) {
  for (const std::int64_t skew_ms : {-5 * kMinuteMs, -kMinuteMs, kMinuteMs, 5 * kMinuteMs})
    expect_accepted(by_alice(kNowMs + skew_ms));
  expect_refused(
      by_alice(kNowMs - 5 * kMinuteMs - 1000), ErrorCode::InvalidSignatureException,
      "Signature expired: 20130609T095014Z is now earlier than 20130609T095015Z (20130609T095515Z - 5 min.)");
  expect_refused(by_alice(kNowMs + 5 * kMinuteMs + 1000), ErrorCode::InvalidSignatureException,
                 "Signature not yet current: 20130609T100016Z is still later than 20130609T100015Z (20130609T095515Z + "
                 "5 min.)");
  const SignedMessage message = by_alice();
  clock_.advance_ms(5 * kMinuteMs + 999);
  expect_accepted(message);
  clock_.advance_ms(1);
  expect_refused(
      message, ErrorCode::InvalidSignatureException,
      "Signature expired: 20130609T095515Z is now earlier than 20130609T095516Z (20130609T100016Z - 5 min.)");
}

TEST_F(VerifierTest, ChecksSessionTokens) {
  const auto refused = [&](const Credentials& credentials) {
    expect_refused(signed_message(credentials), ErrorCode::UnrecognizedClientException, kUnknown);
  };
  expect_accepted(signed_message(kTemporary));
  refused({"ASIATEMP", "temporary"});
  refused({"ASIATEMP", "temporary", "token/2=="});
  refused({"AKIDALICE", "alice/secret+1", "token/1=="});
  refused({"AKIDBOB", "bob"});
  refused({"AKIDBOB", "bob", "token/1=="});
  // The key is judged before the signature.
  refused({"ASIATEMP", "another", "token/2=="});
  expect_refused(signed_message({"ASIAOLD", "old", "token/2=="}), ErrorCode::ExpiredTokenException,
                 "The security token included in the request is expired");
}

TEST_F(VerifierTest, ATokenExpiresWhileItIsInUse) {
  expect_accepted(signed_message(kTemporary));
  clock_.advance_ms(10 * kMinuteMs - 1);
  expect_accepted(signed_message(kTemporary, clock_.now_ms()));
  clock_.advance_ms(1);
  expect_refused(signed_message(kTemporary, clock_.now_ms()), ErrorCode::ExpiredTokenException,
                 "The security token included in the request is expired");
}

TEST_F(VerifierTest, NewKeysCountAtOnce) {
  expect_accepted(by_alice());
  store_.publish(table_of({{"AKIDALICE", "changed"}, {"AKIDBOB", "bob"}}));
  expect_mismatch(by_alice());
  expect_accepted(signed_message({"AKIDALICE", "changed"}));
  expect_accepted(signed_message({"AKIDBOB", "bob"}));
  store_.publish(table_of({{"AKIDALICE", "changed"}}));
  expect_refused(signed_message({"AKIDBOB", "bob"}), ErrorCode::UnrecognizedClientException, kUnknown);
}

TEST_F(VerifierTest, KeepsManySigningKeys) {
  for (std::size_t i = 0; i < Verifier::kMostSigningKeys + 10; ++i)
    expect_accepted(signed_message(kAlice, kNowMs, "dynamodb", fmt::format("region-{}", i)));
  expect_accepted(by_alice());
}

// Makes a session for each token, and counts those that are still there.
class CountedSessions : public SessionKeys {
 public:
  std::shared_ptr<const AccessKey> find(std::string_view id, std::string_view token) const override {
    const std::shared_ptr<int> alive = alive_;
    ++*alive;
    auto* const key = new AccessKey{.id = std::string(id), .secret = "s", .session_token = std::string(token)};
    return {key, [alive](const AccessKey* one) {
              --*alive;
              delete one;
            }};
  }
  int alive() const { return *alive_; }

 private:
  const std::shared_ptr<int> alive_ = std::make_shared<int>(0);
};

TEST_F(VerifierTest, KeepsAsManySessionsAsTheirTokensAllow) {
  constexpr int kFitting = 64;
  const auto sessions = std::make_shared<CountedSessions>();
  const std::string token(VerifierOptions().most_token_bytes / kFitting, 't');
  store_.publish(std::make_shared<AccessKeys>(std::vector<AccessKey>(), sessions));
  for (int i = 0; i < kFitting; ++i) expect_accepted(signed_message({fmt::format("ASIA{}", i), "s", token}));
  EXPECT_EQ(sessions->alive(), kFitting);
  for (int i = 0; i < kFitting; ++i) expect_accepted(signed_message({fmt::format("ASIA{}", i), "s", token}));
  EXPECT_EQ(sessions->alive(), kFitting);
  expect_accepted(signed_message({"ASIANEXT", "s", token}));
  EXPECT_EQ(sessions->alive(), 1);
}

TEST_F(VerifierTest, AcceptsAPresignedQuery) {
  expect_accepted(presigned("60"));
  expect_accepted(presigned("604800", kNowMs - 604'800'000));
  expect_accepted(presigned(""));
  expect_accepted(presigned("60", kNowMs, "&b=%2f%7E&a=1+2%20&a&X=%e1%88%b4"));
  expect_accepted(presigned("60", kNowMs, "&X-Amz-Security-Token=token%2F1%3D%3D"));
}

TEST_F(VerifierTest, RefusesAChangedQuery) {
  for (const auto& [from, to] : {std::pair("X-Amz-Expires=60", "X-Amz-Expires=61"), std::pair("a=1+2", "a=1%202"),
                                 std::pair("&c=d", ""), std::pair("&c=d", "&c=D")}) {
    SignedMessage message = presigned("60", kNowMs, "&a=1+2&c=d");
    expect_accepted(message);
    const auto at = message.query.find(from);
    ASSERT_NE(at, std::string::npos);
    message.query.replace(at, std::string_view(from).size(), to);
    expect_mismatch(message);
  }
  SignedMessage other_body = presigned("60");
  other_body.body = "{\"Limit\":1}";
  expect_mismatch(other_body);
  SignedMessage reordered = presigned("60", kNowMs, "&a=1&b=2");
  reordered.query = "b=2&" + reordered.query.erase(reordered.query.find("&b=2"), 4);
  expect_accepted(reordered);
}

TEST_F(VerifierTest, ChecksTheLifeOfAQuery) {
  expect_accepted(presigned("60", kNowMs - 60'000));
  expect_refused(
      presigned("60", kNowMs - 61'000), ErrorCode::InvalidSignatureException,
      "Signature expired: 20130609T095414Z is now earlier than 20130609T095415Z (20130609T095515Z - 1 min.)");
  expect_refused(presigned("61", kNowMs - 62'000), ErrorCode::InvalidSignatureException,
                 "Signature expired: 20130609T095413Z is now earlier than 20130609T095414Z (20130609T095515Z - 61 "
                 "sec.)");
  expect_refused(presigned("60", kNowMs + 301'000), ErrorCode::InvalidSignatureException,
                 "Signature not yet current: 20130609T100016Z is still later than 20130609T100015Z (20130609T095515Z + "
                 "5 min.)");
  for (const char* life : {"0", "-1", "604801", "x", "60x", "99999999999999999999"})
    expect_refused(presigned(life), ErrorCode::InvalidSignatureException,
                   fmt::format("X-Amz-Expires must be a number of seconds from 1 to 604800, got '{}'.", life));
}

TEST_F(VerifierTest, ExplainsItselfIfAsked) {
  SignedMessage message = by_alice();
  message.body = "{}";
  EXPECT_EQ(verify(verifier_, message).error().message, kMismatch);
  Verifier explaining(store_, clock_, {.explain = Explain::Yes});
  const std::string text = verify(explaining, message).error().message;
  EXPECT_THAT(text, StartsWith(kMismatch + "\n\nThe Canonical String for this request should have been\n'POST\n/\n\n"
                                           "content-type:application/x-amz-json-1.0\nhost:127.0.0.1:8000\n"));
  EXPECT_THAT(text, HasSubstr("\n44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a'\n\nThe "
                              "String-to-Sign should have been\n'AWS4-HMAC-SHA256\n20130609T095515Z\n20130609/"
                              "us-east-1/dynamodb/aws4_request\n"));
  EXPECT_THAT(text, Not(HasSubstr("alice/secret")));
  // Only wrong signatures are explained.
  EXPECT_EQ(verify(explaining, signed_message({"AKIDBOB", "bob"})).error().message, kUnknown);
}

}  // namespace verifier_test
}  // namespace partita::auth
