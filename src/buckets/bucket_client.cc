#include "buckets/bucket_client.h"

#include <algorithm>
#include <future>
#include <optional>
#include <thread>

#include "auth/percent.h"
#include "auth/sha256.h"
#include "auth/sign.h"
#include "base/try.h"
#include "buckets/xml.h"
#include "client/retry/backoff.h"

namespace partita::buckets {
namespace {

constexpr int kMostAttempts = 6;
constexpr std::chrono::seconds kConnectTimeout{5};
// A part of 8 MB within this time needs 1 Mbit/s.
constexpr std::chrono::seconds kRequestTimeout{60};
constexpr std::chrono::seconds kLastWordTimeout{1};
constexpr std::chrono::milliseconds kLongestPause{5'000};
constexpr std::chrono::milliseconds kLook{100};  // how often a pause looks whether the work has ended

bool is_worth_repeating(int status) { return status >= 500 || status == 429; }

std::string encoded(std::string_view text) {
  std::string out;
  auth::append_percent_encoded(out, text);
  return out;
}

std::string path_of(const std::string& bucket, std::string_view key) {
  std::string path = "/" + encoded(bucket);
  if (key.empty()) return path;
  for (std::size_t begin = 0; begin <= key.size();) {
    const std::size_t end = std::min(key.find('/', begin), key.size());
    path += "/" + encoded(key.substr(begin, end - begin));
    begin = end + 1;
  }
  return path;
}

std::string query_of(const std::vector<std::pair<std::string, std::string>>& parameters) {
  std::string query;
  for (const auto& [name, value] : parameters)
    query.append(query.empty() ? "" : "&").append(encoded(name)).append("=").append(encoded(value));
  return query;
}

ErrorCode code_of(int status) {
  switch (status) {
    case 403:
      return ErrorCode::AccessDeniedException;
    case 404:
      return ErrorCode::ResourceNotFoundException;
    case 429:
    case 503:
      return ErrorCode::ServiceUnavailable;
    default:
      return ErrorCode::InternalServerError;
  }
}

}  // namespace

BucketClient::BucketClient(Settings settings, std::unique_ptr<client::RefreshingCredentials> credentials,
                           client::ClientDependencies dependencies)
    : settings_(std::move(settings)), credentials_(std::move(credentials)), dependencies_(std::move(dependencies)) {}

std::string BucketClient::name_of(const std::string& key) const { return "s3://" + settings_.bucket + "/" + key; }

Result<Credentials> BucketClient::credentials() {
  std::promise<Result<Credentials>> promise;
  credentials_->get([&](const Result<Credentials>& found) { promise.set_value(found); });
  return promise.get_future().get();
}

client::HttpRequest BucketClient::signed_request(const BucketRequest& request, const Credentials& credentials) const {
  auth::SigningRequest signing{.method = request.method,
                               .path = path_of(settings_.bucket, request.key),
                               .query = query_of(request.query),
                               .headers = request.headers,
                               .body = request.body,
                               .region = settings_.region,
                               .service = std::string(auth::kS3Service),
                               .now_ms = dependencies_.clock->now_ms()};
  signing.headers.emplace_back("Host", settings_.endpoint.host);
  signing.headers.emplace_back("X-Amz-Content-Sha256", auth::view(auth::hex(auth::sha256(request.body))));
  client::HttpRequest out{
      .method = request.method,
      .url = settings_.endpoint.url + signing.path.substr(1) + (signing.query.empty() ? "" : "?" + signing.query),
      .headers = signing.headers,
      .body = request.body,
      .connect_timeout = kConnectTimeout,
      .timeout = is_ended() ? kLastWordTimeout : kRequestTimeout,
      .ca_bundle = settings_.ca_bundle,
      .direct = settings_.endpoint.loopback};
  if (stops_ && !is_ended()) out.is_abandoned = stops_;
  for (auto& header : auth::sign(signing, credentials)) out.headers.push_back(std::move(header));
  // libcurl would name the body a form.
  if (request.method != "GET") out.headers.emplace_back("Content-Type", "application/octet-stream");
  return out;
}

client::HttpResult BucketClient::perform(client::HttpRequest request) {
  std::unique_ptr<client::Transfer> transfer;
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      transfer = std::move(idle_.back());
      idle_.pop_back();
    }
  }
  if (!transfer) transfer = std::make_unique<client::Transfer>();
  transfer->begin(std::move(request));
  auto result = transfer->end(client::curl().easy_perform(transfer->handle()));
  const std::lock_guard lock(mutex_);
  idle_.push_back(std::move(transfer));
  return result;
}

Error BucketClient::error_of(const BucketRequest& request, const client::HttpAnswer& answer) const {
  std::string message = name_of(request.key) + ": ";
  const auto code = xml_text(answer.body, "Code"), text = xml_text(answer.body, "Message");
  if (code)
    message += *code + (text ? ": " + *text : "");
  else
    message += "the store answered with the status " + std::to_string(answer.status);
  if (const std::string* region = answer.header("x-amz-bucket-region"); region && *region != settings_.region)
    message += "; the bucket is in the region " + *region;
  if (answer.status == 404) message += "; the store is " + settings_.endpoint.url;
  return {code_of(answer.status), std::move(message)};
}

void BucketClient::wait(std::chrono::milliseconds time) const {
  const auto until = std::chrono::steady_clock::now() + time;
  for (auto now = std::chrono::steady_clock::now(); now < until && !is_ended(); now = std::chrono::steady_clock::now())
    std::this_thread::sleep_for(std::min<std::chrono::steady_clock::duration>(until - now, kLook));
}

Result<client::HttpAnswer> BucketClient::send(const BucketRequest& request, std::initializer_list<int> also) {
  const auto give_up = std::chrono::steady_clock::now() + settings_.patience;
  bool has_renewed = false;  // the credentials, because they had expired
  for (int attempt = 1;; ++attempt) {
    const bool has_ended = is_ended();
    if (has_ended && !request.is_last_word)
      return fail(ErrorCode::ServiceUnavailable, name_of(request.key) + ": the work was ended before its answer came");
    PARTITA_TRY_VALUE(keys, credentials());
    auto result = perform(signed_request(request, keys));
    std::optional<Error> error;
    bool may_repeat = true;
    if (!result) {
      error.emplace(ErrorCode::ServiceUnavailable, name_of(request.key) + ": no answer: " + result.error().why);
      may_repeat = result.error().sent != client::HttpFailure::Sent::NoAndNever;
    } else {
      const bool is_done =
          (result->status >= 200 && result->status < 300) || std::ranges::find(also, result->status) != also.end();
      // S3 may report the failure of a long operation in an answer that began with success.
      const bool has_failed_late = result->status == 200 && xml_root(result->body) == "Error";
      if (is_done && !has_failed_late) return *std::move(result);
      const bool has_expired = result->status == 403 && xml_text(result->body, "Code") == "ExpiredToken";
      if (has_expired) credentials_->drop(keys);
      error = error_of(request, *result);
      may_repeat = is_worth_repeating(result->status) || has_failed_late || (has_expired && !has_renewed);
      has_renewed = has_renewed || has_expired;
    }
    const bool is_last = attempt >= kMostAttempts && std::chrono::steady_clock::now() >= give_up;
    if (!may_repeat || is_last || has_ended) return unexpected(*std::move(error));
    wait(std::min(client::delay_before(attempt + 1, client::Cause::Transient, dependencies_.jitter()), kLongestPause));
  }
}

}  // namespace partita::buckets
