// Tags and the ARNs of what they are put on.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <string>
#include <vector>

namespace partita::ops {

// At most 50, keys and values of the right length and characters, each key once. The limit over the tags that a table has already is
// the engine's.
Result<void> check_tags(const std::vector<Tag>& tags);
Result<void> check_tag_keys(const std::vector<std::string>& keys);
// A table's ARN, of whatever region and account.
Result<void> check_resource_arn(const std::string& arn);

}  // namespace partita::ops
