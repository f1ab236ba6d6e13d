#include "storage/rocks/encryption/encrypted_files.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace partita::storage {
namespace {

using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

class RandomFile final : public rocksdb::FSRandomAccessFile {
 public:
  RandomFile(std::unique_ptr<rocksdb::FSRandomAccessFile> below, std::string path, const auth::Digest& file_key)
      : below_(std::move(below)), path_(std::move(path)), key_(file_key) {}

  IOStatus Read(std::uint64_t offset, std::size_t size, const IOOptions& options, Slice* result, char* scratch,
                IODebugContext* debug) const override {
    IOStatus status = below_->Read(offset + kFileHeaderBytes, size, options, result, scratch, debug);
    return status.ok() ? decrypt(offset, scratch, result) : status;
  }
  IOStatus MultiRead(rocksdb::FSReadRequest* requests, std::size_t count, const IOOptions& options,
                     IODebugContext* debug) override {
    for (std::size_t i = 0; i < count; ++i) requests[i].offset += kFileHeaderBytes;
    IOStatus status = below_->MultiRead(requests, count, options, debug);
    for (std::size_t i = 0; i < count; ++i) {
      rocksdb::FSReadRequest& request = requests[i];
      request.offset -= kFileHeaderBytes;
      if (status.ok() && request.status.ok())
        request.status = decrypt(request.offset, request.scratch, &request.result);
    }
    return status;
  }
  IOStatus Prefetch(std::uint64_t offset, std::size_t size, const IOOptions& options, IODebugContext* debug) override {
    return below_->Prefetch(offset + kFileHeaderBytes, size, options, debug);
  }
  std::size_t GetUniqueId(char* id, std::size_t most) const override { return below_->GetUniqueId(id, most); }
  void Hint(AccessPattern pattern) override { below_->Hint(pattern); }
  IOStatus InvalidateCache(std::size_t offset, std::size_t size) override {
    // A size of 0 means all that follows.
    return below_->InvalidateCache(offset == 0 ? 0 : offset + kFileHeaderBytes, size);
  }
  rocksdb::Temperature GetTemperature() const override { return below_->GetTemperature(); }

 private:
  IOStatus decrypt(std::uint64_t offset, char* scratch, Slice* result) const {
    if (!key_.apply(offset, result->data(), scratch, result->size())) return cipher_failure(path_);
    *result = Slice(scratch, result->size());
    return IOStatus::OK();
  }

  const std::unique_ptr<rocksdb::FSRandomAccessFile> below_;
  const std::string path_;
  const SharedFileKey key_;
};

class SequentialFile final : public rocksdb::FSSequentialFile {
 public:
  SequentialFile(std::unique_ptr<rocksdb::FSSequentialFile> below, std::string path, const auth::Digest& file_key)
      : below_(std::move(below)), path_(std::move(path)), key_(file_key) {}

  IOStatus Read(std::size_t size, const IOOptions& options, Slice* result, char* scratch,
                IODebugContext* debug) override {
    IOStatus status = below_->Read(size, options, result, scratch, debug);
    if (!status.ok()) return status;
    if (!key_.apply(at_, result->data(), scratch, result->size())) return cipher_failure(path_);
    *result = Slice(scratch, result->size());
    at_ += result->size();
    return status;
  }
  IOStatus Skip(std::uint64_t size) override {
    IOStatus status = below_->Skip(size);
    if (status.ok()) at_ += size;
    return status;
  }
  IOStatus InvalidateCache(std::size_t offset, std::size_t size) override {
    return below_->InvalidateCache(offset == 0 ? 0 : offset + kFileHeaderBytes, size);
  }
  rocksdb::Temperature GetTemperature() const override { return below_->GetTemperature(); }

 private:
  const std::unique_ptr<rocksdb::FSSequentialFile> below_;
  const std::string path_;
  const SharedFileKey key_;
  std::uint64_t at_ = 0;
};

class EmptyRandomFile final : public rocksdb::FSRandomAccessFile {
 public:
  IOStatus Read(std::uint64_t /*offset*/, std::size_t /*size*/, const IOOptions& /*options*/, Slice* result,
                char* scratch, IODebugContext* /*debug*/) const override {
    *result = Slice(scratch, 0);
    return IOStatus::OK();
  }
};

class EmptySequentialFile final : public rocksdb::FSSequentialFile {
 public:
  IOStatus Read(std::size_t /*size*/, const IOOptions& /*options*/, Slice* result, char* scratch,
                IODebugContext* /*debug*/) override {
    *result = Slice(scratch, 0);
    return IOStatus::OK();
  }
  IOStatus Skip(std::uint64_t /*size*/) override { return IOStatus::OK(); }
};

// The parts that new files and reopened ones share.
class WritableFile : public rocksdb::FSWritableFile {
 public:
  WritableFile(std::unique_ptr<rocksdb::FSWritableFile> below, std::string path, std::uint64_t header_bytes)
      : below_(std::move(below)), path_(std::move(path)), header_bytes_(header_bytes) {}

  using FSWritableFile::Append;
  IOStatus Truncate(std::uint64_t size, const IOOptions& options, IODebugContext* debug) override {
    ended_ = true;
    // An empty file has no header.
    return below_->Truncate(size == 0 ? 0 : size + header_bytes_, options, debug);
  }
  IOStatus Close(const IOOptions& options, IODebugContext* debug) override { return below_->Close(options, debug); }
  IOStatus Flush(const IOOptions& options, IODebugContext* debug) override { return below_->Flush(options, debug); }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override { return below_->Sync(options, debug); }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override { return below_->Fsync(options, debug); }
  IOStatus RangeSync(std::uint64_t offset, std::uint64_t size, const IOOptions& options,
                     IODebugContext* debug) override {
    // The header goes with the first bytes.
    return offset == 0 ? below_->RangeSync(0, size + header_bytes_, options, debug)
                       : below_->RangeSync(offset + header_bytes_, size, options, debug);
  }
  bool IsSyncThreadSafe() const override { return below_->IsSyncThreadSafe(); }
  void SetWriteLifeTimeHint(rocksdb::Env::WriteLifeTimeHint hint) override { below_->SetWriteLifeTimeHint(hint); }
  rocksdb::Env::WriteLifeTimeHint GetWriteLifeTimeHint() override { return below_->GetWriteLifeTimeHint(); }
  void SetIOPriority(rocksdb::Env::IOPriority priority) override { below_->SetIOPriority(priority); }
  rocksdb::Env::IOPriority GetIOPriority() override { return below_->GetIOPriority(); }
  std::uint64_t GetFileSize(const IOOptions& options, IODebugContext* debug) override {
    const std::uint64_t all = below_->GetFileSize(options, debug);
    return all - std::min(all, header_bytes_);
  }
  void SetPreallocationBlockSize(std::size_t size) override { below_->SetPreallocationBlockSize(size); }
  void GetPreallocationStatus(std::size_t* block_size, std::size_t* last_block) override {
    below_->GetPreallocationStatus(block_size, last_block);
  }
  std::size_t GetUniqueId(char* id, std::size_t most) const override { return below_->GetUniqueId(id, most); }
  IOStatus InvalidateCache(std::size_t offset, std::size_t size) override {
    return below_->InvalidateCache(offset == 0 ? 0 : offset + header_bytes_, size);
  }
  void PrepareWrite(std::size_t offset, std::size_t size, const IOOptions& options, IODebugContext* debug) override {
    below_->PrepareWrite(offset + header_bytes_, size, options, debug);
  }
  IOStatus Allocate(std::uint64_t offset, std::uint64_t size, const IOOptions& options,
                    IODebugContext* debug) override {
    return below_->Allocate(offset + header_bytes_, size, options, debug);
  }

 protected:
  rocksdb::FSWritableFile& below() { return *below_; }
  const std::string& path() const { return path_; }
  bool ended() const { return ended_; }
  void end() { ended_ = true; }

 private:
  const std::unique_ptr<rocksdb::FSWritableFile> below_;
  const std::string path_;
  const std::uint64_t header_bytes_;
  bool ended_ = false;  // no byte may follow
};

class NewFile final : public WritableFile {
 public:
  NewFile(std::unique_ptr<rocksdb::FSWritableFile> below, std::string path, std::shared_ptr<const EncryptionKeys> keys)
      : WritableFile(std::move(below), std::move(path), kFileHeaderBytes), keys_(std::move(keys)) {}

  using WritableFile::Append;
  IOStatus Append(const Slice& data, const IOOptions& options, IODebugContext* debug) override {
    // After a failure the number of bytes in the file is not known, so the next ones might be at another place than
    // that for which they were encrypted.
    if (ended()) return IOStatus::IOError(path(), "an encrypted file is not continued after a failure or a truncation");
    if (data.empty()) return IOStatus::OK();
    if (!encrypt(data)) {
      end();
      return cipher_failure(path());
    }
    IOStatus status = below().Append(encrypted_, options, debug);
    at_ += data.size();
    if (!status.ok()) end();
    return status;
  }
  IOStatus Truncate(std::uint64_t size, const IOOptions& options, IODebugContext* debug) override {
    return size <= at_ ? WritableFile::Truncate(size, options, debug)
                       : IOStatus::NotSupported(path(), "an encrypted file is not made longer by a truncation");
  }

 private:
  bool encrypt(const Slice& data) {
    std::size_t header_bytes = 0;
    if (at_ == 0) {
      auto header = make_file_header(keys_->current());
      if (!cipher_.set_key(header.file_key)) return false;
      encrypted_ = std::move(header.bytes);
      header_bytes = encrypted_.size();
    }
    encrypted_.resize(header_bytes + data.size());
    return cipher_.apply(at_, data.data(), encrypted_.data() + header_bytes, data.size());
  }

  const std::shared_ptr<const EncryptionKeys> keys_;
  FileCipher cipher_;
  std::string encrypted_;  // the bytes of the last append
  std::uint64_t at_ = 0;
};

class ReopenedFile final : public WritableFile {
 public:
  using WritableFile::Append;
  using WritableFile::WritableFile;
  IOStatus Append(const Slice& /*data*/, const IOOptions& /*options*/, IODebugContext* /*debug*/) override {
    return IOStatus::NotSupported(path(), "a file of an encrypted directory that was opened again is not continued");
  }
};

class WholeFile final : public rocksdb::FSRandomRWFile {
 public:
  WholeFile(std::unique_ptr<rocksdb::FSRandomRWFile> below, std::string path,
            std::shared_ptr<const EncryptionKeys> keys)
      : below_(std::move(below)), path_(std::move(path)), keys_(std::move(keys)) {}

  // One write, so that a file of a sector has the old contents or the new ones after a power cut.
  IOStatus Write(std::uint64_t offset, const Slice& data, const IOOptions& options, IODebugContext* debug) override {
    if (offset != 0) return IOStatus::NotSupported(path_, "an encrypted file is written in place only as a whole");
    const auto header = make_file_header(keys_->current());
    if (!cipher_.set_key(header.file_key)) return cipher_failure(path_);
    bytes_ = header.bytes;
    bytes_.resize(kFileHeaderBytes + data.size());
    if (!cipher_.apply(0, data.data(), bytes_.data() + kFileHeaderBytes, data.size())) return cipher_failure(path_);
    return below_->Write(0, bytes_, options, debug);
  }
  IOStatus Read(std::uint64_t /*offset*/, std::size_t /*size*/, const IOOptions& /*options*/, Slice* result,
                char* scratch, IODebugContext* /*debug*/) const override {
    *result = Slice(scratch, 0);
    return IOStatus::NotSupported(path_, "an encrypted file that is written in place is read by another opening");
  }
  IOStatus Flush(const IOOptions& options, IODebugContext* debug) override { return below_->Flush(options, debug); }
  IOStatus Sync(const IOOptions& options, IODebugContext* debug) override { return below_->Sync(options, debug); }
  IOStatus Fsync(const IOOptions& options, IODebugContext* debug) override { return below_->Fsync(options, debug); }
  IOStatus Close(const IOOptions& options, IODebugContext* debug) override { return below_->Close(options, debug); }

 private:
  const std::unique_ptr<rocksdb::FSRandomRWFile> below_;
  const std::string path_;
  const std::shared_ptr<const EncryptionKeys> keys_;
  FileCipher cipher_;
  std::string bytes_;
};

}  // namespace

IOStatus cipher_failure(const std::string& path) {
  return IOStatus::IOError(path, "the encryption failed in OpenSSL, probably for lack of memory");
}

std::unique_ptr<rocksdb::FSRandomAccessFile> decrypt_random(std::unique_ptr<rocksdb::FSRandomAccessFile> below,
                                                            std::string path, const auth::Digest& file_key) {
  return std::make_unique<RandomFile>(std::move(below), std::move(path), file_key);
}

std::unique_ptr<rocksdb::FSSequentialFile> decrypt_sequential(std::unique_ptr<rocksdb::FSSequentialFile> below,
                                                              std::string path, const auth::Digest& file_key) {
  return std::make_unique<SequentialFile>(std::move(below), std::move(path), file_key);
}

std::unique_ptr<rocksdb::FSRandomAccessFile> empty_random() { return std::make_unique<EmptyRandomFile>(); }
std::unique_ptr<rocksdb::FSSequentialFile> empty_sequential() { return std::make_unique<EmptySequentialFile>(); }

std::unique_ptr<rocksdb::FSWritableFile> encrypt_new(std::unique_ptr<rocksdb::FSWritableFile> below, std::string path,
                                                     std::shared_ptr<const EncryptionKeys> keys) {
  return std::make_unique<NewFile>(std::move(below), std::move(path), std::move(keys));
}

std::unique_ptr<rocksdb::FSWritableFile> reopen_without_appends(std::unique_ptr<rocksdb::FSWritableFile> below,
                                                                std::string path, std::uint64_t header_bytes) {
  return std::make_unique<ReopenedFile>(std::move(below), std::move(path), header_bytes);
}

std::unique_ptr<rocksdb::FSRandomRWFile> encrypt_whole(std::unique_ptr<rocksdb::FSRandomRWFile> below, std::string path,
                                                       std::shared_ptr<const EncryptionKeys> keys) {
  return std::make_unique<WholeFile>(std::move(below), std::move(path), std::move(keys));
}

}  // namespace partita::storage
