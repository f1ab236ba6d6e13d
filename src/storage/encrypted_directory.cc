#include "storage/encrypted_directory.h"

#include <fmt/format.h>
#include <rocksdb/file_system.h>

#include <algorithm>
#include <map>
#include <utility>

#include "base/try.h"
#include "storage/data_directory.h"
#include "storage/rocks/cache/page_cache_files.h"
#include "storage/rocks/encryption/encrypted_file_system.h"
#include "storage/rocks/rocks_change_log.h"
#include "storage/rocks/rocks_store.h"
#include "storage/rocks/status.h"

namespace partita::storage {
namespace {

using rocksdb::IOOptions;
using rocksdb::IOStatus;

struct StoreFile {
  std::string name;
  std::uint64_t bytes = 0;
  FileHeader header;
};

// The files of the store in a folder. Files that a server deletes meanwhile are left out.
Result<std::vector<StoreFile>> store_files(rocksdb::FileSystem& files, const std::string& path,
                                           const EncryptionKeys* keys) {
  std::vector<std::string> names;
  if (const IOStatus status = files.GetChildren(path, IOOptions(), &names, nullptr); !status.ok())
    return unexpected(open_error(status, path));
  std::ranges::sort(names);
  std::vector<StoreFile> out;
  for (const std::string& name : names) {
    if (!is_store_file(name) || name == "IDENTITY") continue;
    StoreFile file;
    file.name = name;
    const std::string file_path = fmt::format("{}/{}", path, name);
    IOStatus status = files.GetFileSize(file_path, IOOptions(), &file.bytes, nullptr);
    if (status.ok()) status = read_file_header(files, file_path, keys, file.header);
    if (is_missing(status)) continue;
    if (!status.ok()) return unexpected(open_error(status, path));
    // It is empty, so it has no key.
    if (file.bytes == 0 || file.header.state == HeaderState::Torn) continue;
    out.push_back(std::move(file));
  }
  return out;
}

bool has_current_key(const StoreFile& file, const EncryptionKeys& keys) {
  return file.header.state == HeaderState::Encrypted && file.header.key_id == keys.current().id;
}

std::string ids_of(const EncryptionKeys& keys) {
  std::string ids;
  for (const EncryptionKey& key : keys.all()) ids += (ids.empty() ? "" : ", ") + text_of_key_id(key.id);
  return ids;
}

// The folders in the directory that have files of the store: those of repairs, and that of the logs that a store has
// kept for its archive.
Result<std::vector<std::string>> folders_of_files(rocksdb::FileSystem& files, const std::string& path) {
  std::vector<std::string> names, folders;
  if (const IOStatus status = files.GetChildren(path, IOOptions(), &names, nullptr); !status.ok())
    return unexpected(open_error(status, path));
  for (const std::string& name : names) {
    bool is_directory = false;
    if ((name.starts_with("damaged-") || name == kKeptLogsFolder) &&
        files.IsDirectory(fmt::format("{}/{}", path, name), IOOptions(), &is_directory, nullptr).ok() && is_directory)
      folders.push_back(name);
  }
  std::ranges::sort(folders);
  return folders;
}

Result<void> add_uses(rocksdb::FileSystem& files, const std::string& path, const std::string& folder,
                      std::vector<KeyUse>& out) {
  PARTITA_TRY_VALUE(all, store_files(files, folder.empty() ? path : fmt::format("{}/{}", path, folder), nullptr));
  std::map<std::pair<bool, std::optional<std::uint64_t>>, KeyUse> uses;
  for (const StoreFile& file : all) {
    const bool damaged = file.header.state == HeaderState::Damaged;
    const auto id = file.header.state == HeaderState::UnknownKey ? std::optional(file.header.key_id) : std::nullopt;
    KeyUse& use = uses[{damaged, id}];
    use.folder = folder;
    use.key_id = id;
    use.damaged = damaged;
    ++use.files;
    use.bytes += file.bytes;
  }
  for (auto& [key, use] : uses) out.push_back(std::move(use));
  return {};
}

}  // namespace

Result<std::vector<KeyUse>> keys_in_use(const std::string& path) {
  const auto files = page_cache_file_system();
  PARTITA_TRY(check_format(*files, path));
  std::vector<KeyUse> out;
  PARTITA_TRY(add_uses(*files, path, {}, out));
  PARTITA_TRY_VALUE(folders, folders_of_files(*files, path));
  for (const std::string& folder : folders) PARTITA_TRY(add_uses(*files, path, folder, out));
  return out;
}

Result<void> check_keys(rocksdb::FileSystem& file_system, const std::string& path, const StoreOptions& options) {
  if (!options.keys) {
    // The format file says whether the directory is encrypted, unless somebody has replaced it. Then one file tells.
    FileHeader header;
    const IOStatus status = read_file_header(file_system, path + "/CURRENT", nullptr, header);
    if (status.ok() && header.state == HeaderState::UnknownKey) return unexpected(no_key_error(path));
    return {};
  }
  const EncryptionKeys& keys = *options.keys;
  PARTITA_TRY_VALUE(all, store_files(file_system, path, &keys));
  std::size_t plain = 0, former = 0;
  for (const StoreFile& file : all) {
    if (file.header.state == HeaderState::UnknownKey)
      return fail(
          ErrorCode::DataDirectoryUnreadable,
          fmt::format("{} of the data directory {} is encrypted with the key {}, which {} does not have (it has "
                      "{}); give the file with that key, or add the key to it as a further line",
                      file.name, path, text_of_key_id(file.header.key_id), keys.source(), ids_of(keys)));
    if (file.header.state == HeaderState::Plain)
      ++plain;
    else if (!has_current_key(file, keys))
      ++former;
  }
  if (plain > 0 || former > 0)
    options.log.warning(fmt::format(
        "{} files of the data directory {} are not encrypted and {} have former keys; new files get the key {}, and "
        "'partita encryption rewrite' writes the others anew",
        plain, path, former, text_of_key_id(keys.current().id)));
  return {};
}

Result<void> encrypt_with_current_key(const std::string& path, const StoreOptions& options) {
  const auto below = options.file_system ? options.file_system : page_cache_file_system();
  PARTITA_TRY_VALUE(store, open_store(path, options));
  auto* const rocks = dynamic_cast<RocksStore*>(store.get());
  if (rocks == nullptr)
    return fail(ErrorCode::InternalServerError,
                fmt::format("{}: {}; nothing can be written anew until there is room", path, kDiskFull));
  PARTITA_TRY(rocks->flush());
  PARTITA_TRY_VALUE(all, store_files(*below, path, options.keys.get()));
  // The start made the logs and the manifest anew, and removed the logs that were kept for an archive.
  const bool has_former_tables = std::ranges::any_of(
      all, [&](const StoreFile& file) { return file.name.ends_with(".sst") && !has_current_key(file, *options.keys); });
  if (has_former_tables) PARTITA_TRY(rocks->rewrite_tables());
  return {};
}

}  // namespace partita::storage
