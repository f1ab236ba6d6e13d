// The file system below the guarded one (recovery/guarded_file_system.h) of a directory with keys. It encrypts each
// file that it makes with the current key, and reads encrypted files, and files that are not encrypted, as what they
// hold. All offsets and sizes above it are those of the contents, without the header.
//
// No bytes of a key stream are used twice. A file that is made anew, also under a name of before, has a new header with
// a new salt. A file that was truncated, or opened again, is never appended to. One that is written in place
// (NewRandomRWFile) is written whole, with a new header each time.
#pragma once

#include <rocksdb/file_system.h>

#include <memory>
#include <string>

#include "storage/encryption_keys.h"
#include "storage/rocks/encryption/file_header.h"

namespace partita::storage {

std::shared_ptr<rocksdb::FileSystem> make_encrypted_file_system(std::shared_ptr<rocksdb::FileSystem> below,
                                                                std::shared_ptr<const EncryptionKeys> keys);

// Reads the header of the file at `path`. Errors: those of `files`, which must not be the encrypted file system.
rocksdb::IOStatus read_file_header(rocksdb::FileSystem& files, const std::string& path, const EncryptionKeys* keys,
                                   FileHeader& out);

}  // namespace partita::storage
