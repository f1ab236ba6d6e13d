// YAML and JSON files as trees. yaml-cpp, which reads both, is known in read_file.cc alone.
#pragma once

#include <string>
#include <string_view>

#include "templates/node.h"

namespace partita::templates {

// `name` is what errors call the file. Anchors and merge keys (<<) are replaced by what they stand for.
// Errors: no YAML, a tag that is no CloudFormation function, a name that stands twice in a map, a tree too large.
Result<Node> read_text(std::string_view text, const std::string& name);

// Errors: as read_text; ResourceNotFoundException where there is no such file; ValidationException where it cannot be
// read.
Result<std::string> read_bytes(const std::string& path);
Result<Node> read_file(const std::string& path);

}  // namespace partita::templates
