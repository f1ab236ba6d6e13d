// Reads YAML and JSON files as trees. Only read_file.cc includes yaml-cpp, which reads YAML and explains the fault of
// a text that is neither.
#pragma once

#include <string>
#include <string_view>

#include "documents/node.h"

namespace partita::documents {

// Parses `text`. `name` is the file's name in errors. Anchors and merge keys (<<) are replaced by their values. Errors:
// text that is not YAML or not UTF-8, a second document, a tag that is not a CloudFormation function, a name that
// occurs twice in a map, a tree that is too large.
Result<Node> read_text(std::string_view text, const std::string& name);

// Errors: ResourceNotFoundException if the file does not exist, ValidationException if it cannot be read, or is not one
// that may be read (allowed_files.h).
Result<std::string> read_bytes(const std::string& path);
// Errors: as read_bytes and read_text.
Result<Node> read_file(const std::string& path);

}  // namespace partita::documents
