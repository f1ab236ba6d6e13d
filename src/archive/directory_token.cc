#include "archive/directory_token.h"

#include <array>

#include "base/random.h"
#include "base/text.h"
#include "base/try.h"
#include "transfer/bytes/files.h"
#include "transfer/places/directory.h"

namespace partita::archive {

Result<DirectoryToken> directory_token(const std::string& directory) {
  constexpr std::size_t kMostTokenBytes = 8192;
  if (auto file = transfer::open_file(directory + "/" + kTokenFile)) {
    PARTITA_TRY_VALUE(text, transfer::read_all(**file, kMostTokenBytes));
    const std::size_t line = std::min(text.find('\n'), text.size());
    const DirectoryToken known{.token = text.substr(0, line),
                               .archive = std::string(base::trimmed(std::string_view(text).substr(line)))};
    if (!known.token.empty()) return known;
  } else if (file.error().code != ErrorCode::ResourceNotFoundException) {
    return unexpected(std::move(file.error()));
  }
  DirectoryToken made{.token = base::hex(base::random_bytes(16)), .archive = {}};
  PARTITA_TRY(keep_token(directory, made));
  return made;
}

Result<void> keep_token(const std::string& directory, const DirectoryToken& token) {
  PARTITA_TRY_VALUE(written, transfer::replace_file(directory + "/" + kTokenFile));
  PARTITA_TRY(written->write(token.token + "\n" + token.archive + (token.archive.empty() ? "" : "\n")));
  return written->finish();
}

}  // namespace partita::archive
