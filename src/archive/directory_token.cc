#include "archive/directory_token.h"

#include <openssl/rand.h>

#include <array>

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
  std::array<char, 16> bytes{};
  if (RAND_bytes(reinterpret_cast<unsigned char*>(bytes.data()), int(bytes.size())) != 1)
    return fail(ErrorCode::InternalServerError, "the system has no random numbers");
  DirectoryToken made{.token = base::hex({bytes.data(), bytes.size()}), .archive = {}};
  PARTITA_TRY(keep_token(directory, made));
  return made;
}

Result<void> keep_token(const std::string& directory, const DirectoryToken& token) {
  PARTITA_TRY_VALUE(written, transfer::replace_file(directory + "/" + kTokenFile));
  PARTITA_TRY(written->write(token.token + "\n" + token.archive + (token.archive.empty() ? "" : "\n")));
  return written->finish();
}

}  // namespace partita::archive
