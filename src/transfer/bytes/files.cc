#include "transfer/bytes/files.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace partita::transfer {
namespace {

class DescriptorSource : public Source {
 public:
  DescriptorSource(int number, std::string name) : number_(number), name_(std::move(name)) {}

  Result<std::size_t> read(char* to, std::size_t most) override {
    for (;;) {
      const ssize_t got = ::read(number_, to, most);
      if (got >= 0) return static_cast<std::size_t>(got);
      if (errno != EINTR) return failed_to("read", name_);
    }
  }

 private:
  const int number_;
  const std::string name_;
};

class FileSource : public Source {
 public:
  FileSource(Descriptor file, const std::string& path) : file_(std::move(file)), source_(file_.number(), path) {}
  Result<std::size_t> read(char* to, std::size_t most) override { return source_.read(to, most); }

 private:
  Descriptor file_;
  DescriptorSource source_;
};

class DescriptorSink : public Sink {
 public:
  DescriptorSink(int number, std::string name) : number_(number), name_(std::move(name)) {}

  Result<void> write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const ssize_t done = ::write(number_, bytes.data(), bytes.size());
      if (done < 0 && errno != EINTR) return failed_to("written", name_);
      if (done > 0) bytes.remove_prefix(static_cast<std::size_t>(done));
    }
    return {};
  }
  Result<void> finish() override { return {}; }

 private:
  const int number_;
  const std::string name_;
};

}  // namespace

Descriptor& Descriptor::operator=(Descriptor&& other) noexcept {
  if (this != &other) {
    close();
    number_ = other.release();
  }
  return *this;
}

bool Descriptor::close() {
  const int number = release();
  return number < 0 || ::close(number) == 0;
}

int Descriptor::release() { return std::exchange(number_, -1); }

unexpected<Error> failed_to(std::string_view done, std::string_view name) {
  const std::string cause = std::system_category().message(errno);
  return fail(ErrorCode::InternalServerError,
              std::string(name).append(" cannot be ").append(done).append(": ").append(cause));
}

Result<Descriptor> unnamed_file() {
  const char* const folder = ::getenv("TMPDIR");
  std::string path = std::string(folder != nullptr && *folder != '\0' ? folder : "/tmp") + "/partita-XXXXXX";
  Descriptor file(::mkostemp(path.data(), O_CLOEXEC));
  if (file.number() < 0) return failed_to("created", path);
  ::unlink(path.c_str());
  return file;
}

Result<std::unique_ptr<Source>> open_file(const std::string& path) {
  Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) {
    if (errno == ENOENT) return fail(ErrorCode::ResourceNotFoundException, "there is no file " + path);
    return failed_to("opened", path);
  }
  struct stat facts {};
  if (::fstat(file.number(), &facts) == 0 && S_ISDIR(facts.st_mode)) return invalid(path + " is a directory");
  ::posix_fadvise(file.number(), 0, 0, POSIX_FADV_SEQUENTIAL);
  return std::make_unique<FileSource>(std::move(file), path);
}

std::unique_ptr<Source> read_descriptor(int number, std::string name) {
  return std::make_unique<DescriptorSource>(number, std::move(name));
}

std::unique_ptr<Sink> write_descriptor(int number, std::string name) {
  return std::make_unique<DescriptorSink>(number, std::move(name));
}

}  // namespace partita::transfer
