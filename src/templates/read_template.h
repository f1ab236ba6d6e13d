// The tables of a template file. This header is the entrance to the layer.
#pragma once

#include <partita/backup_operations.h>
#include <partita/setting_operations.h>
#include <partita/table_operations.h>

#include <optional>
#include <string>
#include <vector>

#include "documents/node.h"
#include "templates/options.h"

namespace partita::templates {

using documents::Node;
using documents::Place;

struct TemplateTable {
  std::string logical_id;
  CreateTableRequest request;                                // with the tags; its TableName defaults to the logical id
  std::optional<TimeToLiveSpecification> time_to_live;       // absent unless it is to be enabled
  std::optional<PointInTimeRecoverySpecification> recovery;  // absent unless it is to be enabled
  Place place;                                               // the place of the resource
  bool is_partial = false;                                   // with Faults::LeaveOut: a property of it was left out
};

struct Template {
  std::vector<TemplateTable> tables;  // in the file's order
  std::vector<std::string> skipped;   // resources that make no table, for example "Api (AWS::Lambda::Function)"
  std::vector<std::string> warnings;  // "FILE:LINE: not supported: ..."
  // With Faults::LeaveOut: "FILE:LINE: ..." of each table that is left out, because it cannot be read or because its
  // condition is false.
  std::vector<std::string> unread;
};

// Reads the file and the files that it includes by ${file(...)}, and no others. Only the values that tables need are
// evaluated. Errors: ValidationException with file and line, the fault and its remedy; of several faults of different
// tables or parameters, one a line. ResourceNotFoundException if
// `path` does not exist.
Result<Template> read_template(const std::string& path, const TemplateOptions& options);
// The same for a file that is read already. `path` leads to the files that it includes.
Result<Template> read_template(const Node& root, const std::string& path, const TemplateOptions& options);

}  // namespace partita::templates
