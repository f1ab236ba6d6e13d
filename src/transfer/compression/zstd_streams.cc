#include "transfer/compression/zstd_streams.h"

#include <zstd.h>

#include <new>
#include <vector>

#include "base/check.h"
#include "base/try.h"

namespace partita::transfer {
namespace {

constexpr int kZstdLevel = 3;
// RFC 8878 asks readers for 8 MB at least. A hostile file could ask for 2 GB.
constexpr int kMostWindowLog = 23;

template <class Context, std::size_t (*free)(Context*)>
struct Free {
  void operator()(Context* context) const { free(context); }
};
using Compressor = std::unique_ptr<ZSTD_CCtx, Free<ZSTD_CCtx, ZSTD_freeCCtx>>;
using Inflater = std::unique_ptr<ZSTD_DCtx, Free<ZSTD_DCtx, ZSTD_freeDCtx>>;

class ZstdSink : public Sink {
 public:
  explicit ZstdSink(Sink& below) : below_(below), context_(ZSTD_createCCtx()), out_(kChunkBytes) {
    if (!context_) throw std::bad_alloc();
    set(ZSTD_c_compressionLevel, kZstdLevel);
    set(ZSTD_c_checksumFlag, 1);
  }

  Result<void> write(std::string_view bytes) override {
    ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
    while (in.pos < in.size) PARTITA_TRY(compress(in, ZSTD_e_continue));
    return {};
  }
  Result<void> finish() override {
    ZSTD_inBuffer in{};
    do PARTITA_TRY(compress(in, ZSTD_e_end));
    while (left_ > 0);
    return {};
  }

 private:
  void set(ZSTD_cParameter parameter, int value) {
    PARTITA_CHECK(!ZSTD_isError(ZSTD_CCtx_setParameter(context_.get(), parameter, value)));
  }
  Result<void> compress(ZSTD_inBuffer& in, ZSTD_EndDirective end) {
    ZSTD_outBuffer out{out_.data(), out_.size(), 0};
    left_ = ZSTD_compressStream2(context_.get(), &out, &in, end);
    // The only cause is a lack of memory.
    if (ZSTD_isError(left_)) throw std::bad_alloc();
    return out.pos > 0 ? below_.write({out_.data(), out.pos}) : Result<void>();
  }

  Sink& below_;
  Compressor context_;
  std::vector<char> out_;
  std::size_t left_ = 0;  // the bytes that are to be flushed at the end
};

class UnzstdSource : public Source {
 public:
  UnzstdSource(Source& below, std::string name)
      : below_(below), name_(std::move(name)), context_(ZSTD_createDCtx()), bytes_(kChunkBytes) {
    if (!context_) throw std::bad_alloc();
    PARTITA_CHECK(!ZSTD_isError(ZSTD_DCtx_setParameter(context_.get(), ZSTD_d_windowLogMax, kMostWindowLog)));
  }

  Result<std::size_t> read(char* to, std::size_t most) override {
    ZSTD_outBuffer out{to, most, 0};
    while (out.pos == 0) {
      if (in_.pos == in_.size && !holds_more_) {
        PARTITA_TRY_VALUE(got, below_.read(bytes_.data(), bytes_.size()));
        if (got == 0) {
          if (!in_frame_) return std::size_t{0};
          return invalid(name_ + ": the zstd data end too early");
        }
        in_ = {bytes_.data(), got, 0};
      }
      const std::size_t left = ZSTD_decompressStream(context_.get(), &out, &in_);
      if (ZSTD_isError(left)) return invalid(name_ + ": the zstd data are damaged: " + ZSTD_getErrorName(left));
      in_frame_ = left > 0;
      // A full output may leave bytes in the context that need no further input.
      holds_more_ = in_frame_ && out.pos == out.size;
    }
    return out.pos;
  }

 private:
  Source& below_;
  const std::string name_;
  Inflater context_;
  std::vector<char> bytes_;
  ZSTD_inBuffer in_{};
  bool in_frame_ = false;
  bool holds_more_ = false;
};

}  // namespace

std::unique_ptr<Sink> zstd(Sink& below) { return std::make_unique<ZstdSink>(below); }

std::unique_ptr<Source> unzstd(Source& below, std::string name) {
  return std::make_unique<UnzstdSource>(below, std::move(name));
}

}  // namespace partita::transfer
