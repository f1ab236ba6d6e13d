#include "transfer/compression/compression.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/try.h"
#include "transfer/compression/gzip_streams.h"
#include "transfer/compression/zstd_streams.h"

namespace partita::transfer {
namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::string_view kZstdMagic = "\x28\xb5\x2f\xfd";

struct Ending {
  std::string_view text;
  Compression compression;
};
constexpr Ending kEndings[] = {{".gz", Compression::Gzip}, {".zst", Compression::Zstd}, {".zstd", Compression::Zstd}};

class PassingSink : public Sink {
 public:
  explicit PassingSink(Sink& below) : below_(below) {}
  Result<void> write(std::string_view bytes) override { return below_.write(bytes); }
  Result<void> finish() override { return {}; }

 private:
  Sink& below_;
};

// Gives the first bytes of a source once more.
class BeganSource : public Source {
 public:
  BeganSource(std::string_view beginning, Source& rest) : size_(beginning.size()), rest_(rest) {
    std::ranges::copy(beginning, beginning_.begin());
  }
  Result<std::size_t> read(char* to, std::size_t most) override {
    if (at_ == size_) return rest_.read(to, most);
    const std::size_t given = std::min(most, size_ - at_);
    std::memcpy(to, beginning_.data() + at_, given);
    at_ += given;
    return given;
  }

 private:
  std::array<char, kZstdMagic.size()> beginning_{};
  std::size_t size_;
  std::size_t at_ = 0;
  Source& rest_;
};

// Owns the stream below it.
class OwningSource : public Source {
 public:
  OwningSource(std::unique_ptr<Source> below, Compression compression, std::string name)
      : below_(std::move(below)), above_(inflate(compression, *below_, std::move(name))) {}
  Result<std::size_t> read(char* to, std::size_t most) override { return above_->read(to, most); }

 private:
  std::unique_ptr<Source> below_;
  std::unique_ptr<Source> above_;
};

}  // namespace

Compression compression_of(std::string_view name) {
  for (const Ending& ending : kEndings)
    if (name.ends_with(ending.text)) return ending.compression;
  return Compression::None;
}

std::string_view without_ending(std::string_view name) {
  for (const Ending& ending : kEndings)
    if (name.ends_with(ending.text)) return name.substr(0, name.size() - ending.text.size());
  return name;
}

std::unique_ptr<Sink> compress(Compression compression, Sink& below) {
  switch (compression) {
    case Compression::Gzip:
      return gzip(below);
    case Compression::Zstd:
      return zstd(below);
    case Compression::None:
      break;
  }
  return std::make_unique<PassingSink>(below);
}

std::unique_ptr<Source> inflate(Compression compression, Source& below, std::string name) {
  switch (compression) {
    case Compression::Gzip:
      return gunzip(below, std::move(name));
    case Compression::Zstd:
      return unzstd(below, std::move(name));
    case Compression::None:
      break;
  }
  return std::make_unique<BeganSource>(std::string_view(), below);
}

Result<std::unique_ptr<Source>> inflate(Source& below, std::string name) {
  std::array<char, kZstdMagic.size()> bytes{};
  PARTITA_TRY_VALUE(got, read_fully(below, bytes.data(), bytes.size()));
  const std::string_view beginning(bytes.data(), got);
  Compression compression = Compression::None;
  if (beginning.starts_with(kGzipMagic)) compression = Compression::Gzip;
  if (beginning == kZstdMagic) compression = Compression::Zstd;
  return std::make_unique<OwningSource>(std::make_unique<BeganSource>(beginning, below), compression, std::move(name));
}

}  // namespace partita::transfer
