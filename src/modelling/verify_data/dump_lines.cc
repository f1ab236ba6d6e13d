#include <fmt/format.h>
#include <unistd.h>
#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "base/try.h"
#include "modelling/verify_data/dump.h"
#include "protocol/codec.h"
#include "protocol/json/json_member.h"

namespace partita::modelling::verify_data {
namespace {

struct CloseFile {
  void operator()(gzFile file) const { gzclose(file); }
};
using OpenFile = std::unique_ptr<std::remove_pointer_t<gzFile>, CloseFile>;

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == std::string_view::npos; }

// Cuts the bytes into lines.
class LineCutter {
 public:
  using Each = std::function<Result<void>(std::int64_t, std::optional<std::string_view>)>;
  LineCutter(std::size_t longest, const Each& each) : longest_(longest), each_(each) {}

  Result<void> add(std::string_view bytes) {
    for (;;) {
      const std::size_t end = bytes.find('\n');
      append(bytes.substr(0, end));
      if (end == std::string_view::npos) return {};
      PARTITA_TRY(finish());
      bytes.remove_prefix(end + 1);
    }
  }
  Result<void> finish() {
    ++number_;
    const bool blank = !too_long_ && is_blank(line_);
    const std::string line = std::exchange(line_, {});
    const bool too_long = std::exchange(too_long_, false);
    if (blank) return {};
    return each_(number_, too_long ? std::nullopt : std::optional<std::string_view>(line));
  }
  bool has_begun_line() const { return too_long_ || !line_.empty(); }

 private:
  void append(std::string_view part) {
    if (too_long_) return;
    too_long_ = line_.size() + part.size() > longest_;
    if (too_long_)
      line_ = {};
    else
      line_ += part;
  }

  const std::size_t longest_;
  const Each& each_;
  std::string line_;
  bool too_long_ = false;
  std::int64_t number_ = 0;
};

Error unreadable_file(const std::string& path, gzFile file) {
  int code = 0;
  const char* text = gzerror(file, &code);
  return invalid(fmt::format("{} cannot be read to its end: {}", path, code == Z_ERRNO ? std::strerror(errno) : text))
      .error();
}

std::string because(const Error& error) { return error.message.empty() ? "it is not a JSON object" : error.message; }

Result<std::optional<AttributeMap>> bare_item(std::string_view line) {
  std::string request = "{\"Item\":";
  request.append(line).append("}");
  auto decoded = protocol::decode_request<PutItemRequest>(request);
  if (!decoded) return invalid(because(decoded.error()));
  if (!decoded->item) return invalid("it is not an item");
  return std::move(decoded->item);
}

}  // namespace

Result<void> for_each_line(
    const std::string& path, std::size_t longest,
    const std::function<Result<void>(std::int64_t number, std::optional<std::string_view>)>& each) {
  const OpenFile file(path == "-" ? gzdopen(dup(STDIN_FILENO), "rb") : gzopen(path.c_str(), "rb"));
  if (!file)
    return unexpected(Error{ErrorCode::ResourceNotFoundException,
                            fmt::format("{} cannot be opened: {}", path, std::strerror(errno)),
                            {},
                            {}});
  LineCutter cutter(longest, each);
  std::array<char, 1 << 16> buffer;
  for (;;) {
    const int got = gzread(file.get(), buffer.data(), buffer.size());
    if (got < 0) return unexpected(unreadable_file(path, file.get()));
    if (got == 0) break;
    PARTITA_TRY(cutter.add({buffer.data(), static_cast<std::size_t>(got)}));
  }
  // The end of a file that was cut within compressed bytes is an error only here.
  int code = 0;
  gzerror(file.get(), &code);
  if (code != Z_OK && code != Z_STREAM_END) return unexpected(unreadable_file(path, file.get()));
  return cutter.has_begun_line() ? cutter.finish() : Result<void>();
}

Result<std::optional<AttributeMap>> item_of_line(std::string_view line) {
  const auto metadata = protocol::member_json(line, "Metadata");
  if (!metadata) return invalid(because(metadata.error()));
  // A record of an incremental export. In a bare item, Metadata would be a typed value, and the key would have other
  // names.
  if (*metadata) {
    PARTITA_TRY_VALUE(keys, protocol::member_json(line, "Keys"));
    PARTITA_TRY_VALUE(image, protocol::member_json(line, "NewImage"));
    if (keys) return image ? bare_item(*image) : std::optional<AttributeMap>();
  }
  // A bare item with an attribute called Item is not read as a request, because the value of the attribute is not a map
  // of typed values.
  if (auto request = protocol::decode_request<PutItemRequest>(line); request && request->item)
    return std::move(request->item);
  return bare_item(line);
}

}  // namespace partita::modelling::verify_data
