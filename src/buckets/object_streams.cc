#include "buckets/object_streams.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "base/base64.h"
#include "base/text.h"
#include "base/try.h"
#include "buckets/xml.h"
#include "transfer/bytes/md5.h"

namespace partita::buckets {
namespace {

constexpr std::string_view kPartNumber = "partNumber";
constexpr std::string_view kUploadId = "uploadId";
constexpr std::size_t kMostParts = 10'000;

client::HttpHeaders checksum_of(const std::string& body) {
  return {{"Content-MD5", base::to_base64(transfer::md5(body))}};
}

std::string header_of(const client::HttpAnswer& answer, std::string_view name) {
  const std::string* const value = answer.header(name);
  return value ? *value : "";
}

std::string without_quotes(std::string_view etag) { return std::string(base::trimmed(etag, '"')); }

// The ETag of an answer to a put. An answer without it came from something else than a store, such as a proxy.
Result<std::string> etag_of(const client::HttpAnswer& answer, const std::string& name) {
  std::string etag = header_of(answer, "etag");
  if (without_quotes(etag).empty())
    return fail(ErrorCode::InternalServerError, name + ": the store did not say that it has the object: no ETag");
  return etag;
}

}  // namespace

std::optional<std::uint64_t> whole_size(const client::HttpAnswer& answer) {
  const std::string content_range = header_of(answer, "content-range");
  const std::size_t slash = content_range.rfind('/');
  std::uint64_t size = 0;
  if (slash == content_range.npos) return std::nullopt;
  const char* const begin = content_range.data() + slash + 1;
  const auto read = std::from_chars(begin, content_range.data() + content_range.size(), size);
  if (read.ec != std::errc() || read.ptr == begin) return std::nullopt;
  return size;
}

UploadSink::~UploadSink() {
  // A failure leaves parts that the rules of the bucket may clean up.
  if (!upload_id_.empty() && etag_.empty())
    (void)client_.send(
        {.method = "DELETE", .key = key_, .query = {{std::string(kUploadId), upload_id_}}, .is_last_word = true});
}

Result<void> UploadSink::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t taken = std::min(bytes.size(), kPartBytes - held_.size());
    held_.append(bytes.substr(0, taken));
    bytes.remove_prefix(taken);
    if (held_.size() == kPartBytes) PARTITA_TRY(put_part());
  }
  return {};
}

Result<void> UploadSink::put_part() {
  if (upload_id_.empty()) {
    PARTITA_TRY_VALUE(begun, client_.send({.method = "POST", .key = key_, .query = {{"uploads", ""}}}));
    upload_id_ = xml_text(begun.body, "UploadId").value_or("");
    if (upload_id_.empty())
      return fail(ErrorCode::InternalServerError, client_.name_of(key_) + ": the answer lacks the id of the upload");
  }
  if (etags_.size() == kMostParts) return invalid(client_.name_of(key_) + ": the object has too many parts");
  BucketRequest request{
      .method = "PUT",
      .key = key_,
      .query = {{std::string(kPartNumber), std::to_string(etags_.size() + 1)}, {std::string(kUploadId), upload_id_}},
      .headers = checksum_of(held_),
      .body = std::move(held_)};
  held_.clear();
  PARTITA_TRY_VALUE(answer, client_.send(request));
  PARTITA_TRY_VALUE(etag, etag_of(answer, client_.name_of(key_)));
  etags_.push_back(std::move(etag));
  return {};
}

Result<void> UploadSink::put_whole() {
  PARTITA_TRY_VALUE(answer, client_.send({.method = "PUT", .key = key_, .headers = checksum_of(held_), .body = held_}));
  PARTITA_TRY_VALUE(etag, etag_of(answer, client_.name_of(key_)));
  etag_ = without_quotes(etag);
  return {};
}

Result<void> UploadSink::complete() {
  std::string body = "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">";
  for (std::size_t i = 0; i < etags_.size(); ++i)
    body += fmt::format("<Part><PartNumber>{}</PartNumber><ETag>{}</ETag></Part>", i + 1, xml_escaped(etags_[i]));
  body += "</CompleteMultipartUpload>";
  PARTITA_TRY_VALUE(
      answer,
      client_.send(
          {.method = "POST", .key = key_, .query = {{std::string(kUploadId), upload_id_}}, .body = std::move(body)}));
  std::string etag = without_quotes(xml_text(answer.body, "ETag").value_or(""));
  if (etag.empty())
    return fail(ErrorCode::InternalServerError,
                client_.name_of(key_) + ": the store did not say that it has the object: no ETag");
  etag_ = std::move(etag);
  return {};
}

Result<void> UploadSink::finish() {
  if (upload_id_.empty()) return put_whole();
  if (!held_.empty()) PARTITA_TRY(put_part());
  return complete();
}

Result<std::unique_ptr<transfer::Source>> RangeSource::open(BucketClient& client, const std::string& key) {
  auto source = std::make_unique<RangeSource>(client, key);
  PARTITA_TRY(source->fetch());
  return std::unique_ptr<transfer::Source>(std::move(source));
}

Result<void> RangeSource::fetch() {
  BucketRequest request{.key = key_,
                        .headers = {{"Range", fmt::format("bytes={}-{}", next_, next_ + kRangeBytes - 1)}}};
  if (!etag_.empty()) request.headers.emplace_back("If-Match", etag_);
  PARTITA_TRY_VALUE(answer, client_.send(request, {kRangeBehindEnd}));
  at_ = 0;
  if (answer.status == kRangeBehindEnd) {
    // An empty object has no range.
    held_.clear();
    has_more_ = false;
    return {};
  }
  etag_ = header_of(answer, "etag");
  held_ = std::move(answer.body);
  next_ += held_.size();
  const auto size = whole_size(answer);
  // A store that ignores ranges answers with the whole object.
  if (answer.status == kPartialContent && !size)
    return fail(ErrorCode::InternalServerError, client_.name_of(key_) + ": the store did not say the object's size");
  has_more_ = answer.status == kPartialContent && next_ < *size;
  if (has_more_ && held_.empty())
    return fail(ErrorCode::InternalServerError, client_.name_of(key_) + ": the store answered with an empty range");
  return {};
}

Result<std::size_t> RangeSource::read(char* to, std::size_t most) {
  if (at_ == held_.size()) {
    if (!has_more_) return std::size_t{0};
    PARTITA_TRY(fetch());
  }
  const std::size_t given = std::min(most, held_.size() - at_);
  std::memcpy(to, held_.data() + at_, given);
  at_ += given;
  return given;
}

}  // namespace partita::buckets
