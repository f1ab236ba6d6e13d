// The values that a template's text leaves open and the caller must give.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

namespace partita::templates {

enum class Unsupported : std::uint8_t {
  Refuse,  // a property that would have no effect is an error
  Warn,    // such a property is left out, with a warning
  // So is a property that Partita does not know. For readers that lose less by a property than by a table.
  WarnOfUnknown,
};

// Whether ${file(...)} reads files.
enum class OtherFiles : std::uint8_t { Read, Refuse };

// What happens if a table cannot be read.
enum class Faults : std::uint8_t {
  Fail,     // the template has the fault of each such table as its error
  LeaveOut  // the others are read, and Template::unread has the faults
};

struct TemplateOptions {
  std::optional<std::string> stage;  // the value of ${opt:stage}
  std::map<std::string, std::string>
      parameters;  // CloudFormation parameters, ${param:x}, other ${opt:x}, AWS::StackName ...
  std::function<std::optional<std::string>(const std::string& name)> environment;  // if empty, no variable is set
  Unsupported unsupported = Unsupported::Refuse;
  Faults faults = Faults::Fail;
  OtherFiles other_files = OtherFiles::Read;
};

}  // namespace partita::templates
