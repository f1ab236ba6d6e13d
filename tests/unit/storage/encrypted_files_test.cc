// The bytes of encrypted files, and the file system that makes and reads them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>

#include "base/text.h"
#include "storage/rocks/encryption/encrypted_file_system.h"
#include "storage/rocks/encryption/file_cipher.h"
#include "support/power_cut_file_system.h"
#include "support/temporary_directory.h"

namespace partita::storage {
namespace encrypted_files_test {

using rocksdb::FileOptions;
using rocksdb::IOOptions;
using rocksdb::Slice;
using testing::HasSubstr;

// The key of the vectors in FORMAT.md.
constexpr const char* kKey = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
constexpr const char* kOtherKey = "ff0102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
constexpr const char* kHeader =
    "895074456e630d0a01000000b988d1483d1032e2e8537a20a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b789d2eda3a3c0cb7534"
    "59"
    "6ca3fe91e68e";

EncryptionKeys keys_of(const std::string& text) { return parse_encryption_keys(text, "keys").value(); }

std::string salt_of_the_vector() {
  std::string salt;
  for (int i = 0; i < int(kSaltBytes); ++i) salt += static_cast<char>(0xa0 + i);
  return salt;
}

std::string random_bytes(std::size_t size) {
  std::mt19937_64 random(size);
  std::string out(size, '\0');
  for (char& c : out) c = static_cast<char>(random());
  return out;
}

TEST(FileHeader, has_the_bytes_of_the_vector) {
  const EncryptionKeys keys = keys_of(kKey);
  EXPECT_EQ(text_of_key_id(keys.current().id), "3d1032e2e8537a20");
  const NewHeader made = make_file_header(keys.current(), salt_of_the_vector());
  EXPECT_EQ(base::hex(made.bytes), kHeader);
  EXPECT_EQ(base::hex(auth::view(made.file_key)), "eef5c25954795b1621694c6ba1fae23bc15f2798bc814bfe9f07b2cf4e4828c3");
  const FileHeader read = parse_file_header(made.bytes, &keys);
  EXPECT_EQ(read.state, HeaderState::Encrypted);
  EXPECT_EQ(read.key_id, keys.current().id);
  EXPECT_EQ(read.file_key, made.file_key);
}

TEST(FileCipher, has_the_bytes_of_the_vector) {
  const NewHeader made = make_file_header(keys_of(kKey).current(), salt_of_the_vector());
  std::string text = "The quick brown fox jumps over the lazy dog";
  ASSERT_TRUE(SharedFileKey(made.file_key).apply(0, text.data(), text.data(), text.size()));
  EXPECT_EQ(base::hex(text), "b58ed5bc32dd38df4c18e4cbb579133b0e2e2716fe3c35ad9d4baf15bea35c76538f7909c35e9b52e8b5ab");
}

TEST(FileHeader, tells_wrong_keys_from_damage) {
  const EncryptionKeys keys = keys_of(kKey), other = keys_of(kOtherKey);
  const std::string whole = make_file_header(keys.current()).bytes;
  EXPECT_EQ(parse_file_header(whole, &other).state, HeaderState::UnknownKey);
  EXPECT_EQ(parse_file_header(whole, &other).key_id, keys.current().id);
  EXPECT_EQ(parse_file_header(whole, nullptr).state, HeaderState::UnknownKey);
  for (std::size_t i = 0; i < whole.size(); ++i) {
    std::string flipped = whole;
    flipped[i] = static_cast<char>(flipped[i] ^ 0x10);
    // Who does not find the magic bytes takes the file for one that is not encrypted, and RocksDB finds the damage.
    EXPECT_EQ(parse_file_header(flipped, &keys).state, i < 8 ? HeaderState::Plain : HeaderState::Damaged) << i;
  }
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_EQ(parse_file_header(whole.substr(0, size), &keys).state,
              size == 0 ? HeaderState::Plain : HeaderState::Torn);
}

TEST(FileHeader, of_a_forger_without_the_key_is_damaged) {
  const EncryptionKeys keys = keys_of(kKey);
  EncryptionKey forged = keys_of(kOtherKey).current();
  forged.id = keys.current().id;
  EXPECT_EQ(parse_file_header(make_file_header(forged).bytes, &keys).state, HeaderState::Damaged);
}

TEST(FileCipher, encrypts_each_part_as_it_encrypts_the_whole) {
  const NewHeader made = make_file_header(keys_of(kKey).current());
  const std::string text = random_bytes(200);
  std::string whole(text.size(), '\0');
  const SharedFileKey key(made.file_key), again(made.file_key);
  ASSERT_TRUE(key.apply(0, text.data(), whole.data(), text.size()));
  for (std::size_t from = 0; from < text.size(); ++from)
    for (std::size_t size = 0; from + size <= text.size(); size += 1 + size / 8) {
      std::string part = text.substr(from, size);
      ASSERT_TRUE((size % 2 == 0 ? key : again).apply(from, part.data(), part.data(), size));
      ASSERT_EQ(part, whole.substr(from, size)) << from << " " << size;
    }
}

TEST(FileCipher, counts_beyond_four_billion_blocks) {
  FileCipher cipher;
  ASSERT_TRUE(cipher.set_key(make_file_header(keys_of(kKey).current()).file_key));
  const std::uint64_t far = (std::uint64_t{1} << 36) - 24;  // crosses the end of the counter's low 32 bits
  std::string at_once(64, 'x'), first(24, 'x'), rest(40, 'x');
  ASSERT_TRUE(cipher.apply(far, at_once.data(), at_once.data(), at_once.size()));
  ASSERT_TRUE(cipher.apply(far + 24, rest.data(), rest.data(), rest.size()));
  ASSERT_TRUE(cipher.apply(far, first.data(), first.data(), first.size()));
  EXPECT_EQ(first + rest, at_once);
  EXPECT_NE(first.substr(8, 16), rest.substr(0, 16));
}

// On the simulated disk and on the system's.
class EncryptedFileSystem : public testing::TestWithParam<bool> {
 protected:
  EncryptedFileSystem()
      : below_(GetParam() ? std::make_shared<test::PowerCutFileSystem>() : rocksdb::FileSystem::Default()),
        keys_(std::make_shared<EncryptionKeys>(keys_of(kKey))),
        files_(make_encrypted_file_system(below_, keys_)),
        path_(GetParam() ? "/file" : directory_ / "file") {}

  std::unique_ptr<rocksdb::FSWritableFile> make() {
    std::unique_ptr<rocksdb::FSWritableFile> file;
    EXPECT_TRUE(files_->NewWritableFile(path_, FileOptions(), &file, nullptr).ok());
    return file;
  }
  void write(const std::string& text) { ASSERT_TRUE(rocksdb::WriteStringToFile(files_.get(), text, path_, true).ok()); }
  std::string read() {
    std::string text;
    EXPECT_TRUE(rocksdb::ReadFileToString(files_.get(), path_, &text).ok());
    return text;
  }
  std::string bytes_on_disk() {
    std::string bytes;
    EXPECT_TRUE(rocksdb::ReadFileToString(below_.get(), path_, &bytes).ok());
    return bytes;
  }
  std::uint64_t size() {
    std::uint64_t size = 0;
    EXPECT_TRUE(files_->GetFileSize(path_, IOOptions(), &size, nullptr).ok());
    return size;
  }

  const test::TemporaryDirectory directory_;
  const std::shared_ptr<rocksdb::FileSystem> below_;
  const std::shared_ptr<const EncryptionKeys> keys_;
  const std::shared_ptr<rocksdb::FileSystem> files_;
  const std::string path_;
};

TEST_P(EncryptedFileSystem, reads_what_was_written_in_pieces_of_each_size) {
  std::string text;
  auto file = make();
  for (std::size_t piece = 0; piece < 100; ++piece) {
    const std::string bytes = random_bytes(piece);
    ASSERT_TRUE(file->Append(bytes, IOOptions(), nullptr).ok());
    text += bytes;
  }
  EXPECT_EQ(file->GetFileSize(IOOptions(), nullptr), text.size());
  ASSERT_TRUE(file->Close(IOOptions(), nullptr).ok());
  EXPECT_EQ(read(), text);
  EXPECT_EQ(size(), text.size());
  EXPECT_EQ(bytes_on_disk().size(), text.size() + kFileHeaderBytes);
  std::vector<rocksdb::FileAttributes> attributes;
  const std::string folder = path_.substr(0, path_.rfind('/'));
  ASSERT_TRUE(files_->GetChildrenFileAttributes(folder.empty() ? "/" : folder, IOOptions(), &attributes, nullptr).ok());
  for (const auto& one : attributes) EXPECT_TRUE(one.name != "file" || one.size_bytes == text.size()) << one.size_bytes;
}

TEST_P(EncryptedFileSystem, reads_at_each_offset) {
  const std::string text = random_bytes(300);
  write(text);
  std::unique_ptr<rocksdb::FSRandomAccessFile> file;
  ASSERT_TRUE(files_->NewRandomAccessFile(path_, FileOptions(), &file, nullptr).ok());
  for (std::size_t from = 0; from < text.size() + 3; ++from)
    for (const std::size_t size : {1, 15, 16, 17, 33, 500}) {
      std::string scratch(size, '\0');
      Slice got;
      ASSERT_TRUE(file->Read(from, size, IOOptions(), &got, scratch.data(), nullptr).ok());
      ASSERT_EQ(got.ToStringView(), from < text.size() ? text.substr(from, size) : "") << from << " " << size;
    }
  std::vector<rocksdb::FSReadRequest> requests(3);
  std::vector<std::string> scratch(requests.size(), std::string(50, '\0'));
  for (std::size_t i = 0; i < requests.size(); ++i) {
    requests[i].offset = i * 101;
    requests[i].len = 50;
    requests[i].scratch = scratch[i].data();
  }
  ASSERT_TRUE(file->MultiRead(requests.data(), requests.size(), IOOptions(), nullptr).ok());
  for (const auto& request : requests) {
    ASSERT_TRUE(request.status.ok());
    EXPECT_EQ(request.result.ToStringView(), text.substr(request.offset, request.len));
  }
}

TEST_P(EncryptedFileSystem, reads_on_behind_a_skipped_part) {
  const std::string text = random_bytes(300);
  write(text);
  std::unique_ptr<rocksdb::FSSequentialFile> file;
  ASSERT_TRUE(files_->NewSequentialFile(path_, FileOptions(), &file, nullptr).ok());
  std::string scratch(40, '\0');
  Slice got;
  for (std::size_t at = 0; at + 47 <= text.size(); at += 47) {
    ASSERT_TRUE(file->Read(40, IOOptions(), &got, scratch.data(), nullptr).ok());
    ASSERT_EQ(got.ToStringView(), text.substr(at, 40));
    ASSERT_TRUE(file->Skip(7).ok());
  }
}

TEST_P(EncryptedFileSystem, never_encrypts_twice_with_the_same_bytes) {
  const std::string text(200, '\0');
  write(text);
  const std::string first = bytes_on_disk();
  write(text);
  EXPECT_NE(bytes_on_disk().substr(kFileHeaderBytes), first.substr(kFileHeaderBytes));
  std::unique_ptr<rocksdb::FSWritableFile> reused;
  ASSERT_TRUE(files_->ReuseWritableFile(path_, path_, FileOptions(), &reused, nullptr).ok());
  ASSERT_TRUE(reused->Append(text, IOOptions(), nullptr).ok());
  ASSERT_TRUE(reused->Close(IOOptions(), nullptr).ok());
  EXPECT_NE(bytes_on_disk().substr(kFileHeaderBytes), first.substr(kFileHeaderBytes));
  EXPECT_EQ(read(), text);
}

TEST_P(EncryptedFileSystem, continues_no_file_that_was_truncated_or_opened_again) {
  auto file = make();
  ASSERT_TRUE(file->Append("one and two", IOOptions(), nullptr).ok());
  ASSERT_TRUE(file->Truncate(3, IOOptions(), nullptr).ok());
  EXPECT_FALSE(file->Append(" and three", IOOptions(), nullptr).ok());
  ASSERT_TRUE(file->Close(IOOptions(), nullptr).ok());
  file.reset();
  ASSERT_TRUE(files_->ReopenWritableFile(path_, FileOptions(), &file, nullptr).ok());
  EXPECT_FALSE(file->Append(" and three", IOOptions(), nullptr).ok());
  ASSERT_TRUE(file->Truncate(2, IOOptions(), nullptr).ok());
  ASSERT_TRUE(file->Sync(IOOptions(), nullptr).ok());
  ASSERT_TRUE(file->Close(IOOptions(), nullptr).ok());
  EXPECT_EQ(read(), "on");
  ASSERT_TRUE(files_->ReopenWritableFile(path_, FileOptions(), &file, nullptr).ok());
  ASSERT_TRUE(file->Truncate(0, IOOptions(), nullptr).ok());
  ASSERT_TRUE(file->Close(IOOptions(), nullptr).ok());
  EXPECT_EQ(bytes_on_disk(), "");
  ASSERT_TRUE(files_->ReopenWritableFile(path_, FileOptions(), &file, nullptr).ok());
  ASSERT_TRUE(file->Truncate(0, IOOptions(), nullptr).ok());
  EXPECT_FALSE(file->Truncate(5, IOOptions(), nullptr).ok());
  ASSERT_TRUE(file->Close(IOOptions(), nullptr).ok());
  EXPECT_EQ(bytes_on_disk(), "");
}

TEST_P(EncryptedFileSystem, writes_in_place_with_a_new_header_each_time) {
  write("");
  std::unique_ptr<rocksdb::FSRandomRWFile> file;
  ASSERT_TRUE(files_->NewRandomRWFile(path_, FileOptions(), &file, nullptr).ok());
  std::string before;
  for (int i = 0; i < 3; ++i) {
    const std::string text = std::string(448, 'a') + std::to_string(i);
    ASSERT_TRUE(file->Write(0, text, IOOptions(), nullptr).ok());
    EXPECT_EQ(read(), text);
    const std::string bytes = bytes_on_disk();
    for (std::size_t at = 24; at < before.size(); at += 16) EXPECT_NE(bytes.substr(at, 16), before.substr(at, 16));
    before = bytes;
  }
  EXPECT_FALSE(file->Write(1, "x", IOOptions(), nullptr).ok());
}

TEST_P(EncryptedFileSystem, reads_files_that_are_not_encrypted) {
  for (const std::string& text : {std::string(), std::string("short"), random_bytes(500)}) {
    ASSERT_TRUE(rocksdb::WriteStringToFile(below_.get(), text, path_, true).ok());
    EXPECT_EQ(read(), text);
    EXPECT_EQ(size(), text.size());
  }
  // Such a file gets no plain bytes, either.
  std::unique_ptr<rocksdb::FSWritableFile> file;
  ASSERT_TRUE(files_->ReopenWritableFile(path_, FileOptions(), &file, nullptr).ok());
  EXPECT_FALSE(file->Append("more", IOOptions(), nullptr).ok());
  ASSERT_TRUE(file->Truncate(7, IOOptions(), nullptr).ok());
  ASSERT_TRUE(file->Close(IOOptions(), nullptr).ok());
  EXPECT_EQ(size(), 7u);
}

TEST_P(EncryptedFileSystem, encrypts_what_is_appended_to_an_empty_file) {
  for (const bool encrypted : {false, true}) {
    ASSERT_TRUE(rocksdb::WriteStringToFile(encrypted ? files_.get() : below_.get(), "", path_, true).ok());
    EXPECT_EQ(bytes_on_disk(), "");
    std::unique_ptr<rocksdb::FSWritableFile> file;
    ASSERT_TRUE(files_->ReopenWritableFile(path_, FileOptions(), &file, nullptr).ok());
    ASSERT_TRUE(file->Append("text", IOOptions(), nullptr).ok());
    ASSERT_TRUE(file->Close(IOOptions(), nullptr).ok());
    EXPECT_EQ(read(), "text");
    EXPECT_EQ(bytes_on_disk().size(), kFileHeaderBytes + 4);
  }
}

TEST_P(EncryptedFileSystem, takes_a_torn_header_for_an_empty_file) {
  write("text");
  const std::string whole = bytes_on_disk();
  for (std::size_t size = 1; size < kFileHeaderBytes; ++size) {
    ASSERT_TRUE(rocksdb::WriteStringToFile(below_.get(), whole.substr(0, size), path_, true).ok());
    EXPECT_EQ(read(), "");
    EXPECT_EQ(this->size(), 0u);
  }
}

TEST_P(EncryptedFileSystem, refuses_a_file_with_another_key_or_a_damaged_header) {
  write("text");
  std::string text;
  const auto other = make_encrypted_file_system(below_, std::make_shared<EncryptionKeys>(keys_of(kOtherKey)));
  const auto refused = rocksdb::ReadFileToString(other.get(), path_, &text);
  EXPECT_TRUE(refused.IsIOError());
  EXPECT_THAT(refused.ToString(), HasSubstr("is encrypted with the key 3d1032e2e8537a20, which keys does not have"));
  const auto both = make_encrypted_file_system(
      below_, std::make_shared<EncryptionKeys>(keys_of(std::string(kOtherKey) + "\n" + kKey)));
  ASSERT_TRUE(rocksdb::ReadFileToString(both.get(), path_, &text).ok());
  EXPECT_EQ(text, "text");
  std::string bytes = bytes_on_disk();
  bytes[20] = static_cast<char>(bytes[20] ^ 1);
  ASSERT_TRUE(rocksdb::WriteStringToFile(below_.get(), bytes, path_, true).ok());
  EXPECT_TRUE(rocksdb::ReadFileToString(files_.get(), path_, &text).IsCorruption());
}

INSTANTIATE_TEST_SUITE_P(, EncryptedFileSystem, testing::Bool(),
                         [](const auto& instance) { return instance.param ? "simulated" : "system"; });

TEST(EncryptedFile, is_not_continued_after_a_failed_append) {
  const auto disk = std::make_shared<test::PowerCutFileSystem>();
  const auto files = make_encrypted_file_system(disk, std::make_shared<EncryptionKeys>(keys_of(kKey)));
  std::unique_ptr<rocksdb::FSWritableFile> file;
  ASSERT_TRUE(files->NewWritableFile("/file", FileOptions(), &file, nullptr).ok());
  disk->disk().limit_space(5);
  EXPECT_FALSE(file->Append("more than fits", IOOptions(), nullptr).ok());
  disk->disk().return_space();
  EXPECT_FALSE(file->Append("again", IOOptions(), nullptr).ok());
}

TEST(EncryptionKeys, reads_a_text) {
  const auto keys =
      parse_encryption_keys(std::string("# of May\n\n  ") + kOtherKey + " \r\n# of April\n" + kKey, "keys").value();
  ASSERT_EQ(keys.all().size(), 2u);
  EXPECT_EQ(keys.current().id, keys_of(kOtherKey).current().id);
  EXPECT_NE(keys.find(keys_of(kKey).current().id), nullptr);
  EXPECT_EQ(keys.find(1), nullptr);
}

TEST(EncryptionKeys, refuses_other_texts_without_showing_them) {
  for (const std::string& wrong : {std::string("0011"), std::string(kKey) + "0", std::string(kKey, 63) + "g"}) {
    const auto refused = parse_encryption_keys(std::string(kOtherKey) + "\n" + wrong, "keys");
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error(), HasSubstr("keys: line 2 is not a key of 64 hexadecimal digits"));
    EXPECT_EQ(refused.error().find(wrong), std::string::npos);
  }
  for (const char* empty : {"", "\n# none\n"})
    EXPECT_THAT(parse_encryption_keys(empty, "keys").error(), HasSubstr("keys: the file has no key"));
}

TEST(EncryptionKeyFile, is_made_and_gets_further_keys) {
  const test::TemporaryDirectory directory;
  const std::string path = directory / "key";
  const auto first = make_encryption_key_file(path);
  ASSERT_TRUE(first) << first.error();
  EXPECT_FALSE(make_encryption_key_file(path));
  EXPECT_EQ(read_encryption_keys(path).value().current().id, *first);
  const auto second = add_encryption_key(path);
  ASSERT_TRUE(second) << second.error();
  const auto keys = read_encryption_keys(path).value();
  ASSERT_EQ(keys.all().size(), 2u);
  EXPECT_EQ(keys.all()[0].id, *second);
  EXPECT_EQ(keys.all()[1].id, *first);
  std::filesystem::permissions(path, std::filesystem::perms::others_read, std::filesystem::perm_options::add);
  EXPECT_FALSE(read_encryption_keys(path));
  EXPECT_FALSE(add_encryption_key(path));
}

}  // namespace encrypted_files_test
}  // namespace partita::storage
