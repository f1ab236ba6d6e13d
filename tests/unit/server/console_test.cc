// The port of a console: its pages, its operations, and the requests that it shuts out.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "auth/sign.h"
#include "iam/identity.h"
#include "server/http/gzip.h"
#include "support/temporary_directory.h"
#include "unit/server/fixture.h"

namespace partita::server {
namespace console_test {

using testing::HasSubstr;
using testing::Not;

constexpr std::string_view kPage = "<!doctype html><title>console</title>";
constexpr std::string_view kEcho = "PartitaConsole_20261101.Echo";

class FakeConsole final : public Console {
 public:
  explicit FakeConsole(std::string session) : session_(std::move(session)) {
    Gzip gzip;
    EXPECT_TRUE(gzip.deflate(kPage, page_));
    file_ = {.content_type = "text/html; charset=utf-8", .etag = "\"1\"", .gzip = page_};
  }
  const ConsoleFile* file(std::string_view path) const override { return path == "/index.html" ? &file_ : nullptr; }
  std::string description() const override { return R"({"Version":"1"})"; }
  std::optional<std::string> metrics(MetricsFormat) const override { return "of_the_api 1\n"; }
  std::string_view account() const override { return "123456789012"; }
  bool admits(std::string_view session) const override { return session_.empty() || session == session_; }
  const ConsoleOperation* operation(std::string_view name) const override {
    for (const ConsoleOperation& one : kOperations)
      if (one.name == name) return &one;
    return nullptr;
  }
  Result<std::string> answer(const ConsoleOperation& operation, std::string_view body) override {
    if (body == "bad") return invalid("this is bad");
    return fmt::format(R"({{"Of":"{}","Body":"{}"}})", operation.name, body.size());
  }
  std::optional<Error> refusal(protocol::Operation operation, std::string_view body) const override {
    last_body_ = body;
    if (operation != protocol::Operation::PutItem) return std::nullopt;
    return Error{ErrorCode::AccessDeniedException, "only reads", {}, {}};
  }
  mutable std::string last_body_;

 private:
  static constexpr ConsoleOperation kOperations[] = {{.name = "Echo"},
                                                     {.name = "OpenSession", .opens_session = true},
                                                     {.name = "Watch", .action = iam::Action::ListHotKeys}};
  const std::string session_;
  std::string page_;
  ConsoleFile file_;
};

class ConsoleTest : public ServerTest {
 protected:
  void start_console(ServerOptions options, const std::string& session = "") {
    console_ = std::make_shared<FakeConsole>(session);
    options.console = console_;
    options.cors = Cors::On;  // which a console must not heed
    start(std::move(options));
  }
  void start_open(const std::string& session = "") {
    ServerOptions options = defaults();
    options.auth = Auth::Off;
    start_console(std::move(options), session);
  }
  std::string own_origin() const { return fmt::format("{}://127.0.0.1:{}", all_over_tls() ? "https" : "http", port()); }
  HttpAnswer ask(const std::string& request) {
    Client client(port());
    return client.exchange(request);
  }
  // A GET of the path with further lines, in the way of a browser that was given the address.
  HttpAnswer get(const std::string& path, const std::string& lines = "", const std::string& host = "127.0.0.1") {
    return ask(fmt::format("GET {} HTTP/1.1\r\nHost: {}:{}\r\n{}\r\n", path, host, port(), lines));
  }
  std::string post_text(std::string_view target, std::string_view body, std::string_view lines,
                        std::string_view type = "application/x-amz-json-1.0", std::string_view host = "127.0.0.1") {
    return fmt::format(
        "POST / HTTP/1.1\r\nHost: {}:{}\r\nContent-Type: {}\r\nX-Amz-Target: {}\r\n{}Content-Length: {}\r\n\r\n{}",
        host, port(), type, target, lines, body.size(), body);
  }
  // A POST as the console's own page sends it.
  HttpAnswer send(std::string_view target, std::string_view body, std::string_view lines = "") {
    return ask(
        post_text(target, body, fmt::format("Origin: {}\r\nSec-Fetch-Site: same-origin\r\n{}", own_origin(), lines)));
  }

  std::shared_ptr<FakeConsole> console_;
};

TEST_F(ConsoleTest, GivesPagesWithTheFieldsThatProtectThem) {
  start_open();
  const auto page = get("/", "Accept-Encoding: gzip\r\n");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.headers.at("content-type"), "text/html; charset=utf-8");
  EXPECT_EQ(page.headers.at("content-encoding"), "gzip");
  EXPECT_EQ(page.headers.at("etag"), "\"1\"");
  EXPECT_EQ(page.headers.at("cache-control"), "no-cache");
  EXPECT_EQ(page.headers.at("x-content-type-options"), "nosniff");
  EXPECT_EQ(page.headers.at("referrer-policy"), "no-referrer");
  EXPECT_EQ(page.headers.at("cross-origin-opener-policy"), "same-origin");
  EXPECT_EQ(page.headers.at("cross-origin-resource-policy"), "same-origin");
  EXPECT_EQ(page.headers.at("content-security-policy"),
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; "
            "form-action 'none'; frame-ancestors 'none'; base-uri 'none'");
  std::string inflated;
  ASSERT_EQ(inflate(
                page.body, 1000, [](std::size_t) { return true; }, inflated),
            Inflated::Done);
  EXPECT_EQ(inflated, kPage);
  // A client that does not take gzip gets the bytes inflated.
  const auto plain = get("/index.html");
  EXPECT_EQ(plain.body, kPage);
  EXPECT_FALSE(plain.headers.contains("content-encoding"));
}

TEST_F(ConsoleTest, DoesNotSendAgainWhatTheBrowserHas) {
  start_open();
  for (const char* known : {"\"1\"", "W/\"1\"", "\"0\", \"1\"", "*"}) {
    const auto same = get("/", fmt::format("If-None-Match: {}\r\n", known));
    EXPECT_EQ(same.status, 304) << known;
    EXPECT_EQ(same.body, "");
    EXPECT_FALSE(same.headers.contains("content-length"));
    EXPECT_EQ(same.headers.at("etag"), "\"1\"");
  }
  EXPECT_EQ(get("/", "If-None-Match: \"2\"\r\n").status, 200);
}

TEST_F(ConsoleTest, GivesItsDescriptionAndTheMetricsOfTheApi) {
  start_open();
  const auto description = get("/console.json");
  EXPECT_EQ(description.body, R"({"Version":"1"})");
  EXPECT_EQ(description.headers.at("content-type"), "application/json");
  EXPECT_EQ(description.headers.at("cache-control"), "no-store");
  EXPECT_EQ(get("/metrics").body, "of_the_api 1\n");
  EXPECT_EQ(get("/healthz").body, "ok\n");
  for (const char* path : {"/index.htm", "/..", "/../index.html", "/%69ndex.html", "//index.html"})
    EXPECT_EQ(get(path).status, 404) << path;
}

TEST_F(ConsoleTest, PassesTheApiOn) {
  start_open();
  EXPECT_EQ(send("DynamoDB_20120810.GetItem", kGetItem).body, kGotItem);
  // A program other than a browser sends no origin.
  EXPECT_EQ(ask(post_text("DynamoDB_20120810.GetItem", kGetItem, "")).body, kGotItem);
  EXPECT_EQ(send("DynamoDB_20120810.GetItem", kGetItem).headers.at("x-content-type-options"), "nosniff");
}

TEST_F(ConsoleTest, AnswersItsOperations) {
  start_open();
  const auto answer = send(kEcho, "{}");
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body, R"({"Of":"Echo","Body":"2"})");
  EXPECT_EQ(answer.headers.at("content-type"), "application/x-amz-json-1.0");
  EXPECT_EQ(answer.headers.at("cache-control"), "no-store");
  const auto bad = send(kEcho, "bad");
  EXPECT_EQ(bad.status, 400);
  EXPECT_THAT(bad.body, HasSubstr("ValidationException\",\"message\":\"this is bad"));
  EXPECT_THAT(send("PartitaConsole_20261101.Nothing", "{}").body, HasSubstr("UnknownOperationException"));
  EXPECT_EQ(send(kEcho, std::string((8 << 20) + 1, ' ')).status, 400);
  EXPECT_EQ(send(kEcho, "{}", "Content-Encoding: gzip\r\n").status, 400);
}

TEST_F(ConsoleTest, TakesShorterBodiesIfItHasLittleMemory) {
  ServerOptions options = defaults();
  options.auth = Auth::Off;
  options.memory_bytes = 2 << 20;
  start_console(std::move(options));
  EXPECT_EQ(send(kEcho, std::string(256 << 10, ' ')).status, 200);
  EXPECT_THAT(send(kEcho, std::string((256 << 10) + 1, ' ')).body, HasSubstr("at most 262144 bytes"));
}

// Each of these is a way by which a page of another site may reach the port through the user's browser.
TEST_F(ConsoleTest, ShutsOtherSitesOut) {
  start_open();
  database_.on_get_item = [](GetItemRequest, Completion<GetItemResponse>) { FAIL() << "it reached the database"; };
  const std::string own = "Origin: " + own_origin() + "\r\n";
  const struct {
    const char* what;
    std::string lines;
    const char* type = "application/x-amz-json-1.0";
    const char* host = "127.0.0.1";
  } kAttacks[] = {
      {"a request of another origin", "Origin: https://evil.example\r\n"},
      {"a request without a known origin", "Origin: null\r\n"},
      {"an origin on another port", "Origin: http://127.0.0.1:1\r\n"},
      {"an origin that begins like the own one", "Origin: " + own_origin() + ".evil.example\r\n"},
      {"a request of another site", "Sec-Fetch-Site: cross-site\r\n"},
      {"a request of another port of this machine", own + "Sec-Fetch-Site: same-site\r\n"},
      {"a request that no page began", own + "Sec-Fetch-Site: none\r\n"},
      {"a form", own, "application/x-www-form-urlencoded"},
      {"a form with a file", own, "multipart/form-data; boundary=x"},
      {"a form as text", own, "text/plain"},
      {"a form as text, with a parameter", own, "text/plain; application/x-amz-json-1.0"},
      {"a name that was bound to loopback", "", "application/x-amz-json-1.0", "evil.example"},
      {"the same with its origin", "Origin: http://evil.example\r\n", "application/x-amz-json-1.0", "evil.example"},
      {"a name that begins like loopback", "", "application/x-amz-json-1.0", "127.0.0.1.evil.example"},
  };
  for (const auto& attack : kAttacks)
    for (const std::string_view target : {std::string_view("DynamoDB_20120810.GetItem"), kEcho}) {
      const auto answer = ask(post_text(target, kGetItem, attack.lines, attack.type, attack.host));
      EXPECT_GE(answer.status, 400) << attack.what;
      EXPECT_THAT(answer.body, Not(HasSubstr("\"Of\""))) << attack.what;
      EXPECT_FALSE(answer.headers.contains("access-control-allow-origin")) << attack.what;
    }
  // A preflight is not granted, so a page cannot add X-Amz-Target or a session.
  const auto preflight =
      ask(fmt::format("OPTIONS / HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nOrigin: https://evil.example\r\n"
                      "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: x-amz-target\r\n\r\n",
                      port()));
  EXPECT_NE(preflight.status, 200);
  EXPECT_FALSE(preflight.headers.contains("access-control-allow-origin"));
}

TEST_F(ConsoleTest, ShutsOtherSitesOutOfItsPages) {
  start_open();
  EXPECT_EQ(get("/", "Sec-Fetch-Site: none\r\n").status, 200);
  EXPECT_EQ(get("/", "Sec-Fetch-Site: same-origin\r\n").status, 200);
  for (const char* path : {"/", "/console.json", "/metrics"}) {
    EXPECT_EQ(get(path, "Sec-Fetch-Site: cross-site\r\n").status, 403) << path;
    EXPECT_EQ(get(path, "Sec-Fetch-Site: same-site\r\n").status, 403) << path;
    EXPECT_EQ(get(path, "Origin: https://evil.example\r\n").status, 403) << path;
    EXPECT_EQ(get(path, "", "evil.example").status, 403) << path;
    EXPECT_EQ(ask(fmt::format("GET {} HTTP/1.0\r\n\r\n", path)).status, 403) << path;
  }
}

TEST_F(ConsoleTest, NeedsTheSessionIfThereIsOne) {
  start_open("secret");
  for (const std::string_view lines : {"", "X-Partita-Session: secre\r\n", "X-Partita-Session: secrets\r\n",
                                       "X-Partita-Session: \r\n", "Cookie: X-Partita-Session=secret\r\n"}) {
    EXPECT_EQ(send("DynamoDB_20120810.GetItem", kGetItem, lines).status, 403) << lines;
    EXPECT_EQ(send("DynamoDBStreams_20120810.ListStreams", "{}", lines).status, 403) << lines;
    EXPECT_EQ(send(kEcho, "{}", lines).status, 403) << lines;
    EXPECT_EQ(get("/metrics", std::string(lines)).status, 403) << lines;
  }
  EXPECT_EQ(send("DynamoDB_20120810.GetItem", kGetItem, "X-Partita-Session: secret\r\n").body, kGotItem);
  EXPECT_EQ(send(kEcho, "{}", "X-Partita-Session: secret\r\n").status, 200);
  EXPECT_EQ(get("/metrics", "X-Partita-Session: secret\r\n").status, 200);
  // The way to a session, and the facts that the page must know before, need no session.
  EXPECT_EQ(send("PartitaConsole_20261101.OpenSession", "{}").status, 200);
  EXPECT_EQ(get("/").status, 200);
  EXPECT_EQ(get("/console.json").status, 200);
}

TEST_F(ConsoleTest, RefusesWhatItDoesNotPassOn) {
  start_open();
  database_.on_put_item = [](PutItemRequest, Completion<PutItemResponse>) { FAIL() << "it reached the database"; };
  const std::string body = R"({"TableName":"t","Item":{"id":{"S":"1"}}})";
  const auto refused = send("DynamoDB_20120810.PutItem", body);
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(refused.body, HasSubstr("AccessDeniedException"));
  EXPECT_THAT(refused.body, HasSubstr("only reads"));
  // The console judges the body that the database would get.
  std::string packed;
  Gzip gzip;
  ASSERT_TRUE(gzip.deflate(body, packed));
  EXPECT_THAT(send("DynamoDB_20120810.PutItem", packed, "Content-Encoding: gzip\r\n").body, HasSubstr("only reads"));
  EXPECT_EQ(console_->last_body_, body);
}

// A browser sends a request again by itself if a connection closes without an answer.
TEST_F(ConsoleTest, AnswersARequestWithoutAnOutcome) {
  database_.on_delete_item = [](DeleteItemRequest, Completion<DeleteItemResponse> done) {
    done(fail(ErrorCode::OutcomeUnknown, "no answer"));
  };
  start_open();
  Client client(port());
  const std::string request = post_text("DynamoDB_20120810.DeleteItem", "{}", "");
  for (int i = 0; i < 2; ++i) {
    const auto answer = client.exchange(request);
    EXPECT_EQ(answer.status, 500);
    EXPECT_THAT(answer.body, HasSubstr("#InternalServerError"));
    EXPECT_THAT(answer.body, HasSubstr("not known whether"));
    EXPECT_THAT(answer.headers.at("content-security-policy"), HasSubstr("default-src 'none'"));
  }
}

TEST_F(ConsoleTest, AnotherPortKnowsNothingOfIt) {
  start();
  EXPECT_THAT(get("/").body, HasSubstr("healthy"));
  EXPECT_EQ(get("/console.json").status, 404);
  EXPECT_THAT(ask(post(kEcho, "{}")).body, HasSubstr("UnknownOperationException"));
  EXPECT_FALSE(get("/").headers.contains("content-security-policy"));
}

class SignedConsoleTest : public ConsoleTest {
 protected:
  void start_signed(Auth auth, const std::string& statements = R"({"Effect": "Allow", "Action": "*", "Resource": "*"})",
                    std::optional<std::string> account = {}) {
    auto policy = iam::Policy::parse("p", R"({"Version": "2012-10-17", "Statement": [)" + statements + "]}",
                                     iam::PolicyType::Identity);
    ASSERT_TRUE(policy) << policy.error().message;
    std::vector<auth::AccessKey> keys{{"AKIDALICE", "alice"}, {"AKIDBOB", "bob"}};
    keys[0].account = std::move(account);
    keys[0].identity = std::make_shared<const iam::Identity>(
        *iam::Principal::of_arn("arn:aws:iam::123456789012:user/alice"),
        std::vector{std::make_shared<const iam::Policy>(std::move(*policy))}, nullptr);
    ServerOptions options = defaults();
    options.loops = 1;
    options.auth = auth;
    options.keys = std::make_shared<auth::KeyStore>(std::make_shared<auth::AccessKeys>(std::move(keys)));
    options.tables = std::make_shared<NoTables>();
    options.clock = &clock_;
    start_console(std::move(options));
  }
  HttpAnswer ask_signed(std::string_view target, const std::string& body,
                        const Credentials& by = {"AKIDALICE", "alice"}, const std::string& host = "127.0.0.1") {
    auth::SigningRequest request;
    request.headers = {{"Host", fmt::format("{}:{}", host, port())},
                       {"X-Amz-Target", std::string(target)},
                       {"Content-Type", "application/x-amz-json-1.0"}};
    request.body = body;
    request.region = "us-east-1";
    request.now_ms = clock_.now_ms();
    std::string text = "POST / HTTP/1.1\r\n";
    for (const auto& [name, value] : request.headers) text += name + ": " + value + "\r\n";
    for (const auto& [name, value] : auth::sign(request, by)) text += name + ": " + value + "\r\n";
    text += "Origin: " + own_origin() + "\r\nSec-Fetch-Site: same-origin\r\n";
    return ask(text + fmt::format("Content-Length: {}\r\n\r\n{}", body.size(), body));
  }
  class NoTables final : public permissions::Tables {
   public:
    std::string_view region() const override { return "us-east-1"; }
    std::string_view account() const override { return "123456789012"; }
    std::uint64_t version() const override { return 1; }
    std::shared_ptr<const permissions::StreamFacts> find_stream(std::string_view) const override { return nullptr; }
    std::shared_ptr<const permissions::TableFacts> find(std::string_view) const override { return nullptr; }
  };
  base::ManualClock clock_{1'767'225'600'000};
};

TEST_F(SignedConsoleTest, VerifiesTheSignaturesOfItsOperations) {
  start_signed(Auth::Keys);
  EXPECT_EQ(ask_signed(kEcho, "{}").body, R"({"Of":"Echo","Body":"2"})");
  EXPECT_EQ(ask_signed("PartitaConsole_20261101.Watch", "{}").status, 200);
  EXPECT_THAT(ask_signed(kEcho, "{}", {"AKIDALICE", "bob"}).body, HasSubstr("InvalidSignatureException"));
  EXPECT_THAT(ask_signed(kEcho, "{}", {"AKIDEVE", "eve"}).body, HasSubstr("UnrecognizedClientException"));
  EXPECT_THAT(send(kEcho, "{}").body, HasSubstr("MissingAuthenticationTokenException"));
  // The pages need no key, because the user types it there.
  EXPECT_EQ(get("/").status, 200);
  // A signature does not open the door to a name that was bound to loopback.
  EXPECT_EQ(ask_signed(kEcho, "{}", {"AKIDALICE", "alice"}, "evil.example").status, 403);
}

TEST_F(SignedConsoleTest, AsksPoliciesForWhatBelongsToAllAccounts) {
  constexpr std::string_view kWatch = "PartitaConsole_20261101.Watch";
  start_signed(Auth::Iam, R"({"Effect": "Allow", "Action": "dynamodb:*", "Resource": "*"})");
  const auto denied = ask_signed(kWatch, "{}");
  EXPECT_THAT(denied.body, HasSubstr("AccessDeniedException"));
  EXPECT_THAT(denied.body, HasSubstr("partita:ListHotKeys on resource: *"));
  EXPECT_EQ(ask_signed(kEcho, "{}").status, 200);
  EXPECT_THAT(ask_signed(kEcho, "{}", {"AKIDBOB", "bob"}).body, HasSubstr("no user with policies"));

  start_signed(Auth::Iam, R"({"Effect": "Allow", "Action": "partita:ListHotKeys", "Resource": "*"})");
  EXPECT_EQ(ask_signed(kWatch, "{}").status, 200);
  start_signed(Auth::Iam);
  EXPECT_EQ(ask_signed(kWatch, "{}").status, 200);
}

TEST_F(SignedConsoleTest, ShowsOtherAccountsOnlyWhatIsTheirs) {
  for (const Auth auth : {Auth::Keys, Auth::Iam}) {
    start_signed(auth, R"({"Effect": "Allow", "Action": "*", "Resource": "*"})", "210987654321");
    EXPECT_THAT(ask_signed("PartitaConsole_20261101.Watch", "{}").body, HasSubstr("belongs to all accounts"));
    EXPECT_EQ(ask_signed(kEcho, "{}").status, 200);
  }
  start_signed(Auth::Keys, R"({"Effect": "Allow", "Action": "*", "Resource": "*"})", "123456789012");
  EXPECT_EQ(ask_signed("PartitaConsole_20261101.Watch", "{}").status, 200);
}

TEST_F(SignedConsoleTest, RefusesFormsForSts) {
  start_signed(Auth::Keys);
  const std::string form = "Action=GetCallerIdentity&Version=2011-06-15";
  const auto answer = ask(post_text("", form, "", "application/x-www-form-urlencoded"));
  EXPECT_EQ(answer.status, 400);
  EXPECT_THAT(answer.body, HasSubstr("application/x-amz-json-1.0 only"));
}

}  // namespace console_test
}  // namespace partita::server
