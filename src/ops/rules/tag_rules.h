// Rules of tags, and of the ARNs of tagged resources.
#pragma once

#include <partita/error.h>
#include <partita/table_operations.h>

#include <string>
#include <vector>

namespace partita::ops {

// Checks that there are at most 50 tags, with keys and values of the right length and characters, and each key once.
// The engine checks the limit that includes the table's existing tags.
Result<void> check_tags(const std::vector<Tag>& tags);
// Checks the length and the characters of each key.
Result<void> check_tag_keys(const std::vector<std::string>& keys);
// Checks that `arn` is a table's ARN. Any region and account is accepted, and so is every ARN of another service,
// because the service answers that the caller has no access to these.
Result<void> check_resource_arn(const std::string& arn);
// The error for an ARN of a table that this region cannot have.
unexpected<Error> invalid_table_arn(std::string_view arn);

}  // namespace partita::ops
