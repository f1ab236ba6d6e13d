#include "client/http/checked_body.h"

#include <zlib.h>

#include <array>
#include <charconv>

namespace partita::client {
namespace {

bool has_right_checksum(const HttpAnswer& answer) {
  const std::string* const header = answer.header("x-amz-crc32");
  if (header == nullptr) return true;
  std::uint32_t expected = 0;
  const char* const end = header->data() + header->size();
  if (const auto read = std::from_chars(header->data(), end, expected); read.ec != std::errc() || read.ptr != end)
    return false;
  return expected == crc32_z(0, reinterpret_cast<const Bytef*>(answer.body.data()), answer.body.size());
}

constexpr int kGzipWindow = 15 + 16;  // the window size by which zlib selects gzip

std::optional<std::string> gunzip(std::string& compressed) {
  z_stream stream{};
  if (inflateInit2(&stream, kGzipWindow) != Z_OK) return std::nullopt;
  stream.next_in = reinterpret_cast<Bytef*>(compressed.data());
  stream.avail_in = static_cast<uInt>(compressed.size());
  std::string out;
  std::array<char, 16384> chunk;
  int state = Z_OK;
  while (state == Z_OK) {
    stream.next_out = reinterpret_cast<Bytef*>(chunk.data());
    stream.avail_out = chunk.size();
    state = inflate(&stream, Z_NO_FLUSH);
    out.append(chunk.data(), chunk.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (state != Z_STREAM_END) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::string> checked_body(HttpAnswer answer) {
  if (!has_right_checksum(answer)) return std::nullopt;
  const std::string* const encoding = answer.header("content-encoding");
  if (encoding != nullptr && *encoding == "gzip") return gunzip(answer.body);
  return std::move(answer.body);
}

}  // namespace partita::client
