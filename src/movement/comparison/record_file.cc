#include "movement/comparison/record_file.h"

#include <unistd.h>

#include <cstring>
#include <utility>

#include "base/try.h"

namespace partita::movement {
namespace {

constexpr const char* kName = "a temporary file";
constexpr std::size_t kBufferBytes = 64 * 1024;
using Length = std::uint32_t;

}  // namespace

Result<void> RecordFile::add(std::string_view record) {
  const auto length = static_cast<Length>(record.size());
  buffer_.append(reinterpret_cast<const char*>(&length), sizeof length);
  buffer_ += record;
  ++count_;
  return buffer_.size() < kBufferBytes ? Result<void>() : flush();
}

Result<void> RecordFile::flush() {
  if (file_.number() < 0) {
    PARTITA_TRY_VALUE(file, transfer::unnamed_file());
    file_ = std::move(file);
  }
  PARTITA_TRY(transfer::write_descriptor(file_.number(), kName)->write(buffer_));
  buffer_.clear();
  return {};
}

Result<void> RecordFile::drain(const std::function<Result<void>(std::string_view)>& take) {
  const std::string last = std::exchange(buffer_, {});
  count_ = 0;
  const transfer::Descriptor file = std::exchange(file_, transfer::Descriptor());
  std::string rest;
  const auto take_all = [&](std::string_view bytes) -> Result<std::size_t> {
    std::size_t at = 0;
    for (Length length = 0; bytes.size() - at >= sizeof length;) {
      std::memcpy(&length, bytes.data() + at, sizeof length);
      if (bytes.size() - at - sizeof length < length) break;
      PARTITA_TRY(take(bytes.substr(at + sizeof length, length)));
      at += sizeof length + length;
    }
    return at;
  };
  if (file.number() >= 0) {
    if (::lseek(file.number(), 0, SEEK_SET) != 0) return transfer::failed_to("read", kName);
    const auto source = transfer::read_descriptor(file.number(), kName);
    for (;;) {
      const std::size_t begin = rest.size();
      rest.resize(begin + kBufferBytes);
      PARTITA_TRY_VALUE(got, source->read(rest.data() + begin, kBufferBytes));
      rest.resize(begin + got);
      if (got == 0) break;
      PARTITA_TRY_VALUE(taken, take_all(rest));
      rest.erase(0, taken);
    }
  }
  PARTITA_TRY(take_all(rest + last));
  return {};
}

}  // namespace partita::movement
