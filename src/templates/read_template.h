// A template file's tables: the way in to this layer.
#pragma once

#include <partita/table_operations.h>

#include <optional>
#include <string>
#include <vector>

#include "templates/node.h"
#include "templates/options.h"

namespace partita::templates {

struct Table {
  std::string logical_id;
  CreateTableRequest request;  // with the tags; without a TableName in the file it has the logical id
  std::optional<TimeToLiveSpecification> time_to_live;  // where it is to be enabled
  Place place;                                          // of the resource
};

struct Template {
  std::vector<Table> tables;          // in the file's order
  std::vector<std::string> skipped;   // resources that make no table: "Api (AWS::Lambda::Function)"
  std::vector<std::string> warnings;  // "FILE:LINE: not supported: ..."
};

// Reads the file, and the files that it includes by ${file(...)}, and no others. Only what tables need is evaluated.
// Errors, each with file and line: what is wrong and what to do about it; ResourceNotFoundException where there is no
// such file.
Result<Template> read_template(const std::string& path, const Options& options);

}  // namespace partita::templates
