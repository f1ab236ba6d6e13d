#include "transfer/compression/gzip_streams.h"

#include <zlib.h>

#include <algorithm>
#include <new>
#include <vector>

#include "base/check.h"
#include "base/try.h"

namespace partita::transfer {
namespace {

// zlib writes and reads the header of gzip if this is added to the size of the window.
constexpr int kGzipWindow = 15 + 16;
// The default level, 6, takes twice the time for exports that are 7 % smaller.
constexpr int kGzipLevel = 3;
constexpr int kMemoryLevel = 9;

Bytef* bytes_of(char* text) { return reinterpret_cast<Bytef*>(text); }
// zlib does not write to its input.
Bytef* input_of(const char* text) { return reinterpret_cast<Bytef*>(const_cast<char*>(text)); }

class GzipSink : public Sink {
 public:
  explicit GzipSink(Sink& below) : below_(below), out_(kChunkBytes) {
    PARTITA_CHECK(deflateInit2(&stream_, kGzipLevel, Z_DEFLATED, kGzipWindow, kMemoryLevel, Z_DEFAULT_STRATEGY) ==
                  Z_OK);
  }
  ~GzipSink() override { deflateEnd(&stream_); }

  Result<void> write(std::string_view bytes) override {
    // zlib counts the input in 32 bits.
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, kMostAtOnce);
      bytes.remove_prefix(part.size());
      stream_.next_in = input_of(part.data());
      stream_.avail_in = static_cast<uInt>(part.size());
      PARTITA_TRY(deflate_all(Z_NO_FLUSH));
    }
    return {};
  }
  Result<void> finish() override { return deflate_all(Z_FINISH); }

 private:
  static constexpr std::size_t kMostAtOnce = 1u << 30;

  Result<void> deflate_all(int flush) {
    int done = Z_OK;
    do {
      stream_.next_out = bytes_of(out_.data());
      stream_.avail_out = static_cast<uInt>(out_.size());
      done = deflate(&stream_, flush);
      const std::size_t made = out_.size() - stream_.avail_out;
      if (made > 0) PARTITA_TRY(below_.write({out_.data(), made}));
    } while (flush == Z_FINISH ? done != Z_STREAM_END : stream_.avail_out == 0);
    return {};
  }

  Sink& below_;
  z_stream stream_{};
  std::vector<char> out_;
};

class GunzipSource : public Source {
 public:
  GunzipSource(Source& below, std::string name) : below_(below), name_(std::move(name)), in_(kChunkBytes) {
    PARTITA_CHECK(inflateInit2(&stream_, kGzipWindow) == Z_OK);
  }
  ~GunzipSource() override { inflateEnd(&stream_); }

  Result<std::size_t> read(char* to, std::size_t most) override {
    stream_.next_out = bytes_of(to);
    stream_.avail_out = static_cast<uInt>(std::min<std::size_t>(most, 1u << 30));
    const std::size_t room = stream_.avail_out;
    while (stream_.avail_out == room) {
      if (stream_.avail_in == 0) {
        PARTITA_TRY_VALUE(got, below_.read(in_.data(), in_.size()));
        if (got == 0) {
          if (!in_member_) return std::size_t{0};
          return invalid(name_ + ": the gzip data end too early");
        }
        stream_.next_in = bytes_of(in_.data());
        stream_.avail_in = static_cast<uInt>(got);
      }
      in_member_ = true;
      const int done = ::inflate(&stream_, Z_NO_FLUSH);
      if (done == Z_STREAM_END) {
        in_member_ = false;
        PARTITA_CHECK(inflateReset(&stream_) == Z_OK);
      } else if (done == Z_MEM_ERROR) {
        throw std::bad_alloc();
      } else if (done != Z_OK && done != Z_BUF_ERROR) {
        return invalid(name_ + ": the gzip data are damaged" +
                       (stream_.msg != nullptr ? std::string(": ") + stream_.msg : std::string()));
      }
    }
    return room - stream_.avail_out;
  }

 private:
  Source& below_;
  const std::string name_;
  std::vector<char> in_;
  z_stream stream_{};
  bool in_member_ = false;
};

}  // namespace

std::unique_ptr<Sink> gzip(Sink& below) { return std::make_unique<GzipSink>(below); }

std::unique_ptr<Source> gunzip(Source& below, std::string name) {
  return std::make_unique<GunzipSource>(below, std::move(name));
}

}  // namespace partita::transfer
