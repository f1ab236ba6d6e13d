// The streams of an object: a sink that uploads it, and a source that reads it in ranges.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "buckets/bucket_client.h"
#include "transfer/places/place.h"

namespace partita::buckets {

// The statuses of an answer to a request for a range. An empty object has no range.
inline constexpr int kPartialContent = 206, kRangeBehindEnd = 416;

// The size of the whole object in the Content-Range of an answer, behind the slash of "bytes 0-9/100"; nullopt without
// it.
std::optional<std::uint64_t> whole_size(const client::HttpAnswer& answer);

// Uploads the bytes with one request or, from kPartBytes on, in parts. An upload in parts that is not finished is
// aborted, so that its parts do not remain. `client` must outlive the stream.
class UploadSink final : public transfer::ObjectSink {
 public:
  static constexpr std::size_t kPartBytes = 8 * 1024 * 1024;

  UploadSink(BucketClient& client, std::string key) : client_(client), key_(std::move(key)) {}
  ~UploadSink() override;

  Result<void> write(std::string_view bytes) override;
  Result<void> finish() override;
  std::string etag() const override { return etag_; }

 private:
  Result<void> put_part();
  Result<void> put_whole();
  Result<void> complete();

  BucketClient& client_;
  const std::string key_;
  std::string held_;                // the bytes of the next part
  std::string upload_id_;           // empty until the first part is sent
  std::vector<std::string> etags_;  // of the parts, with their quotes
  std::string etag_;
};

// Reads the object from its first range, which `open` has read. `client` must outlive the stream.
class RangeSource final : public transfer::Source {
 public:
  static constexpr std::uint64_t kRangeBytes = 8 * 1024 * 1024;

  // Errors: those of BucketClient::send.
  static Result<std::unique_ptr<transfer::Source>> open(BucketClient& client, const std::string& key);
  RangeSource(BucketClient& client, std::string key) : client_(client), key_(std::move(key)) {}

  Result<std::size_t> read(char* to, std::size_t most) override;

 private:
  Result<void> fetch();

  BucketClient& client_;
  const std::string key_;
  std::string etag_;  // of the first range; the others must have the same
  std::string held_;
  std::size_t at_ = 0;      // in held_
  std::uint64_t next_ = 0;  // the first byte of the next range
  bool has_more_ = true;
};

}  // namespace partita::buckets
