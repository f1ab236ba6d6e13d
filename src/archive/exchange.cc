#include "archive/exchange.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <string_view>

#include "base/try.h"
#include "storage/data_directory.h"
#include "transfer/bytes/files.h"
#include "transfer/places/directory.h"

namespace partita::archive {
namespace {

namespace fs = std::filesystem;

// The beginning with a dot makes it a folder that the store does not notice.
constexpr const char* kNewFiles = ".partita-restored";
constexpr std::size_t kMostExchangeBytes = 4096;
// The texts of the mark while old files are removed, and while new ones are moved.
constexpr std::string_view kRemoving = "partita exchange\nstep removing\n", kMoving = "partita exchange\nstep moving\n";

std::string mark_path(const std::string& directory) { return directory + "/" + storage::kRestoreMark; }

Result<void> put_mark(const std::string& directory, std::string_view text) {
  PARTITA_TRY_VALUE(file, transfer::replace_file(mark_path(directory)));
  PARTITA_TRY(file->write(text));
  return file->finish();
}

Result<void> sync(const std::string& directory) {
  const transfer::Descriptor opened(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.number() < 0 || ::fsync(opened.number()) != 0) return transfer::failed_to("synced", directory);
  return {};
}

unexpected<Error> failed(std::string_view what, const fs::path& path, const std::error_code& error) {
  return fail(ErrorCode::InternalServerError, fmt::format("{} cannot be {}: {}", path.string(), what, error.message()));
}

Result<void> remove_old_files(const std::string& directory) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory, error)) {
    const std::string name = entry.path().filename().string();
    if (!storage::is_of_data(name) || name == storage::kRestoreMark) continue;
    fs::remove_all(entry.path(), error);
    if (error) return failed("removed", entry.path(), error);
  }
  if (error) return failed("read", directory, error);
  return sync(directory);
}

Result<void> move_new_files(const std::string& directory) {
  const std::string from = folder_of_new_files(directory);
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(from, error)) {
    fs::rename(entry.path(), fs::path(directory) / entry.path().filename(), error);
    if (error) return failed("moved", entry.path(), error);
  }
  if (error && error != std::errc::no_such_file_or_directory) return failed("read", from, error);
  PARTITA_TRY(sync(directory));
  fs::remove(from, error);
  if (error) return failed("removed", from, error);
  if (::unlink(mark_path(directory).c_str()) != 0) return transfer::failed_to("removed", mark_path(directory));
  return sync(directory);
}

Result<void> go_on_with(const std::string& directory, std::string_view step) {
  if (step == kRemoving) {
    PARTITA_TRY(remove_old_files(directory));
    PARTITA_TRY(put_mark(directory, kMoving));
  }
  return move_new_files(directory);
}

}  // namespace

std::string folder_of_new_files(const std::string& directory) { return directory + "/" + kNewFiles; }

Result<void> exchange_files(const std::string& directory) {
  PARTITA_TRY(put_mark(directory, kRemoving));
  return go_on_with(directory, kRemoving);
}

Result<void> end_exchange(const std::string& directory) {
  const auto file = transfer::open_file(mark_path(directory));
  if (!file) return {};
  PARTITA_TRY_VALUE(text, transfer::read_all(**file, kMostExchangeBytes));
  if (text != kRemoving && text != kMoving) return {};
  return go_on_with(directory, text);
}

}  // namespace partita::archive
