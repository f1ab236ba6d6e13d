#include "storage/data_directory.h"

#include <fmt/format.h>
#include <rocksdb/file_system.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <vector>

#include "base/contains.h"
#include "base/try.h"
#include "storage/rocks/recovery/synced_files.h"
#include "storage/rocks/rocks_change_log.h"
#include "storage/rocks/status.h"

namespace partita::storage {
namespace {

using rocksdb::IOOptions;
using rocksdb::IOStatus;

// A directory that was opened with keys has the later one.
constexpr unsigned kPlainVersion = 2, kEncryptedVersion = 3;
constexpr std::string_view kUnfinishedFormatFile = "partita.format.new";
constexpr std::string_view kFormatText = "partita data format ";

unexpected<Error> unreadable(const std::string& path, std::string_view why, std::string_view remedy) {
  return fail(ErrorCode::DataDirectoryUnreadable, fmt::format("data directory {} {}; {}", path, why, remedy));
}

std::string in(const std::string& path, std::string_view name) { return fmt::format("{}/{}", path, name); }

// A directory's name is durable once its parent directory is synced.
IOStatus sync_directory(rocksdb::FileSystem& file_system, const std::string& path) {
  std::unique_ptr<rocksdb::FSDirectory> directory;
  IOStatus status = file_system.NewDirectory(path, IOOptions(), &directory, nullptr);
  if (status.ok()) status = directory->Fsync(IOOptions(), nullptr);
  return status;
}

IOStatus create_directories(rocksdb::FileSystem& file_system, const std::filesystem::path& path) {
  if (file_system.FileExists(path.string(), IOOptions(), nullptr).ok()) return IOStatus::OK();
  const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : ".";
  if (parent != path && parent != ".") {
    if (IOStatus status = create_directories(file_system, parent); !status.ok()) return status;
  }
  IOStatus status = file_system.CreateDirIfMissing(path.string(), IOOptions(), nullptr);
  return status.ok() ? sync_directory(file_system, parent.string()) : status;
}

Encrypted encrypted_of(const StoreOptions& options) { return options.keys ? Encrypted::Yes : Encrypted::No; }
unsigned version_for(Encrypted encrypted) { return encrypted == Encrypted::Yes ? kEncryptedVersion : kPlainVersion; }

IOStatus write_format_file(rocksdb::FileSystem& file_system, const std::string& path, Encrypted encrypted) {
  const std::string unfinished = in(path, kUnfinishedFormatFile);
  const std::string text = fmt::format("{}{}\n", kFormatText, version_for(encrypted));
  IOStatus status = rocksdb::WriteStringToFile(&file_system, text, unfinished, true);
  // RocksDB syncs the directory, and this name with it, before it begins its first log.
  return status.ok() ? file_system.RenameFile(unfinished, in(path, kFormatFile), IOOptions(), nullptr) : status;
}

Result<unsigned> read_format(rocksdb::FileSystem& file_system, const std::string& path) {
  std::string text;
  const std::string file = in(path, kFormatFile);
  if (const IOStatus status = rocksdb::ReadFileToString(&file_system, file, &text); !status.ok())
    return unexpected(open_error(status, path));
  unsigned version = 0;
  const char* const end = text.data() + text.size();
  if (!text.starts_with(kFormatText) ||
      std::from_chars(text.data() + kFormatText.size(), end, version).ec != std::errc())
    return fail(ErrorCode::Corruption, fmt::format("{} is damaged; restore the directory from a backup", file));
  if (version > kEncryptedVersion) {
    return fail(ErrorCode::DataDirectoryNewer,
                fmt::format("data directory {} has data format {}, this Partita reads formats up to {}; open it with a "
                            "newer Partita or choose another directory",
                            path, version, kEncryptedVersion));
  }
  return version;
}

// A repair that did not end leaves the directory without a part of its files.
Result<void> check_repaired(const std::string& path, const std::vector<std::string>& names) {
  if (!base::contains(names, kRepairMark)) return {};
  return fail(
      ErrorCode::Corruption,
      fmt::format("a repair of the data directory {} was interrupted; let 'partita repair {}' end it", path, path));
}

Result<void> check_restored(const std::string& path, const std::vector<std::string>& names) {
  if (!base::contains(names, kRestoreMark)) return {};
  return fail(
      ErrorCode::Corruption,
      fmt::format("the data directory {} is not restored completely; run the same 'partita restore', or 'partita serve "
                  "--follow', again, which continues, or remove the directory",
                  path));
}

std::string advice_if_missing(const StoreOptions& options) {
  return options.read_only ? "check the path" : "check the path, or allow it to be created";
}

// The format file is missing, so the directory may be new, may belong to another program, or may be one whose creation
// a crash interrupted.
Result<void> prepare_new(rocksdb::FileSystem& file_system, const std::string& path, std::vector<std::string> names,
                         const StoreOptions& options) {
  std::erase_if(names, [](const std::string& name) { return !is_foreign(name) || name == kUnfinishedFormatFile; });
  if (std::ranges::any_of(names, holds_records))
    return fail(
        ErrorCode::Corruption,
        fmt::format("data directory {} has lost its file {}, which says how the data is to be read; restore it "
                    "from a backup, or, if the data is of a Partita from 0.1.0 on, write it anew: echo '{}{}' > "
                    "{}/{}",
                    path, kFormatFile, kFormatText, version_for(encrypted_of(options)), path, kFormatFile));
  if (!names.empty()) {
    return unreadable(path, fmt::format("holds files that are not Partita's ({})", names.front()),
                      "choose an empty or a new directory");
  }
  if (!options.create_if_missing || options.read_only)
    return unreadable(path, "holds no data", advice_if_missing(options));
  if (const IOStatus status = write_format_file(file_system, path, encrypted_of(options)); !status.ok())
    return unexpected(open_error(status, path));
  return {};
}

}  // namespace

std::string plain_format_text() { return fmt::format("{}{}\n", kFormatText, kPlainVersion); }

bool is_foreign(std::string_view name) {
  // The names of the store of identities are those of src/identities/store.h.
  const bool is_of_identities = name == "identities" || name == "identities.lock" || name == "identities.new";
  return name != "lost+found" && !name.starts_with('.') && !is_of_identities;
}

bool is_store_file(std::string_view name) {
  return holds_records(name) || name.starts_with("MANIFEST-") || name.starts_with("OPTIONS-") || name == "CURRENT" ||
         name == "IDENTITY" || name == kSyncedFileName;
}

bool is_of_data(std::string_view name) {
  return is_store_file(name) || name.starts_with("partita.") || name == kKeptLogsFolder || name == kCheckpointFolder;
}

Result<void> prepare_data_directory(rocksdb::FileSystem& file_system, const std::string& path,
                                    const StoreOptions& options) {
  if (options.create_if_missing && !options.read_only) {
    if (const IOStatus status = create_directories(file_system, path); !status.ok())
      return unexpected(open_error(status, path));
  }
  std::vector<std::string> names;
  const IOStatus status = file_system.GetChildren(path, IOOptions(), &names, nullptr);
  if (!status.ok() && file_system.FileExists(path, IOOptions(), nullptr).ok())
    return unreadable(path, fmt::format("cannot be read ({})", status.ToString()),
                      "check that it is a directory, and its permissions");
  if (status.IsNotFound() || status.IsPathNotFound())
    return unreadable(path, "does not exist", advice_if_missing(options));
  if (!status.ok()) return unexpected(open_error(status, path));
  PARTITA_TRY(check_repaired(path, names));
  if (!options.being_restored) PARTITA_TRY(check_restored(path, names));
  if (!base::contains(names, kFormatFile)) return prepare_new(file_system, path, std::move(names), options);
  PARTITA_TRY_VALUE(version, read_format(file_system, path));
  if (version >= kEncryptedVersion && !options.keys) return unexpected(no_key_error(path));
  return {};
}

Error no_key_error(const std::string& path) {
  return Error{ErrorCode::DataDirectoryUnreadable,
               fmt::format("data directory {} is encrypted; give the file with its key (--encryption-key FILE, or "
                           "encryption_key_file of OpenOptions)",
                           path)};
}

Result<void> check_format(rocksdb::FileSystem& file_system, const std::string& path) {
  PARTITA_TRY(read_format(file_system, path));
  return {};
}

Result<void> upgrade_data_directory(rocksdb::FileSystem& file_system, const std::string& path, Encrypted encrypted,
                                    bool& no_space) {
  PARTITA_TRY_VALUE(version, read_format(file_system, path));
  if (version >= version_for(encrypted)) return {};
  IOStatus status = write_format_file(file_system, path, encrypted);
  if (status.ok()) status = sync_directory(file_system, path);
  no_space = is_for_lack_of_space(status);
  return status.ok() ? Result<void>() : unexpected(open_error(status, path));
}

}  // namespace partita::storage
