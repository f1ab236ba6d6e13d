#include "server/http/gzip.h"

#include <algorithm>
#include <boost/beast/core/string.hpp>

#include "base/text.h"

namespace partita::server {
namespace {

constexpr int kGzipWindow = 15 + 16;  // the largest window, in a gzip wrapper
constexpr int kLevel = 1;
constexpr int kMemory = 8;
constexpr std::string_view kBlanks = " \t";

Bytef* mutable_bytes(std::string_view bytes) {
  return const_cast<Bytef*>(reinterpret_cast<const Bytef*>(bytes.data()));
}

}  // namespace

Gzip::~Gzip() {
  if (ready_) deflateEnd(&stream_);
}

bool Gzip::deflate(std::string_view bytes, std::string& out) {
  if (!ready_) {
    if (deflateInit2(&stream_, kLevel, Z_DEFLATED, kGzipWindow, kMemory, Z_DEFAULT_STRATEGY) != Z_OK) return false;
    ready_ = true;
  } else {
    deflateReset(&stream_);
  }
  const std::size_t before = out.size();
  out.resize(before + deflateBound(&stream_, bytes.size()));
  stream_.next_in = mutable_bytes(bytes);
  stream_.avail_in = static_cast<uInt>(bytes.size());
  stream_.next_out = reinterpret_cast<Bytef*>(out.data() + before);
  stream_.avail_out = static_cast<uInt>(out.size() - before);
  const bool done = ::deflate(&stream_, Z_FINISH) == Z_STREAM_END;
  out.resize(done ? out.size() - stream_.avail_out : before);
  return done;
}

namespace {

// Owns zlib's state and frees it, even if an allocation fails while a body is inflated.
class Inflation {
 public:
  Inflation() : ready_(inflateInit2(&stream, kGzipWindow) == Z_OK) {}
  ~Inflation() {
    if (ready_) inflateEnd(&stream);
  }
  Inflation(const Inflation&) = delete;
  Inflation& operator=(const Inflation&) = delete;
  bool ready() const { return ready_; }

  z_stream stream{};

 private:
  const bool ready_;
};

}  // namespace

Inflated inflate(std::string_view bytes, std::size_t max_bytes, const MayHold& may_hold, std::string& out) {
  Inflation inflation;
  if (!inflation.ready()) return Inflated::NoMemory;
  z_stream& stream = inflation.stream;
  const std::size_t before = out.size();
  // One byte of room above the limit separates a body that is too large from one that just fits.
  const std::size_t room = max_bytes + 1;
  stream.next_in = mutable_bytes(bytes);
  stream.avail_in = static_cast<uInt>(bytes.size());
  std::size_t written = 0;
  int state = Z_OK;
  while (state == Z_OK && written < room) {
    const std::size_t step = std::min(room - written, std::max<std::size_t>({bytes.size() * 4, written, 4096}));
    // A text that grows needs memory for both copies.
    if (!may_hold(before + 2 * written + step)) {
      out.resize(before);
      return Inflated::NoMemory;
    }
    out.resize(before + written + step);
    stream.next_out = reinterpret_cast<Bytef*>(out.data() + before + written);
    stream.avail_out = static_cast<uInt>(step);
    state = ::inflate(&stream, Z_NO_FLUSH);
    written += step - stream.avail_out;
    if (state == Z_STREAM_END && stream.avail_in > 0) state = inflateReset(&stream);
  }
  // zlib takes the memory of its window late.
  if (state == Z_MEM_ERROR) {
    out.resize(before);
    return Inflated::NoMemory;
  }
  out.resize(before + std::min(written, max_bytes));
  if (written > max_bytes) return Inflated::TooLarge;
  return state == Z_STREAM_END ? Inflated::Done : Inflated::Malformed;
}

bool accepts_gzip(std::string_view accept_encoding) {
  while (!accept_encoding.empty()) {
    const auto comma = accept_encoding.find(',');
    const std::string_view coding = accept_encoding.substr(0, comma);
    accept_encoding.remove_prefix(comma == coding.npos ? accept_encoding.size() : comma + 1);
    const auto semicolon = coding.find(';');
    const auto name = base::trimmed(coding.substr(0, semicolon), kBlanks);
    if (!boost::beast::iequals({name.data(), name.size()}, "gzip")) continue;
    if (semicolon == coding.npos) return true;
    const auto weight = base::trimmed(coding.substr(semicolon + 1), kBlanks);
    return weight.find_first_of("123456789") != weight.npos;
  }
  return false;
}

}  // namespace partita::server
