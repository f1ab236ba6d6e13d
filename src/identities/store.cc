#include "identities/store.h"

#include <fmt/format.h>

#include <charconv>

#include "auth/credentials_file.h"
#include "auth/private_file.h"
#include "base/base64.h"
#include "base/text.h"
#include "base/try.h"
#include "identities/document.h"
#include "identities/file_lock.h"
#include "identities/master_key_file.h"

namespace partita::identities {
namespace {

// The first line of the file: "partita-identities FORMAT CHECK SUM". CHECK tells whether the master key is the right
// one, and SUM authenticates what follows. Both are written in hexadecimal digits.
constexpr std::string_view kMagic = "partita-identities ";
constexpr int kFormat = 1;
constexpr std::size_t kMostFileBytes = 256 << 20;

std::string check_of(const MasterKey& key) { return base::hex(auth::view(key.key_for("partita identities check 1"))); }

std::string sum_of(const MasterKey& key, std::string_view document) {
  const auth::Digest sum_key = key.key_for("partita identities sum 1");
  return base::hex(auth::view(auth::HmacKey(auth::view(sum_key)).of(document)));
}

struct Header {
  int format = 0;
  std::string_view check, sum, document;
};

std::optional<Header> read_header(std::string_view text) {
  const auto newline = text.find('\n');
  if (!text.starts_with(kMagic) || newline == text.npos) return std::nullopt;
  std::string_view line = text.substr(kMagic.size(), newline - kMagic.size());
  Header header;
  const auto word = [&] {
    const std::string_view taken = line.substr(0, line.find(' '));
    line.remove_prefix(std::min(taken.size() + 1, line.size()));
    return taken;
  };
  const std::string_view number = word();
  if (std::from_chars(number.data(), number.data() + number.size(), header.format).ec != std::errc())
    return std::nullopt;
  header.check = word();
  header.sum = word();
  header.document = text.substr(newline + 1);
  return header;
}

expected<void, std::string> seal_anew(std::vector<StoredKey>& keys, const auth::Digest& from, const auth::Digest& to) {
  for (StoredKey& key : keys) {
    const auto sealed = base::decode_base64(key.sealed_secret);
    const auto secret = sealed ? open_sealed(from, key.id, *sealed) : std::nullopt;
    if (!secret) return unexpected(fmt::format("the secret of the access key {} does not decode", key.id));
    PARTITA_TRY_VALUE(again, seal(to, key.id, *secret));
    key.sealed_secret = base::to_base64(again);
  }
  return {};
}

}  // namespace

auth::Digest secret_sealing_key(const MasterKey& key) { return key.key_for("partita access key secret 1"); }

Store::Store(std::string file, std::string key_file, std::unique_ptr<FileLock> lock, State state)
    : file_(std::move(file)), key_file_(std::move(key_file)), lock_(std::move(lock)), state_(std::move(state)) {}
Store::~Store() = default;

expected<Store::State, std::string> Store::read(const std::string& file, const std::string& key_file) {
  const bool has_file = exists(file), has_key_file = exists(key_file);
  std::vector<MasterKey> keys;
  if (has_key_file) {
    PARTITA_TRY_VALUE(read, read_key_file(key_file, auth::folder_of(file)));
    keys = std::move(read);
  } else if (!has_file) {
    keys = {MasterKey::make()};
  }
  if (!has_file) return State{{}, keys.front(), false, has_key_file};
  if (!has_key_file)
    return unexpected(
        fmt::format("{}: the master key of {} is missing; bring the key file back, or name it with --identity-key FILE",
                    key_file, file));
  PARTITA_TRY_VALUE(text, auth::read_trusted_file(file, kMostFileBytes, auth::Secret::Yes, auth::folder_of(file)));
  const auto header = read_header(text);
  if (!header || header->format < 1)
    return unexpected(fmt::format("{}: the file is damaged: its first line is not that of a store", file));
  if (header->format > kFormat)
    return unexpected(
        fmt::format("{}: the file was written by a newer Partita, in the format {}", file, header->format));
  for (const MasterKey& key : keys) {
    if (!auth::equal_in_constant_time(check_of(key), header->check)) continue;
    if (!auth::equal_in_constant_time(sum_of(key, header->document), header->sum))
      return unexpected(fmt::format("{}: the file is damaged or was changed by hand: its sum is wrong", file));
    auto contents = parse_document(header->document);
    if (!contents) return unexpected(fmt::format("{}: the file is damaged: {}", file, contents.error()));
    return State{std::move(*contents), key, true, true};
  }
  return unexpected(fmt::format("{}: this is not the master key of {}; name the right file with --identity-key FILE",
                                key_file, file));
}

expected<std::unique_ptr<Store>, std::string> Store::open(const std::string& data, const std::string& key_file,
                                                          Opener opener) {
  const std::string file = data + "/identities", keys = key_file.empty() ? default_key_file(data) : key_file;
  PARTITA_TRY_VALUE(lock, FileLock::take(file + ".lock", opener));
  PARTITA_TRY_VALUE(state, read(file, keys));
  if (!state.has_file && lock->made())
    return unexpected(
        fmt::format("{}: the file is missing, and with it all users and keys; put it back from a backup, "
                    "or remove {}.lock to begin with none",
                    file, file));
  if (state.has_file) lock->note_made();
  return std::unique_ptr<Store>(new Store(file, keys, std::move(lock), std::move(state)));
}

std::unique_ptr<Store> Store::in_memory() {
  return std::unique_ptr<Store>(new Store({}, {}, nullptr, State{{}, MasterKey::make(), false, false}));
}

Contents Store::contents() const {
  const std::lock_guard lock(mutex_);
  return state_.contents;
}

MasterKey Store::master_key() const {
  const std::lock_guard lock(mutex_);
  return state_.key;
}

bool Store::has_file() const {
  const std::lock_guard lock(mutex_);
  return state_.has_file;
}

expected<void, std::string> Store::write(const Contents& contents, const MasterKey& key) const {
  if (file_.empty()) return {};
  const std::string document = document_of(contents) + "\n";
  PARTITA_TRY(auth::write_private_file(
      file_, fmt::format("{}{} {} {}\n{}", kMagic, kFormat, check_of(key), sum_of(key, document), document),
      auth::Existing::Replaced));
  lock_->note_made();
  return {};
}

expected<void, std::string> Store::change(const Change& change) {
  const std::lock_guard lock(mutex_);
  Contents changed = state_.contents;
  PARTITA_TRY(change(changed, state_.key));
  // The key comes first, because the file is of no use without it.
  if (!file_.empty() && !state_.has_key_file) {
    PARTITA_TRY(make_key_file(key_file_, state_.key, auth::folder_of(file_)));
    state_.has_key_file = true;
  }
  PARTITA_TRY(write(changed, state_.key));
  state_.has_file = !file_.empty();
  state_.contents = std::move(changed);
  return {};
}

expected<void, std::string> Store::reload() {
  const std::lock_guard lock(mutex_);
  if (file_.empty()) return {};
  if (!exists(file_)) {
    if (!state_.has_file) return {};
    return unexpected(fmt::format("{}: the file is gone; put it back", file_));
  }
  PARTITA_TRY_VALUE(state, read(file_, key_file_));
  state_ = std::move(state);
  return {};
}

expected<void, std::string> Store::change_master_key() {
  const std::lock_guard lock(mutex_);
  const MasterKey key = MasterKey::make();
  Contents changed = state_.contents;
  const auth::Digest from = secret_sealing_key(state_.key), to = secret_sealing_key(key);
  for (Account& account : changed.accounts) {
    PARTITA_TRY(seal_anew(account.root_keys, from, to));
    for (User& user : account.users) PARTITA_TRY(seal_anew(user.keys, from, to));
  }
  if (!file_.empty()) {
    PARTITA_TRY(replace_key_file(key_file_, {key, state_.key}));
    state_.has_key_file = true;
    PARTITA_TRY(write(changed, key));
    state_.has_file = true;
  }
  state_.contents = std::move(changed);
  state_.key = key;
  // The store is changed. If this fails, the old key stays in the second line, where it harms nobody who lacks the
  // file.
  if (!file_.empty()) PARTITA_TRY(replace_key_file(key_file_, {key}));
  return {};
}

}  // namespace partita::identities
