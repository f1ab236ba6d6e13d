// Serverless variables, such as ${opt:stage, 'dev'}, ${self:custom.x}, ${file(./x.yml):key} and ${env:X}. They are
// replaced by their values only on request, so that a variable that no table needs may have no value.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "documents/node.h"
#include "templates/options.h"
#include "templates/variable_text.h"

namespace partita::templates {

using documents::Member;
using documents::Node;
using documents::Place;

// A Variables object must not be used by several threads at once.
class Variables {
 public:
  // `root` is the tree that ${self:...} refers to. `file` is the path that it was read from, and ${file(...)} is
  // relative to it. Requires: `root` and `options` outlive the object.
  Variables(const Node& root, std::string file, const TemplateOptions& options);

  // The node with the variables in its own text replaced. The nodes below it are unchanged. A text that is only one
  // variable becomes the value of that variable, of any kind. Errors: a variable without a value, variables that form a
  // circle.
  Result<Node> resolve(const Node& node);
  // Resolves the node and all nodes below it.
  Result<Node> resolve_all(const Node& node);

  // The stage. It is --stage, or else provider.stage, or else "dev".
  Result<std::string> stage();
  // The region. It is the one that the caller gave, or else provider.region, or else region_of().
  Result<std::string> region();
  // The resolved node at `path` (for example "provider.stackName") in the root, or nullopt if it does not exist.
  Result<std::optional<Node>> own(std::string_view path);

 private:
  // A value, or the reason why it is missing. The reason continues a sentence about the variable, for example "needs
  // --stage".
  struct Found {
    std::optional<Node> node = {};
    std::string reason = {};
  };
  class Step;

  Result<Node> resolve_text(const std::string& text, const Place& at);
  Result<Node> resolve_variable(std::string_view variable, const Place& at);
  Result<std::string> resolve_to_string(std::string_view text, const Place& at);
  Result<Found> find(std::string_view part, const Place& at);
  Result<Found> find_in(const Source& source, const Place& at);

  Result<Found> find_option(const std::string& name, const Place& at);
  Result<Found> find_own(const std::string& path, const Place& at);
  Result<Found> find_parameter(const std::string& name, const Place& at);
  Result<Found> find_file(const Source& source, const Place& at);
  Result<Found> find_environment(const std::string& name, const Place& at);
  Result<Found> find_serverless(const std::string& name, const Place& at);
  Result<Found> find_boolean(const Source& source, const Place& at);
  Result<std::optional<Node>> walk(const Node& from, std::string_view path);
  Result<const Node*> load(const std::string& path);

  const Node& root_;
  const std::string file_;
  const TemplateOptions& options_;
  std::map<std::string, Node> files_;  // the key is the path
  int depth_ = 0;
  int steps_ = 0;
};

}  // namespace partita::templates
