#include "console/machine/audit_tail.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "base/try.h"
#include "protocol/json/json_text.h"

namespace partita::console {
namespace {

constexpr std::uint64_t kMostTailBytes = 4 << 20;

bool is_record(std::string_view line) {
  const auto json = protocol::JsonText::parse(line);
  return json && json->root().is_object();
}

// The last complete lines of the file.
Result<std::string> tail_of(const std::string& path) {
  std::error_code missing;
  const std::uint64_t size = std::filesystem::file_size(path, missing);
  if (missing) return std::string();
  std::ifstream file(path, std::ios::binary);
  const std::uint64_t bytes = std::min(size, kMostTailBytes);
  std::string tail(bytes, '\0');
  file.seekg(static_cast<std::streamoff>(size - bytes));
  file.read(tail.data(), static_cast<std::streamsize>(bytes));
  if (!file) return fail(ErrorCode::InternalServerError, fmt::format("The audit log {} cannot be read", path));
  if (bytes < size) tail.erase(0, tail.find('\n') == tail.npos ? tail.size() : tail.find('\n') + 1);
  return tail;
}

// Puts the records of the tail before those in `records`.
void add_records(std::string_view tail, std::size_t most, std::vector<std::string>& records) {
  while (!tail.empty() && records.size() < most) {
    // The last line may be one that is being written.
    if (tail.back() == '\n') tail.remove_suffix(1);
    const auto begin = tail.rfind('\n') + 1;  // 0 if the line is the last one
    const std::string_view line = tail.substr(begin);
    if (is_record(line)) records.emplace_back(line);
    tail = tail.substr(0, begin);
  }
}

}  // namespace

Result<std::vector<std::string>> last_audit_records(const std::string& path, std::size_t most) {
  std::vector<std::string> records;
  for (const std::string& file : {path, path + ".1"}) {
    if (records.size() >= most) break;
    PARTITA_TRY_VALUE(tail, tail_of(file));
    add_records(tail, most, records);
  }
  std::reverse(records.begin(), records.end());
  return records;
}

}  // namespace partita::console
