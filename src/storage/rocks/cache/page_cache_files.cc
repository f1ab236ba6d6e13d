#include "storage/rocks/cache/page_cache_files.h"

#include <fcntl.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <system_error>

namespace partita::storage {
namespace {

using rocksdb::FileOptions;
using rocksdb::IODebugContext;
using rocksdb::IOOptions;
using rocksdb::IOStatus;
using rocksdb::Slice;

thread_local bool no_wait_on_this_thread = false;

class PageCacheFile final : public rocksdb::FSRandomAccessFile {
 public:
  // Takes ownership of `descriptor`.
  PageCacheFile(std::string path, int descriptor) : path_(std::move(path)), descriptor_(descriptor) {}
  ~PageCacheFile() override { ::close(descriptor_); }

  IOStatus Read(std::uint64_t offset, std::size_t size, const IOOptions& /*options*/, Slice* result, char* scratch,
                IODebugContext* /*debug*/) const override {
    const int flags = no_wait_on_this_thread ? RWF_NOWAIT : 0;
    std::size_t read = 0;
    *result = Slice();
    while (read < size) {
      const iovec rest{scratch + read, size - read};
      const ssize_t got = ::preadv2(descriptor_, &rest, 1, static_cast<off_t>(offset + read), flags);
      if (got == 0) break;  // the end of the file
      if (got > 0)
        read += static_cast<std::size_t>(got);
      else if (flags != 0 && (errno == EAGAIN || errno == EOPNOTSUPP))
        return rocksdb::status_to_io_status(rocksdb::Status::Incomplete("not in the page cache"));
      else if (errno != EINTR)
        return IOStatus::IOError(path_, std::system_category().message(errno));
    }
    *result = Slice(scratch, read);
    return IOStatus::OK();
  }

  // Announces all reads to the kernel before it waits for the first one.
  IOStatus MultiRead(rocksdb::FSReadRequest* requests, std::size_t count, const IOOptions& options,
                     IODebugContext* debug) override {
    if (count > 1 && !no_wait_on_this_thread)
      for (std::size_t i = 0; i < count; ++i) advise(requests[i].offset, requests[i].len, POSIX_FADV_WILLNEED);
    return FSRandomAccessFile::MultiRead(requests, count, options, debug);
  }

  IOStatus Prefetch(std::uint64_t offset, std::size_t size, const IOOptions& /*options*/,
                    IODebugContext* /*debug*/) override {
    if (!no_wait_on_this_thread) ::readahead(descriptor_, static_cast<off_t>(offset), size);
    return IOStatus::OK();
  }

  void Hint(AccessPattern pattern) override {
    if (pattern == kRandom) advise(0, 0, POSIX_FADV_RANDOM);
    if (pattern == kSequential) advise(0, 0, POSIX_FADV_SEQUENTIAL);
  }
  IOStatus InvalidateCache(std::size_t offset, std::size_t size) override {
    advise(offset, size, POSIX_FADV_DONTNEED);
    return IOStatus::OK();
  }

 private:
  void advise(std::size_t offset, std::size_t size, int advice) const {
    ::posix_fadvise(descriptor_, static_cast<off_t>(offset), static_cast<off_t>(size), advice);
  }

  const std::string path_;
  const int descriptor_;
};

class PageCacheFileSystem final : public rocksdb::FileSystemWrapper {
 public:
  PageCacheFileSystem() : FileSystemWrapper(rocksdb::FileSystem::Default()) {}
  const char* Name() const override { return "partita.page_cache"; }

  IOStatus NewRandomAccessFile(const std::string& path, const FileOptions& options,
                               std::unique_ptr<rocksdb::FSRandomAccessFile>* result, IODebugContext* debug) override {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) return target()->NewRandomAccessFile(path, options, result, debug);  // fails with its error
    *result = std::make_unique<PageCacheFile>(path, descriptor);
    return IOStatus::OK();
  }
};

}  // namespace

NoWaitScope::NoWaitScope(bool really) : before_(no_wait_on_this_thread) { no_wait_on_this_thread = before_ || really; }
NoWaitScope::~NoWaitScope() { no_wait_on_this_thread = before_; }

std::shared_ptr<rocksdb::FileSystem> page_cache_file_system() {
  static const auto file_system = std::make_shared<PageCacheFileSystem>();
  return file_system;
}

}  // namespace partita::storage
