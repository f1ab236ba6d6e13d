#include "archive/seal.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <cstring>

#include "auth/sha256.h"
#include "base/bytes.h"
#include "base/check.h"
#include "base/random.h"
#include "base/try.h"

namespace partita::archive {
namespace {

constexpr std::string_view kSealMagic = "partita\x01";
constexpr std::size_t kSaltBytes = 16;
constexpr std::size_t kKeyIdBytes = ArchiveKey::kIdBytes;
constexpr std::size_t kHeaderBytes = 8 + kKeyIdBytes + kSaltBytes;
constexpr std::size_t kCheckBytes = 16;
constexpr std::size_t kPieceHeaderBytes = 8;
constexpr int kLevel = 1;  // archives are written all the time, so speed matters more than some percent of their size

// The check of each piece, and its encryption. The key of an object is used for this object only, so the number of a
// piece is a nonce.
class PieceCipher {
 public:
  PieceCipher(std::string name, std::string header, const ArchiveKey* key)
      : name_(std::move(name)), header_(std::move(header)), context_(EVP_CIPHER_CTX_new(), EVP_CIPHER_CTX_free) {
    PARTITA_CHECK(context_ != nullptr);
    if (key != nullptr) key_ = key->derived("partita archive object " + header_);
  }

  // Encrypts `bytes` in place and returns the check.
  std::string close(std::uint64_t number, std::string_view piece_header, std::string& bytes) {
    const std::string bound = bound_to(number, piece_header);
    if (key_.empty()) return plain_check(bound, bytes);
    std::string check(kCheckBytes, '\0');
    int size = 0;
    const auto iv = nonce(number);
    PARTITA_CHECK(EVP_EncryptInit_ex(context_.get(), EVP_aes_256_gcm(), nullptr, unsigned_of(key_), iv.data()) == 1);
    PARTITA_CHECK(EVP_EncryptUpdate(context_.get(), nullptr, &size, unsigned_of(bound), int(bound.size())) == 1);
    PARTITA_CHECK(EVP_EncryptUpdate(context_.get(), unsigned_of(bytes), &size, unsigned_of(bytes), int(bytes.size())) ==
                  1);
    PARTITA_CHECK(EVP_EncryptFinal_ex(context_.get(), unsigned_of(bytes) + size, &size) == 1);
    PARTITA_CHECK(EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_GCM_GET_TAG, kCheckBytes, check.data()) == 1);
    return check;
  }

  // Decrypts `bytes` in place. Returns false if the check does not fit.
  bool open(std::uint64_t number, std::string_view piece_header, std::string& bytes, std::string check) {
    const std::string bound = bound_to(number, piece_header);
    if (key_.empty()) return plain_check(bound, bytes) == check;
    int size = 0;
    const auto iv = nonce(number);
    PARTITA_CHECK(EVP_DecryptInit_ex(context_.get(), EVP_aes_256_gcm(), nullptr, unsigned_of(key_), iv.data()) == 1);
    PARTITA_CHECK(EVP_DecryptUpdate(context_.get(), nullptr, &size, unsigned_of(bound), int(bound.size())) == 1);
    PARTITA_CHECK(EVP_DecryptUpdate(context_.get(), unsigned_of(bytes), &size, unsigned_of(bytes), int(bytes.size())) ==
                  1);
    PARTITA_CHECK(EVP_CIPHER_CTX_ctrl(context_.get(), EVP_CTRL_GCM_SET_TAG, kCheckBytes, check.data()) == 1);
    return EVP_DecryptFinal_ex(context_.get(), unsigned_of(bytes) + size, &size) == 1;
  }

 private:
  static unsigned char* unsigned_of(std::string& bytes) { return reinterpret_cast<unsigned char*>(bytes.data()); }
  static const unsigned char* unsigned_of(const std::string& bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
  }
  static std::array<unsigned char, 12> nonce(std::uint64_t number) {
    std::array<unsigned char, 12> out{};
    for (int i = 0; i < 8; ++i) out[4 + i] = static_cast<unsigned char>(number >> (56 - 8 * i));
    return out;
  }
  std::string bound_to(std::uint64_t number, std::string_view piece_header) const {
    std::string bound = header_;
    base::put_varint(bound, name_.size());
    bound += name_;
    base::put_big_endian(bound, number);
    bound += piece_header;
    return bound;
  }
  static std::string plain_check(const std::string& bound, std::string_view bytes) {
    auth::Sha256 hash;
    hash.add(bound);
    hash.add(bytes);
    return std::string(auth::view(hash.finish()).substr(0, kCheckBytes));
  }

  const std::string name_;
  const std::string header_;
  std::string key_;  // empty: not encrypted
  const std::unique_ptr<EVP_CIPHER_CTX, decltype(&EVP_CIPHER_CTX_free)> context_;
};

std::string piece_header_of(std::size_t stored_bytes, std::size_t bytes) {
  std::string header;
  base::put_big_endian(header, static_cast<std::uint32_t>(stored_bytes));
  base::put_big_endian(header, static_cast<std::uint32_t>(bytes));
  return header;
}

class SealingSink final : public transfer::Sink {
 public:
  SealingSink(transfer::Sink& below, std::string name, const ArchiveKey* key)
      : below_(below), header_(header_with(key)), cipher_(std::move(name), header_, key) {}

  Result<void> write(std::string_view bytes) override {
    while (!bytes.empty()) {
      const std::size_t taken = std::min(bytes.size(), kPieceBytes - held_.size());
      held_.append(bytes.substr(0, taken));
      bytes.remove_prefix(taken);
      if (held_.size() == kPieceBytes) PARTITA_TRY(put_piece());
    }
    return {};
  }
  // The empty piece is the end, so an object that was cut off shows.
  Result<void> finish() override {
    if (!held_.empty()) PARTITA_TRY(put_piece());
    return put_piece();
  }

 private:
  static std::string header_with(const ArchiveKey* key) {
    std::string header(kSealMagic);
    const std::string salt = key != nullptr ? base::random_bytes(kSaltBytes) : std::string(kSaltBytes, '\0');
    return header + (key != nullptr ? key->id() : std::string(kKeyIdBytes, '\0')) + salt;
  }

  Result<void> put_piece() {
    if (number_ == 0) PARTITA_TRY(below_.write(header_));
    std::string stored(ZSTD_compressBound(held_.size()), '\0');
    const std::size_t size = ZSTD_compress(stored.data(), stored.size(), held_.data(), held_.size(), kLevel);
    // A piece that does not become smaller is stored as it is.
    if (ZSTD_isError(size) != 0U || size >= held_.size())
      stored = held_;
    else
      stored.resize(size);
    const std::string piece_header = piece_header_of(stored.size(), held_.size());
    const std::string check = cipher_.close(number_++, piece_header, stored);
    held_.clear();
    PARTITA_TRY(below_.write(piece_header));
    PARTITA_TRY(below_.write(stored));
    return below_.write(check);
  }

  transfer::Sink& below_;
  const std::string header_;
  PieceCipher cipher_;
  std::string held_;
  std::uint64_t number_ = 0;
};

class UnsealingSource final : public transfer::Source {
 public:
  UnsealingSource(transfer::Source& below, std::string name, const ArchiveKey* key)
      : below_(below), name_(std::move(name)), key_(key) {}

  Result<std::size_t> read(char* to, std::size_t most) override {
    if (at_ == piece_.size() && !ended_) PARTITA_TRY(take_piece());
    const std::size_t given = std::min(most, piece_.size() - at_);
    std::memcpy(to, piece_.data() + at_, given);
    at_ += given;
    return given;
  }

 private:
  unexpected<Error> damaged(std::string_view what) const {
    return fail(ErrorCode::Corruption, fmt::format("{} is damaged: {}", name_, what));
  }

  Result<void> take_header() {
    std::string header(kHeaderBytes, '\0');
    PARTITA_TRY_VALUE(size, transfer::read_fully(below_, header.data(), header.size()));
    if (size != header.size() || !header.starts_with(kSealMagic.substr(0, kSealMagic.size() - 1)))
      return damaged("it does not begin as an object of an archive");
    if (header[kSealMagic.size() - 1] != kSealMagic.back())
      return fail(ErrorCode::DataDirectoryNewer, name_ + " was written by a newer Partita, which can read it");
    const std::string id = header.substr(kSealMagic.size(), kKeyIdBytes);
    const bool encrypted = id != std::string(kKeyIdBytes, '\0');
    if (encrypted && key_ == nullptr)
      return invalid(name_ + " is encrypted; name the key of the archive with --archive-key");
    if (encrypted && key_->id() != id) return invalid(name_ + " is encrypted with another key, or is damaged");
    if (!encrypted && key_ != nullptr)
      return invalid(name_ + " is not encrypted, although the archive should have a key");
    cipher_.emplace(name_, std::move(header), encrypted ? key_ : nullptr);
    return {};
  }

  Result<void> take_piece() {
    if (!cipher_) PARTITA_TRY(take_header());
    std::string header(kPieceHeaderBytes, '\0');
    PARTITA_TRY_VALUE(header_size, transfer::read_fully(below_, header.data(), header.size()));
    if (header_size != header.size()) return damaged("its end is missing");
    std::string_view rest = header;
    const auto stored_bytes = base::take_big_endian<std::uint32_t>(rest);
    const auto bytes = base::take_big_endian<std::uint32_t>(rest);
    if (bytes > kPieceBytes || stored_bytes > bytes) return damaged("the size of a piece is not possible");
    std::string stored(stored_bytes + kCheckBytes, '\0');
    PARTITA_TRY_VALUE(size, transfer::read_fully(below_, stored.data(), stored.size()));
    if (size != stored.size()) return damaged("its end is missing");
    std::string check = stored.substr(stored_bytes);
    stored.resize(stored_bytes);
    if (!cipher_->open(number_++, header, stored, std::move(check)))
      return damaged("the check of a piece does not fit its bytes");
    at_ = 0;
    if (bytes == stored_bytes) {
      piece_ = std::move(stored);
    } else {
      piece_.resize(bytes);
      if (ZSTD_decompress(piece_.data(), piece_.size(), stored.data(), stored.size()) != bytes)
        return damaged("a piece cannot be decompressed");
    }
    if (bytes > 0) return {};
    ended_ = true;
    char more = 0;
    PARTITA_TRY_VALUE(behind, below_.read(&more, 1));
    return behind == 0 ? Result<void>() : damaged("there are bytes behind its end");
  }

  transfer::Source& below_;
  const std::string name_;
  const ArchiveKey* const key_;
  std::optional<PieceCipher> cipher_;
  std::string piece_;
  std::size_t at_ = 0;
  std::uint64_t number_ = 0;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<transfer::Sink> seal(transfer::Sink& below, std::string name, const ArchiveKey* key) {
  return std::make_unique<SealingSink>(below, std::move(name), key);
}

std::unique_ptr<transfer::Source> unseal(transfer::Source& below, std::string name, const ArchiveKey* key) {
  return std::make_unique<UnsealingSource>(below, std::move(name), key);
}

}  // namespace partita::archive
