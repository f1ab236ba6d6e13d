#include "transfer/compression/gzip_streams.h"

#include <isa-l/igzip_lib.h>
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <vector>

#include "base/check.h"
#include "base/try.h"

namespace partita::transfer {
namespace {

// zlib reads the header of gzip if this is added to the size of the window.
constexpr int kGzipWindow = 15 + 16;
// The level of ISA-L. Its files are 3 % larger than those of zlib's level 3, which takes six times as long, and level 3
// takes two thirds more time than level 2 for files that are 2 % smaller.
constexpr int kGzipLevel = 2;

std::uint8_t* bytes_of(char* text) { return reinterpret_cast<std::uint8_t*>(text); }
// Neither library writes to its input.
std::uint8_t* input_of(const char* text) { return reinterpret_cast<std::uint8_t*>(const_cast<char*>(text)); }

// Writes one member of gzip, because some readers end at the first one.
class GzipSink : public Sink {
 public:
  explicit GzipSink(Sink& below) : below_(below), work_(ISAL_DEF_LVL2_DEFAULT), out_(kChunkBytes) {
    isal_deflate_init(&stream_);
    stream_.gzip_flag = IGZIP_GZIP;
    stream_.level = kGzipLevel;
    stream_.level_buf = work_.data();
    stream_.level_buf_size = static_cast<std::uint32_t>(work_.size());
  }

  Result<void> write(std::string_view bytes) override {
    // The input is counted in 32 bits.
    while (!bytes.empty()) {
      const std::string_view part = bytes.substr(0, kMostAtOnce);
      bytes.remove_prefix(part.size());
      stream_.next_in = input_of(part.data());
      stream_.avail_in = static_cast<std::uint32_t>(part.size());
      PARTITA_TRY(deflate_all());
    }
    return {};
  }
  Result<void> finish() override {
    stream_.end_of_stream = 1;
    return deflate_all();
  }

 private:
  static constexpr std::size_t kMostAtOnce = 1u << 30;

  Result<void> deflate_all() {
    do {
      stream_.next_out = bytes_of(out_.data());
      stream_.avail_out = static_cast<std::uint32_t>(out_.size());
      PARTITA_CHECK(isal_deflate(&stream_) == COMP_OK);
      const std::size_t made = out_.size() - stream_.avail_out;
      if (made > 0) PARTITA_TRY(below_.write({out_.data(), made}));
    } while (stream_.end_of_stream != 0 ? stream_.internal_state.state != ZSTATE_END : stream_.avail_out == 0);
    return {};
  }

  Sink& below_;
  isal_zstream stream_{};
  std::vector<std::uint8_t> work_;
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
