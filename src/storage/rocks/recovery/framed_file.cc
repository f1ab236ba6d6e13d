#include "storage/rocks/recovery/framed_file.h"

#include <rocksdb/file_checksum.h>

#include <algorithm>
#include <memory>

#include "storage/rocks/recovery/record_chain.h"

namespace partita::storage {
namespace {

using rocksdb::IOOptions;
using rocksdb::IOStatus;

constexpr std::size_t kHeaderBytes = kLogHeaderBytes;
constexpr unsigned kFull = 1, kFirst = 2, kMiddle = 3, kLast = 4;

// RocksDB stores checksums in this form, because the checksum of bytes that contain their own checksum is weak.
std::uint32_t masked(std::uint32_t crc) { return ((crc >> 15) | (crc << 17)) + 0xa282ead8u; }

// Reads until `size` bytes came or the file ended.
IOStatus read_fully(rocksdb::FSSequentialFile& file, std::size_t size, std::string& out) {
  out.resize(size);
  std::size_t read = 0;
  while (read < size) {
    rocksdb::Slice got;
    const IOStatus status = file.Read(size - read, IOOptions(), &got, out.data() + read, nullptr);
    if (!status.ok()) return status;
    if (got.empty()) break;
    if (got.data() != out.data() + read) std::copy_n(got.data(), got.size(), out.data() + read);
    read += got.size();
  }
  out.resize(read);
  return IOStatus::OK();
}

// Joins the fragments of records that cross blocks.
class Joiner {
 public:
  // False if this fragment cannot come here.
  bool take(unsigned type, std::string_view fragment, const std::function<void(std::string_view)>& on_record) {
    if ((type == kFull || type == kFirst) == inside_) return false;
    if (type < kFull || type > kLast) return false;
    inside_ = type == kFirst || type == kMiddle;
    if (!on_record) return true;
    if (type == kFull) {
      on_record(fragment);
      return true;
    }
    if (type == kFirst) joined_.clear();
    joined_ += fragment;
    if (type == kLast) on_record(joined_);
    return true;
  }

 private:
  bool inside_ = false;
  std::string joined_;
};

// Whether an intact fragment of a record begins here.
bool is_intact(std::string_view at) {
  if (at.size() < kHeaderBytes) return false;
  const std::size_t length = little_endian(at.substr(4, 2));
  const unsigned type = static_cast<unsigned char>(at[6]);
  return type >= kFull && type <= kLast && at.size() >= kHeaderBytes + length &&
         little_endian(at.substr(0, 4)) == masked(crc32c_of(at.substr(6, 1), at.substr(kHeaderBytes, length)));
}

}  // namespace

std::uint32_t crc32c_of(std::string_view first, std::string_view second) {
  static const auto factory = rocksdb::GetFileChecksumGenCrc32cFactory();
  const auto generator = factory->CreateFileChecksumGenerator(rocksdb::FileChecksumGenContext());
  generator->Update(first.data(), first.size());
  generator->Update(second.data(), second.size());
  generator->Finalize();
  std::string big_endian = generator->GetChecksum();
  std::reverse(big_endian.begin(), big_endian.end());
  return little_endian(big_endian);
}

IOStatus read_framed_file(rocksdb::FileSystem& files, const std::string& path, std::uint64_t limit,
                          const std::function<void(std::string_view)>& on_record, FramedFile& out) {
  out = {};
  IOStatus status = files.GetFileSize(path, IOOptions(), &out.file_bytes, nullptr);
  if (!status.ok()) return status;
  std::unique_ptr<rocksdb::FSSequentialFile> file;
  status = files.NewSequentialFile(path, rocksdb::FileOptions(), &file, nullptr);
  if (!status.ok()) return status;
  std::string block;
  Joiner joiner;
  RecordChain chain;
  for (std::uint64_t block_start = 0; out.intact_bytes < limit; block_start += kLogBlockBytes) {
    status = read_fully(*file, kLogBlockBytes, block);
    if (!status.ok()) return status;
    std::string_view rest = block;
    // A block ends with padding if a header does not fit.
    while (rest.size() >= kHeaderBytes && out.intact_bytes < limit) {
      const std::size_t length = little_endian(rest.substr(4, 2));
      if (rest.size() < kHeaderBytes + length) return IOStatus::OK();
      const std::string_view payload = rest.substr(kHeaderBytes, length);
      if (!is_intact(rest)) {
        out.goes_on = is_intact(rest.substr(kHeaderBytes + length));
        return IOStatus::OK();
      }
      if (!joiner.take(static_cast<unsigned char>(rest[6]), payload, on_record)) return IOStatus::OK();
      chain.take_record(little_endian(rest.substr(0, 4)));
      out.sum = chain.sum();
      rest.remove_prefix(kHeaderBytes + length);
      out.intact_bytes = block_start + (block.size() - rest.size());
    }
    if (block.size() < kLogBlockBytes) return IOStatus::OK();
  }
  return IOStatus::OK();
}

}  // namespace partita::storage
