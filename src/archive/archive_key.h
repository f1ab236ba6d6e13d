// ArchiveKey: the secret with which the objects of an archive are encrypted. It is in a file of its owner and never in
// the archive.
#pragma once

#include <partita/error.h>

#include <array>
#include <string>
#include <string_view>

namespace partita::archive {

class ArchiveKey {
 public:
  static constexpr std::size_t kBytes = 32;
  static constexpr std::size_t kIdBytes = 8;

  explicit ArchiveKey(std::string_view bytes);  // Requires: there are kBytes of them
  // A new random key.
  static ArchiveKey make();
  // Reads a key file: one line of 64 hexadecimal digits. Errors: ValidationException, which names the file and says
  // the fault: it cannot be read, others than its owner may read it, or it has another form.
  static Result<ArchiveKey> read(const std::string& path);
  // The line of a key file, with its end.
  std::string text() const;

  // Names the key without telling it: kIdBytes.
  std::string id() const;
  // A key for one purpose, of kBytes.
  std::string derived(std::string_view purpose) const;

 private:
  std::array<char, kBytes> bytes_{};
};

}  // namespace partita::archive
