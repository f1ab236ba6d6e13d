// Serverless variables: ${opt:stage, 'dev'}, ${self:custom.x}, ${file(./x.yml):key}, ${env:X} ... replaced by their
// values, where they are asked for and not before, so that a variable nobody needs may be without a value.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "templates/node.h"
#include "templates/options.h"
#include "templates/variable_text.h"

namespace partita::templates {

// Not safe from several threads.
class Variables {
 public:
  // `root` is what ${self:...} means, `file` where it was read, and what ${file(...)} is relative to. Both arguments
  // outlive this.
  Variables(const Node& root, std::string file, const Options& options);

  // The node with the variables of its own text replaced; what is below it stays. A text that is one variable becomes
  // what that stands for, of whatever kind. Errors: a variable without a value; variables in a circle.
  Result<Node> resolve(const Node& node);
  // The same, and all that is below it.
  Result<Node> resolve_all(const Node& node);

  // The stage: --stage, else provider.stage, else "dev".
  Result<std::string> stage();
  // The region: as the caller told it, else provider.region, else region_of().
  Result<std::string> region();
  // What `path` ("provider.stackName") leads to in the root, resolved; nullopt where it leads nowhere.
  Result<std::optional<Node>> own(std::string_view path);

 private:
  // A value, or the reason why there is none, which reads on from the variable: "needs --stage".
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
  const Options& options_;
  std::map<std::string, Node> files_;  // by path
  int depth_ = 0;
  int steps_ = 0;
};

}  // namespace partita::templates
