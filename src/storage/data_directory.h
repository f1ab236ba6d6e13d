// A directory is Partita's if it holds the file "partita.format", which is written before any other file (FORMAT.md).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "storage/open_store.h"

namespace partita::storage {

// The file that makes a directory Partita's.
inline constexpr std::string_view kFormatFile = "partita.format";
// The text of the format file of a directory without encrypted files.
std::string plain_format_text();
// The file that a directory has while repair() exchanges its files.
inline constexpr const char* kRepairMark = "partita.repairing";
// The file that a directory has while an archive is restored to it.
inline constexpr const char* kRestoreMark = "partita.restoring";

// Whether a file of this name keeps a directory without the format file from becoming Partita's. Those of file systems,
// of version control, and of the store of identities, which may be made before the database, do not.
bool is_foreign(std::string_view name);

// Whether a file of this name is one of the store's, but for the format file.
bool is_store_file(std::string_view name);

// Whether a file or folder of this name belongs to the data of the directory, and goes when other data come to its
// place. Credentials, certificates, logs and files of others do not.
bool is_of_data(std::string_view name);

// Checks that RocksDB may open `path`. With create_if_missing, and not read_only, it also creates a missing directory
// and the format file, and syncs them (RocksDB syncs the file's name before its first log begins).
// An encrypted directory needs keys in `options`; it is not checked that they are the right ones.
// Errors: DataDirectoryUnreadable, DataDirectoryNewer, Corruption, and those of open_error().
Result<void> prepare_data_directory(rocksdb::FileSystem& file_system, const std::string& path,
                                    const StoreOptions& options);

// The error of an encrypted directory that is opened without keys: DataDirectoryUnreadable.
Error no_key_error(const std::string& path);

// Checks that the directory has a format that this Partita reads. Errors: Corruption, DataDirectoryNewer, and those of
// open_error().
Result<void> check_format(rocksdb::FileSystem& file_system, const std::string& path);

enum class Encrypted : std::uint8_t { No, Yes };
// Writes the number that the directory needs into the format file of one with an earlier number, so that an older
// Partita, which would misread further writes, refuses the directory. With Encrypted::Yes it must be called before the
// first encrypted file is made. `no_space` becomes true if the disk is full. Requires: prepare_data_directory()
// succeeded, and the directory's lock is held. Errors: Corruption, DataDirectoryNewer, and those of open_error().
Result<void> upgrade_data_directory(rocksdb::FileSystem& file_system, const std::string& path, Encrypted encrypted,
                                    bool& no_space);

}  // namespace partita::storage
