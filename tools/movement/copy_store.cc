#include "copy_store.h"

#include <fmt/format.h>
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

CopyStore::CopyStore(std::string directory)
    : directory_(directory.empty() ? default_directory() : std::move(directory)) {}

std::string CopyStore::path_of(const std::string& source, const std::string& target) const {
  const auto digest = auth::hex(auth::sha256(source + '\n' + target));
  return fmt::format("{}/{}.copy", directory_, auth::view(digest).substr(0, 16));
}

Result<std::optional<movement::CopyState>> CopyStore::find(const std::string& source, const std::string& target) const {
  const std::string path = path_of(source, target);
  auto file = transfer::open_file(path);
  if (!file && file.error().code == ErrorCode::ResourceNotFoundException) return std::nullopt;
  if (!file) return unexpected(std::move(file.error()));
  PARTITA_TRY_VALUE(text, transfer::read_all(**file, kMostBytes));
  auto state = movement::read_copy_state(text);
  if (!state || state->source != source || state->target != target)
    return invalid(fmt::format("{} is not the state of this copy; remove it, and the copy begins anew", path));
  return std::move(*state);
}

Result<void> CopyStore::store(const movement::CopyState& state) const {
  std::error_code error;
  fs::create_directories(directory_, error);
  if (error)
    return fail(ErrorCode::InternalServerError,
                fmt::format("{} cannot be made: {}; name another directory with --state", directory_, error.message()));
  PARTITA_TRY_VALUE(file, transfer::replace_file(path_of(state.source, state.target)));
  PARTITA_TRY(file->write(movement::to_text(state)));
  return file->finish();
}

void CopyStore::remove(const movement::CopyState& state) const {
  std::error_code ignored;
  fs::remove(path_of(state.source, state.target), ignored);
}

}  // namespace partita::tools
