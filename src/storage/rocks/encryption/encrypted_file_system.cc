#include "storage/rocks/encryption/encrypted_file_system.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "storage/rocks/encryption/encrypted_files.h"

namespace partita::storage {
namespace {

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;

// The failure to open a file with this header, or OK.
IOStatus failure_of(const FileHeader& header, const std::string& path, const EncryptionKeys& keys) {
  if (header.state == HeaderState::Damaged)
    return IOStatus::Corruption(path, "the header of its encryption is damaged");
  // An IOError, because a repair never leaves out a file that it could not read, and the key may be found again.
  if (header.state == HeaderState::UnknownKey)
    return IOStatus::IOError(path, fmt::format("it is encrypted with the key {}, which {} does not have",
                                               text_of_key_id(header.key_id), keys.source()));
  return IOStatus::OK();
}

// The file IDENTITY, which has only a random name of the database, and the name that it has at first. If
// RocksDB 7.8 cannot decrypt it, it ends the process.
bool is_never_encrypted(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  return name == "IDENTITY" || name == "000000.dbtmp";
}

class EncryptedFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  EncryptedFileSystem(const std::shared_ptr<rocksdb::FileSystem>& below, std::shared_ptr<const EncryptionKeys> keys)
      : FileSystemWrapper(below), keys_(std::move(keys)) {}

  const char* Name() const override { return "partita.encrypted"; }

  IOStatus NewSequentialFile(const std::string& path, const FileOptions& options,
                             std::unique_ptr<rocksdb::FSSequentialFile>* out, IODebugContext* debug) override {
    FileHeader header;
    IOStatus status = read_header(path, header);
    if (!status.ok()) return status;
    if (header.state == HeaderState::Torn) {
      *out = empty_sequential();
      return status;
    }
    std::unique_ptr<rocksdb::FSSequentialFile> file;
    status = target()->NewSequentialFile(path, options, &file, debug);
    if (status.ok() && header.file_key) status = file->Skip(kFileHeaderBytes);
    if (!status.ok()) return status;
    *out = header.file_key ? decrypt_sequential(std::move(file), path, *header.file_key) : std::move(file);
    return status;
  }
  IOStatus NewRandomAccessFile(const std::string& path, const FileOptions& options,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* out, IODebugContext* debug) override {
    FileHeader header;
    IOStatus status = read_header(path, header);
    if (!status.ok()) return status;
    if (header.state == HeaderState::Torn) {
      *out = empty_random();
      return status;
    }
    std::unique_ptr<rocksdb::FSRandomAccessFile> file;
    status = target()->NewRandomAccessFile(path, options, &file, debug);
    if (!status.ok()) return status;
    *out = header.file_key ? decrypt_random(std::move(file), path, *header.file_key) : std::move(file);
    return status;
  }
  IOStatus NewWritableFile(const std::string& path, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSWritableFile>* out, IODebugContext* debug) override {
    std::unique_ptr<rocksdb::FSWritableFile> file;
    IOStatus status = target()->NewWritableFile(path, options, &file, debug);
    if (status.ok()) *out = is_never_encrypted(path) ? std::move(file) : encrypt_new(std::move(file), path, keys_);
    return status;
  }
  IOStatus ReopenWritableFile(const std::string& path, const FileOptions& options,
                              std::unique_ptr<rocksdb::FSWritableFile>* out, IODebugContext* debug) override {
    if (!target()->FileExists(path, IOOptions(), nullptr).ok()) return NewWritableFile(path, options, out, debug);
    FileHeader header;
    IOStatus status = read_header(path, header);
    std::uint64_t bytes = 0;
    if (status.ok()) status = target()->GetFileSize(path, IOOptions(), &bytes, nullptr);
    if (!status.ok()) return status;
    if (header.state == HeaderState::Torn || bytes == 0) return NewWritableFile(path, options, out, debug);
    std::unique_ptr<rocksdb::FSWritableFile> file;
    status = target()->ReopenWritableFile(path, options, &file, debug);
    if (status.ok()) *out = reopen_without_appends(std::move(file), path, header.file_key ? kFileHeaderBytes : 0);
    return status;
  }
  // The one of the base would continue the file below.
  IOStatus ReuseWritableFile(const std::string& path, const std::string& old_path, const FileOptions& options,
                             std::unique_ptr<rocksdb::FSWritableFile>* out, IODebugContext* debug) override {
    IOStatus status = target()->RenameFile(old_path, path, IOOptions(), debug);
    return status.ok() ? NewWritableFile(path, options, out, debug) : status;
  }
  IOStatus NewRandomRWFile(const std::string& path, const FileOptions& options,
                           std::unique_ptr<rocksdb::FSRandomRWFile>* out, IODebugContext* debug) override {
    std::unique_ptr<rocksdb::FSRandomRWFile> file;
    IOStatus status = target()->NewRandomRWFile(path, options, &file, debug);
    if (status.ok()) *out = encrypt_whole(std::move(file), path, keys_);
    return status;
  }
  IOStatus NewMemoryMappedFileBuffer(const std::string& path,
                                     std::unique_ptr<rocksdb::MemoryMappedFileBuffer>* /*out*/) override {
    return IOStatus::NotSupported(path, "an encrypted file is not mapped");
  }
  IOStatus NewLogger(const std::string& path, const IOOptions& /*options*/, std::shared_ptr<rocksdb::Logger>* /*out*/,
                     IODebugContext* /*debug*/) override {
    return IOStatus::NotSupported(path, "an encrypted directory has no LOG file");
  }
  IOStatus Truncate(const std::string& path, std::size_t size, const IOOptions& options,
                    IODebugContext* debug) override {
    FileHeader header;
    IOStatus status = read_header(path, header);
    if (!status.ok()) return status;
    return target()->Truncate(path, header.file_key && size > 0 ? size + kFileHeaderBytes : size, options, debug);
  }
  IOStatus GetFileSize(const std::string& path, const IOOptions& options, std::uint64_t* size,
                       IODebugContext* debug) override {
    FileHeader header;
    IOStatus status = target()->GetFileSize(path, options, size, debug);
    // Not even a part of a header.
    if (!status.ok() || *size == 0) return status;
    status = read_file_header(*target(), path, keys_.get(), header);
    if (!status.ok()) return status;
    if (header.state == HeaderState::Torn) *size = 0;
    if (header.state != HeaderState::Plain) *size -= std::min<std::uint64_t>(*size, kFileHeaderBytes);
    return status;
  }
  IOStatus GetChildrenFileAttributes(const std::string& directory, const IOOptions& options,
                                     std::vector<rocksdb::FileAttributes>* out, IODebugContext* debug) override {
    return FileSystem::GetChildrenFileAttributes(directory, options, out, debug);
  }

 private:
  IOStatus read_header(const std::string& path, FileHeader& out) {
    IOStatus status = read_file_header(*target(), path, keys_.get(), out);
    return status.ok() ? failure_of(out, path, *keys_) : status;
  }

  const std::shared_ptr<const EncryptionKeys> keys_;
};

}  // namespace

IOStatus read_file_header(rocksdb::FileSystem& files, const std::string& path, const EncryptionKeys* keys,
                          FileHeader& out) {
  std::unique_ptr<rocksdb::FSRandomAccessFile> file;
  IOStatus status = files.NewRandomAccessFile(path, FileOptions(), &file, nullptr);
  if (!status.ok()) return status;
  std::array<char, kFileHeaderBytes> scratch;
  rocksdb::Slice read;
  status = file->Read(0, scratch.size(), IOOptions(), &read, scratch.data(), nullptr);
  if (status.ok()) out = parse_file_header(read.ToStringView(), keys);
  return status;
}

std::shared_ptr<rocksdb::FileSystem> make_encrypted_file_system(std::shared_ptr<rocksdb::FileSystem> below,
                                                                std::shared_ptr<const EncryptionKeys> keys) {
  return std::make_shared<EncryptedFileSystem>(below, std::move(keys));
}

}  // namespace partita::storage
