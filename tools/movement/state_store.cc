#include "state_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "auth/sha256.h"
#include "base/try.h"
#include "transfer/bytes/files.h"
#include "transfer/places/directory.h"

namespace partita::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = std::size_t{64} << 20;

std::string variable(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string() : value;
}

std::string default_directory() {
  if (const std::string state = variable("XDG_STATE_HOME"); !state.empty()) return state + "/partita/copies";
  if (const std::string home = variable("HOME"); !home.empty()) return home + "/.local/state/partita/copies";
  return fmt::format("/tmp/partita-copies-{}", ::getuid());
}

}  // namespace

StateStore::StateStore(std::string directory, Kind kind)
    : directory_(directory.empty() ? default_directory() : std::move(directory)),
      ending_(kind == Kind::Copy   ? "copy"
              : kind == Kind::Move ? "move"
                                   : "migration") {}

std::string StateStore::path_of(const MovedTables& tables) const {
  const auto digest = auth::hex(auth::sha256(tables.source + '\n' + tables.target));
  return fmt::format("{}/{}.{}", directory_, auth::view(digest).substr(0, 16), ending_);
}

Result<void> StateStore::make_directory() const {
  std::error_code error;
  // The places in it are keys of items.
  if (fs::create_directories(directory_, error)) fs::permissions(directory_, fs::perms::owner_all, error);
  if (!error) return {};
  return fail(ErrorCode::InternalServerError,
              fmt::format("{} cannot be made: {}; name another directory with --state", directory_, error.message()));
}

Result<std::optional<std::string>> StateStore::find(const MovedTables& tables) const {
  auto file = transfer::open_file(path_of(tables));
  if (!file && file.error().code == ErrorCode::ResourceNotFoundException) return std::nullopt;
  if (!file) return unexpected(std::move(file.error()));
  PARTITA_TRY_VALUE(text, transfer::read_all(**file, kMostBytes));
  return text;
}

Result<void> StateStore::store(const MovedTables& tables, const std::string& text) const {
  PARTITA_TRY(make_directory());
  // The places in it are keys of items.
  const mode_t before = ::umask(S_IRWXG | S_IRWXO);
  auto opened = transfer::replace_file(path_of(tables));
  ::umask(before);
  PARTITA_TRY_VALUE(file, std::move(opened));
  PARTITA_TRY(file->write(text));
  return file->finish();
}

void StateStore::remove(const MovedTables& tables) const {
  std::error_code ignored;
  fs::remove(path_of(tables), ignored);
}

Result<transfer::Descriptor> StateStore::lock(const MovedTables& tables) const {
  PARTITA_TRY(make_directory());
  // The lock is a file of its own, because the other one is replaced.
  const std::string path = path_of(tables) + ".lock";
  transfer::Descriptor file(::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600));
  if (file.number() < 0) return transfer::failed_to("opened", path);
  if (::flock(file.number(), LOCK_EX | LOCK_NB) == 0) return file;
  return invalid(fmt::format("another process works on these tables (lock: {})", path));
}

}  // namespace partita::tools
