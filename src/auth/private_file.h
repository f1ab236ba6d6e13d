// Files with secrets: only this process's user may read them, and they appear whole or not at all.
#pragma once

#include <partita/expected.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace partita::auth {

// What happens to a file that is there already.
enum class Existing : std::uint8_t { Kept, Replaced };

// Writes `text` durably to the file `path`, with the mode 0600. The file appears whole or not at all. With
// Existing::Kept it is an error if `path` exists. With Existing::Replaced root gives the new file the owner of the old
// one, or of the folder if there is none, so that a server without root can still read it. Requires: no other process
// writes `path` at the same time. With Existing::Kept root gives the file the owner of the file or folder `like`, if
// `like` is not empty. Errors: a text of one line.
expected<void, std::string> write_private_file(const std::string& path, std::string_view text, Existing existing,
                                               const std::string& like = {});

// The part of `path` before the last name, "." if there is none.
std::string folder_of(const std::string& path);

// Gives the open file to the owner of the file or folder `like`, or of the folder of `like` if `like` does not exist.
// Does nothing unless this process is root's, because only root can and only root needs to. Returns false, with errno,
// if that fails.
bool give_to_owner_of(int file, const std::string& like);

}  // namespace partita::auth
