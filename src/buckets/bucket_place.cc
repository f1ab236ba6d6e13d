#include "buckets/bucket_place.h"

#include <algorithm>
#include <charconv>

#include "auth/percent.h"
#include "base/base64.h"
#include "base/text.h"
#include "base/try.h"
#include "buckets/bucket_client.h"
#include "buckets/object_streams.h"
#include "buckets/xml.h"
#include "client/connect.h"
#include "client/http/curl.h"
#include "client/log_sink.h"
#include "transfer/bytes/md5.h"

namespace partita::buckets {
namespace {

constexpr std::size_t kMostKeyBytes = 1024;
constexpr int kPreconditionFailed = 412;
constexpr int kNotImplemented = 501;
constexpr const char* kRegionOfOthers = "us-east-1";

std::uint64_t number_of(std::string_view text) {
  std::uint64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

// Whether the keys in the answer to a list are encoded like a form, as the request asks. Some stores do not know how.
bool has_encoded_keys(std::string_view answer) { return xml_text(answer, "EncodingType") == "url"; }
std::string key_of(std::string text, bool is_encoded) {
  if (!is_encoded) return text;
  std::ranges::replace(text, '+', ' ');
  return auth::percent_decoded(text);
}

Result<void> check_key(const std::string& key) {
  if (key.empty() || key.size() > kMostKeyBytes) return invalid("a key of S3 has 1 to 1024 bytes: '" + key + "'");
  return {};
}

class BucketPlace : public transfer::Place {
 public:
  explicit BucketPlace(std::unique_ptr<BucketClient> client) : client_(std::move(client)) {}

  void end_if(transfer::Stops stops) override { client_->end_if(std::move(stops)); }
  std::string name_of(const std::string& key) const override { return client_->name_of(key); }

  Result<std::unique_ptr<transfer::ObjectSink>> put(const std::string& key) override {
    PARTITA_TRY(check_key(key));
    return std::make_unique<UploadSink>(*client_, key);
  }

  Result<bool> put_new(const std::string& key, std::string_view bytes) override {
    PARTITA_TRY(check_key(key));
    const client::HttpHeaders headers = {{"Content-MD5", base::to_base64(transfer::md5(bytes))},
                                         {"If-None-Match", "*"}};
    BucketRequest request{.method = "PUT", .key = key, .headers = headers, .body = std::string(bytes)};
    PARTITA_TRY_VALUE(answer, client_->send(request, {kPreconditionFailed, kNotImplemented}));
    // An attempt may have put the object although its answer was lost.
    if (answer.status == kPreconditionFailed) return transfer::has_bytes(*this, key, bytes);
    if (answer.status != kNotImplemented) return true;
    // A store without conditions: two servers at the same moment are not told apart.
    auto present = transfer::has_bytes(*this, key, bytes);
    if (present || present.error().code != ErrorCode::ResourceNotFoundException) return present;
    request.headers.pop_back();
    PARTITA_TRY(client_->send(request));
    return true;
  }

  Result<std::unique_ptr<transfer::Source>> get(const std::string& key) override {
    PARTITA_TRY(check_key(key));
    return RangeSource::open(*client_, key);
  }

  // A store that ignores ranges answers with the whole object.
  Result<std::uint64_t> size_of(const std::string& key) override {
    PARTITA_TRY(check_key(key));
    PARTITA_TRY_VALUE(answer, client_->send({.key = key, .headers = {{"Range", "bytes=0-0"}}}, {kRangeBehindEnd}));
    if (answer.status == kRangeBehindEnd) return std::uint64_t{0};
    if (answer.status != kPartialContent) return answer.body.size();
    const auto size = whole_size(answer);
    if (!size) return fail(ErrorCode::InternalServerError, name_of(key) + ": the store did not say the object's size");
    return *size;
  }

  // S3 lists keys in the order of their bytes.
  Result<void> list(const std::string& prefix, const Each& each) override {
    BucketRequest request{.query = {{"encoding-type", "url"}, {"list-type", "2"}, {"prefix", prefix}}};
    return list_pages(request, [&](const std::string& answer) -> Result<void> {
      const bool is_encoded = has_encoded_keys(answer);
      for (const std::string_view object : xml_elements(answer, "Contents")) {
        auto key = xml_text(object, "Key");
        if (!key)
          return fail(ErrorCode::InternalServerError, name_of(prefix) + ": the list has an object without a key");
        PARTITA_TRY(each({key_of(*std::move(key), is_encoded), number_of(xml_text(object, "Size").value_or("0"))}));
      }
      return {};
    });
  }

  Result<void> list_folders(const std::string& prefix, const EachFolder& each) override {
    BucketRequest request{
        .query = {{"delimiter", "/"}, {"encoding-type", "url"}, {"list-type", "2"}, {"prefix", prefix}}};
    const std::string slash = "/";
    return list_pages(request, [&](const std::string& answer) -> Result<void> {
      const bool is_encoded = has_encoded_keys(answer);
      for (const std::string_view folder : xml_elements(answer, "CommonPrefixes")) {
        auto text = xml_text(folder, "Prefix");
        const std::string whole = text ? key_of(*std::move(text), is_encoded) : std::string();
        if (!whole.starts_with(prefix) || !whole.ends_with(slash) || whole.size() <= prefix.size() + 1)
          return fail(ErrorCode::InternalServerError, name_of(prefix) + ": the list has a folder without a name");
        PARTITA_TRY(each(whole.substr(prefix.size(), whole.size() - prefix.size() - 1)));
      }
      return {};
    });
  }

  Result<void> remove(const std::string& key) override {
    PARTITA_TRY(check_key(key));
    PARTITA_TRY(client_->send({.method = "DELETE", .key = key}, {404}));
    return {};
  }

 private:
  // Sends the request of a list, and those of its further pages.
  Result<void> list_pages(BucketRequest& request, const std::function<Result<void>(const std::string&)>& each) {
    const std::size_t parameters = request.query.size();
    for (;;) {
      PARTITA_TRY_VALUE(answer, client_->send(request));
      // A page of a proxy, or a list that was cut off, must not pass for a list with fewer objects.
      if (xml_root(answer.body) != "ListBucketResult" || !base::trimmed(answer.body).ends_with("</ListBucketResult>"))
        return fail(ErrorCode::InternalServerError, client_->name_of("") + ": the store did not answer with a list");
      PARTITA_TRY(each(answer.body));
      if (xml_text(answer.body, "IsTruncated") != "true") return {};
      auto token = xml_text(answer.body, "NextContinuationToken");
      if (!token || token->empty())
        return fail(ErrorCode::InternalServerError,
                    client_->name_of("") + ": the list goes on, but the store did not say where");
      request.query.resize(parameters);
      request.query.emplace_back("continuation-token", *std::move(token));
    }
  }

  const std::unique_ptr<BucketClient> client_;
};

bool is_bucket_name(std::string_view name) {
  return name.size() >= 3 && name.size() <= 63 && std::ranges::all_of(name, [](char c) {
           return base::is_digit(c) || (c >= 'a' && c <= 'z') || c == '-' || c == '.' || c == '_' ||
                  (c >= 'A' && c <= 'Z');
         });
}

std::string amazon_s3_endpoint(const std::string& region) {
  return "https://s3." + region + (region.starts_with("cn-") ? ".amazonaws.com.cn" : ".amazonaws.com");
}

}  // namespace

Result<std::unique_ptr<transfer::Place>> open_bucket(const std::string& bucket, const BucketOptions& options,
                                                     client::ClientDependencies dependencies) {
  if (!is_bucket_name(bucket)) return invalid("'" + bucket + "' is not a name of a bucket of S3");
  PARTITA_TRY(client::load_curl());
  const client::Environment& environment = dependencies.environment;
  const ConnectOptions connect{.region = options.region};
  auto region = client::configured_region(connect, environment);
  auto named = options.endpoint.empty() ? client::first_of(environment, {"AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL"})
                                        : std::optional(options.endpoint);
  if (!named && !region)
    return invalid("The region of the bucket is not known: name it with --s3-region, in AWS_REGION or in the profile");
  PARTITA_TRY_VALUE(endpoint, client::parse_endpoint(named ? *named : amazon_s3_endpoint(*region)));
  BucketClient::Settings settings{.bucket = bucket,
                                  .endpoint = endpoint,
                                  .region = region.value_or(endpoint.region.value_or(kRegionOfOthers)),
                                  .ca_bundle = environment("AWS_CA_BUNDLE").value_or(""),
                                  .patience = options.patience};
  auto credentials = client::find_credentials(endpoint, connect, dependencies, client::make_log({}));
  return std::make_unique<BucketPlace>(
      std::make_unique<BucketClient>(std::move(settings), std::move(credentials), std::move(dependencies)));
}

}  // namespace partita::buckets
