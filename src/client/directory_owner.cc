#include "client/directory_owner.h"

#include <fmt/format.h>
#include <partita/open.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

namespace partita::client {
namespace {

std::filesystem::path file_of(const std::string& directory) {
  return std::filesystem::path(directory) / "partita.owner";
}

std::string text_of(const DirectoryOwner& owner) { return fmt::format("{} {}\n", owner.account, owner.region); }

std::string stored_text(const std::string& directory) {
  std::ifstream file(file_of(directory), std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace

DirectoryOwner owner_of(const std::string& directory) {
  const OpenOptions defaults;
  DirectoryOwner owner{.account = defaults.account, .region = defaults.region};
  const std::string text = stored_text(directory);
  const std::size_t blank = text.find(' ');
  if (blank == text.npos || !text.ends_with('\n')) return owner;
  const DirectoryOwner stored{.account = text.substr(0, blank),
                              .region = text.substr(blank + 1, text.size() - blank - 2)};
  return stored.account.empty() || stored.region.empty() ? owner : stored;
}

void keep_owner(const std::string& directory, const DirectoryOwner& owner) {
  const std::string text = text_of(owner);
  if (stored_text(directory) == text) return;
  std::filesystem::path draft = file_of(directory);
  draft += ".new";
  std::error_code ignored;
  std::ofstream file(draft, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  if (file)
    std::filesystem::rename(draft, file_of(directory), ignored);
  else
    std::filesystem::remove(draft, ignored);
}

}  // namespace partita::client
