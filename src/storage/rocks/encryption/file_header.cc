#include "storage/rocks/encryption/file_header.h"

#include <rocksdb/file_checksum.h>

#include <algorithm>

#include "base/random.h"

namespace partita::storage {
namespace {

// The high bit and the end of the line show a copy that was changed as a text.
constexpr std::string_view kMagic = "\x89PtEnc\r\n";
constexpr char kVersion = 1;
constexpr std::size_t kSumAt = 12, kKeyAt = 16, kSaltAt = 24, kMacAt = 48, kMacBytes = 16;
static_assert(kSaltAt + kSaltBytes == kMacAt && kMacAt + kMacBytes == kFileHeaderBytes);

std::string big_endian(std::uint64_t number) {
  std::string out(sizeof number, '\0');
  for (std::size_t i = out.size(); i-- > 0; number >>= 8) out[i] = static_cast<char>(number & 0xff);
  return out;
}

std::uint64_t big_endian_in(std::string_view big_endian_bytes) {
  std::uint64_t out = 0;
  for (const char c : big_endian_bytes) out = out << 8 | static_cast<unsigned char>(c);
  return out;
}

// The CRC-32C, big-endian, of a header but for its own place. It tells damage from a key that is not known.
std::string sum_of(std::string_view header) {
  static const auto factory = rocksdb::GetFileChecksumGenCrc32cFactory();
  const auto generator = factory->CreateFileChecksumGenerator(rocksdb::FileChecksumGenContext());
  generator->Update(header.data(), kSumAt);
  generator->Update(header.data() + kKeyAt, kFileHeaderBytes - kKeyAt);
  generator->Finalize();
  return generator->GetChecksum();
}

// Of the magic bytes, the version, the key's id and the salt.
std::string mac_of(const EncryptionKey& key, std::string_view header) {
  std::string text(header.substr(0, kSumAt));
  text += header.substr(kKeyAt, kMacAt - kKeyAt);
  return std::string(auth::view(key.headers.of(text)).substr(0, kMacBytes));
}

}  // namespace

FileHeader parse_file_header(std::string_view bytes, const EncryptionKeys* keys) {
  if (bytes.size() < kFileHeaderBytes) {
    const std::size_t common = std::min(bytes.size(), kMagic.size());
    const bool torn = !bytes.empty() && bytes.substr(0, common) == kMagic.substr(0, common);
    return {torn ? HeaderState::Torn : HeaderState::Plain};
  }
  bytes = bytes.substr(0, kFileHeaderBytes);
  if (!bytes.starts_with(kMagic)) return {HeaderState::Plain};
  if (bytes.substr(kSumAt, kKeyAt - kSumAt) != sum_of(bytes) || bytes[kMagic.size()] != kVersion)
    return {HeaderState::Damaged};
  const std::uint64_t id = big_endian_in(bytes.substr(kKeyAt, kSaltAt - kKeyAt));
  const EncryptionKey* const key = keys == nullptr ? nullptr : keys->find(id);
  if (key == nullptr) return {HeaderState::UnknownKey, id};
  if (!auth::equal_in_constant_time(bytes.substr(kMacAt), mac_of(*key, bytes))) return {HeaderState::Damaged, id};
  return {HeaderState::Encrypted, id, key->files.of(bytes.substr(kSaltAt, kSaltBytes))};
}

NewHeader make_file_header(const EncryptionKey& key, std::string_view salt) {
  std::string bytes(kMagic);
  bytes += kVersion;
  bytes.resize(kKeyAt);
  bytes += big_endian(key.id);
  bytes += salt;
  bytes += mac_of(key, bytes);
  bytes.replace(kSumAt, kKeyAt - kSumAt, sum_of(bytes));
  return {std::move(bytes), key.files.of(salt)};
}

NewHeader make_file_header(const EncryptionKey& key) { return make_file_header(key, base::random_bytes(kSaltBytes)); }

}  // namespace partita::storage
