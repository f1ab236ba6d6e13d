// The files of the encrypted file system. They derive from RocksDB's bases and not from its wrappers, so that no
// operation of the file below is reached without a decision here.
#pragma once

#include <rocksdb/file_system.h>

#include <memory>
#include <string>

#include "storage/rocks/encryption/file_cipher.h"
#include "storage/rocks/encryption/file_header.h"

namespace partita::storage {

// The failure of OpenSSL.
rocksdb::IOStatus cipher_failure(const std::string& path);

std::unique_ptr<rocksdb::FSRandomAccessFile> decrypt_random(std::unique_ptr<rocksdb::FSRandomAccessFile> below,
                                                            std::string path, const auth::Digest& file_key);

// Requires: `below` is behind the header.
std::unique_ptr<rocksdb::FSSequentialFile> decrypt_sequential(std::unique_ptr<rocksdb::FSSequentialFile> below,
                                                              std::string path, const auth::Digest& file_key);

// A file whose header a power cut tore, so it counts as empty.
std::unique_ptr<rocksdb::FSRandomAccessFile> empty_random();
std::unique_ptr<rocksdb::FSSequentialFile> empty_sequential();

// Requires: `below` is empty. The header is written with the first bytes, so an empty file does not have one.
std::unique_ptr<rocksdb::FSWritableFile> encrypt_new(std::unique_ptr<rocksdb::FSWritableFile> below, std::string path,
                                                     std::shared_ptr<const EncryptionKeys> keys);

// A file that was opened again, with its contents behind `header_bytes`. It can be truncated and synced, but not
// appended to: an encrypted one would use bytes of its key stream twice, and another one would get plain bytes.
std::unique_ptr<rocksdb::FSWritableFile> reopen_without_appends(std::unique_ptr<rocksdb::FSWritableFile> below,
                                                                std::string path, std::uint64_t header_bytes);

// A file that is written in place, each time from its begin, as a whole. It cannot be read.
std::unique_ptr<rocksdb::FSRandomRWFile> encrypt_whole(std::unique_ptr<rocksdb::FSRandomRWFile> below, std::string path,
                                                       std::shared_ptr<const EncryptionKeys> keys);

}  // namespace partita::storage
