#include "transfer/places/directory.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <functional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/text.h"
#include "base/try.h"
#include "transfer/bytes/files.h"
#include "transfer/bytes/md5.h"

namespace partita::transfer {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostNameBytes = 255;  // of a file, on all usual file systems
constexpr mode_t kModeOfFiles = 0666;        // less the process's umask
constexpr mode_t kModeOfDirectories = 0777;  // the same

// A writer that lives writes to its part more often than this.
constexpr std::chrono::hours kOldestPart{24};
constexpr std::string_view kPartBegin = ".partita-", kPartEnd = ".part";
constexpr std::size_t kPartBytes = 8;  // random ones, as hexadecimal digits

std::string random_part_name() {
  return std::string(kPartBegin).append(base::hex(base::random_bytes(kPartBytes))).append(kPartEnd);
}

bool is_part_name(std::string_view name) {
  return name.size() == kPartBegin.size() + 2 * kPartBytes + kPartEnd.size() && name.starts_with(kPartBegin) &&
         name.ends_with(kPartEnd);
}

// The new name of a file is durable only after a sync of its directory.
Result<void> sync_directory(const std::string& path) {
  const Descriptor directory(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (directory.number() < 0 || ::fsync(directory.number()) != 0) return failed_to("synced", path);
  return {};
}

std::string name_in_proc(const Descriptor& file) { return "/proc/self/fd/" + std::to_string(file.number()); }

// A file in the directory without a name, which vanishes with the process. Fails if the file system or the system lacks
// such files.
Descriptor open_nameless(const std::string& directory) {
  Descriptor file(::open(directory.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, kModeOfFiles));
  if (file.number() >= 0 && ::access(name_in_proc(file).c_str(), F_OK) != 0) return Descriptor();
  return file;
}

class FileSink : public ObjectSink {
 public:
  static Result<std::unique_ptr<ObjectSink>> open(const fs::path& path) {
    const fs::path directory = path.parent_path().empty() ? fs::path(".") : path.parent_path();
    const std::string part = (directory / random_part_name()).string();
    if (Descriptor file = open_nameless(directory.string()); file.number() >= 0)
      return std::make_unique<FileSink>(std::move(file), part, HasName::No, path.string());
    Descriptor file(::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kModeOfFiles));
    if (file.number() < 0) return failed_to("created", path.string());
    return std::make_unique<FileSink>(std::move(file), part, HasName::Yes, path.string());
  }

  // Whether the file has the name `part` already.
  enum class HasName : std::uint8_t { No, Yes };
  FileSink(Descriptor file, std::string part, HasName has_name, std::string path)
      : file_(std::move(file)),
        part_(std::move(part)),
        has_name_(has_name == HasName::Yes),
        path_(std::move(path)),
        bytes_(write_descriptor(file_.number(), path_)) {}
  ~FileSink() override {
    if (has_name_) ::unlink(part_.c_str());
  }

  Result<void> write(std::string_view bytes) override {
    md5_.add(bytes);
    return bytes_->write(bytes);
  }
  Result<void> finish() override {
    if (::fsync(file_.number()) != 0) return failed_to("written", path_);
    // A file without a name cannot replace another one, so it gets this name first.
    if (!has_name_ && ::linkat(AT_FDCWD, name_in_proc(file_).c_str(), AT_FDCWD, part_.c_str(), AT_SYMLINK_FOLLOW) != 0)
      return failed_to("created", path_);
    has_name_ = true;
    if (!file_.close()) return failed_to("written", path_);
    if (::rename(part_.c_str(), path_.c_str()) != 0) return failed_to("created", path_);
    has_name_ = false;
    etag_ = etag_of_one_part(md5_.finish());
    const std::string directory = fs::path(path_).parent_path().string();
    return sync_directory(directory.empty() ? "." : directory);
  }
  std::string etag() const override { return etag_; }

 private:
  Descriptor file_;
  const std::string part_;  // the name of the file until it gets that of the object
  bool has_name_;           // whether the file has the name part_
  const std::string path_;
  const std::unique_ptr<Sink> bytes_;
  Md5 md5_;
  std::string etag_;
};

Result<void> check_key(const std::string& key) {
  std::size_t begin = 0;
  for (;;) {
    const std::size_t end = std::min(key.find('/', begin), key.size());
    if (end == begin || key[begin] == '.' || end - begin > kMostNameBytes || key.find('\0') != key.npos)
      return invalid("a directory cannot have an object with the key '" + key + "'");
    if (end == key.size()) return {};
    begin = end + 1;
  }
}

class DirectoryPlace : public Place {
 public:
  DirectoryPlace(std::string path, Readers readers)
      : root_(path.empty() ? "." : std::move(path)), mode_(readers == Readers::Owner ? S_IRWXU : kModeOfDirectories) {}

  std::string name_of(const std::string& key) const override { return (root_ / key).string(); }

  Result<std::unique_ptr<ObjectSink>> put(const std::string& key) override {
    PARTITA_TRY(check_key(key));
    const fs::path path = root_ / key;
    PARTITA_TRY(make_directories(path.parent_path()));
    return FileSink::open(path);
  }

  Result<bool> put_new(const std::string& key, std::string_view bytes) override {
    PARTITA_TRY(check_key(key));
    const fs::path path = root_ / key;
    PARTITA_TRY(make_directories(path.parent_path()));
    if (const Descriptor file = open_nameless(path.parent_path().string()); file.number() >= 0) {
      PARTITA_TRY(write_descriptor(file.number(), path.string())->write(bytes));
      if (::fsync(file.number()) != 0) return failed_to("written", path.string());
      return link_new(name_in_proc(file), AT_SYMLINK_FOLLOW, key, bytes);
    }
    const std::string part = (path.parent_path() / random_part_name()).string();
    {
      PARTITA_TRY_VALUE(written, replace_file(part));
      PARTITA_TRY(written->write(bytes));
      PARTITA_TRY(written->finish());
    }
    auto made = link_new(part, 0, key, bytes);
    ::unlink(part.c_str());
    return made;
  }

  Result<std::unique_ptr<Source>> get(const std::string& key) override {
    PARTITA_TRY(check_key(key));
    return open_file(name_of(key));
  }

  Result<std::uint64_t> size_of(const std::string& key) override {
    PARTITA_TRY(check_key(key));
    std::error_code error;
    const std::uint64_t size = fs::file_size(root_ / key, error);
    if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory)
      return fail(ErrorCode::ResourceNotFoundException, name_of(key) + " does not exist");
    if (error) return fail(ErrorCode::InternalServerError, name_of(key) + " cannot be read: " + error.message());
    return size;
  }

  Result<void> list(const std::string& prefix, const Each& each) override {
    std::vector<ObjectFacts> objects;
    // Only the directory that the prefix names need be read.
    const std::size_t slash = prefix.rfind('/');
    const std::string below = slash == prefix.npos ? "" : prefix.substr(0, slash + 1);
    if (!below.empty()) PARTITA_TRY(check_key(below.substr(0, slash)));
    PARTITA_TRY(gather(below, prefix, objects));
    std::ranges::sort(objects, {}, &ObjectFacts::key);
    for (const ObjectFacts& object : objects) PARTITA_TRY(each(object));
    return {};
  }

  Result<void> list_folders(const std::string& prefix, const EachFolder& each) override {
    if (!prefix.empty()) PARTITA_TRY(check_key(prefix.substr(0, prefix.size() - 1)));
    std::vector<std::string> names;
    PARTITA_TRY(each_entry(prefix, [&](const fs::directory_entry& entry, const std::string& name) -> Result<void> {
      std::error_code ignored;
      if (!name.starts_with('.') && entry.is_directory(ignored) && !entry.is_symlink(ignored)) names.push_back(name);
      return {};
    }));
    std::ranges::sort(names);
    for (const std::string& name : names) PARTITA_TRY(each(name));
    return {};
  }

  Result<void> remove_leftovers(const std::string& prefix) override {
    const std::size_t slash = prefix.rfind('/');
    const std::string below = slash == prefix.npos ? "" : prefix.substr(0, slash + 1);
    if (!below.empty()) PARTITA_TRY(check_key(below.substr(0, slash)));
    return remove_parts(below, fs::file_time_type::clock::now() - kOldestPart);
  }

  Result<void> remove(const std::string& key) override {
    PARTITA_TRY(check_key(key));
    if (::unlink(name_of(key).c_str()) != 0 && errno != ENOENT) return failed_to("removed", name_of(key));
    return {};
  }

 private:
  Result<void> make_directories(const fs::path& path) const {
    std::error_code ignored;
    if (path.empty() || fs::is_directory(path, ignored)) return {};
    const fs::path parent = path.parent_path();
    if (parent != path) PARTITA_TRY(make_directories(parent));
    if (::mkdir(path.c_str(), mode_) != 0 && errno != EEXIST) return failed_to("created", path.string());
    return sync_directory(parent.empty() ? "." : parent.string());
  }

  // Gives the file the name of the object, unless there is one. A rename would replace it.
  Result<bool> link_new(const std::string& from, int flags, const std::string& key, std::string_view bytes) {
    const fs::path path = root_ / key;
    if (::linkat(AT_FDCWD, from.c_str(), AT_FDCWD, path.c_str(), flags) == 0) {
      PARTITA_TRY(sync_directory(path.parent_path().string()));
      return true;
    }
    if (errno != EEXIST) return failed_to("created", path.string());
    return has_bytes(*this, key, bytes);
  }

  // Calls `each` with the entries of a directory and their names. `below` is empty or ends with a slash. A directory
  // that is missing has no entries.
  using EachEntry = std::function<Result<void>(const fs::directory_entry&, const std::string&)>;
  Result<void> each_entry(const std::string& below, const EachEntry& each) const {
    std::error_code error;
    const fs::path directory = root_ / below;
    fs::directory_iterator entries(directory, error);
    if (error == std::errc::no_such_file_or_directory || error == std::errc::not_a_directory) return {};
    for (; !error && entries != fs::directory_iterator(); entries.increment(error))
      PARTITA_TRY(each(*entries, entries->path().filename().string()));
    if (!error) return {};
    return fail(ErrorCode::InternalServerError, directory.string() + " cannot be read: " + error.message());
  }

  Result<void> remove_parts(const std::string& below, fs::file_time_type before) const {
    return each_entry(below, [&](const fs::directory_entry& entry, const std::string& name) -> Result<void> {
      std::error_code ignored;
      if (!name.starts_with('.') && entry.is_directory(ignored) && !entry.is_symlink(ignored))
        return remove_parts(below + name + "/", before);
      if (!is_part_name(name) || !entry.is_regular_file(ignored)) return {};
      const auto written = entry.last_write_time(ignored);
      if (!ignored && written < before) ::unlink(entry.path().c_str());
      return {};
    });
  }

  // Adds the objects below the directory whose keys begin with `prefix`. `below` is empty or ends with a slash.
  Result<void> gather(const std::string& below, const std::string& prefix, std::vector<ObjectFacts>& out) const {
    return each_entry(below, [&](const fs::directory_entry& entry, const std::string& name) -> Result<void> {
      const std::string key = below + name;
      if (name.starts_with('.')) return {};
      const bool may_match = key.starts_with(prefix) || prefix.starts_with(key + "/");
      if (!may_match) return {};
      std::error_code ignored;
      if (entry.is_directory(ignored) && !entry.is_symlink(ignored)) return gather(key + "/", prefix, out);
      if (entry.is_regular_file(ignored) && key.starts_with(prefix)) out.push_back({key, entry.file_size(ignored)});
      return {};
    });
  }

  const fs::path root_;
  const mode_t mode_;  // of new directories
};

}  // namespace

Result<std::unique_ptr<ObjectSink>> replace_file(const std::string& path) { return FileSink::open(path); }

std::unique_ptr<Place> directory_place(std::string path, Readers readers) {
  return std::make_unique<DirectoryPlace>(std::move(path), readers);
}

}  // namespace partita::transfer
