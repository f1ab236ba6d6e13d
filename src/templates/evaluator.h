// CloudFormation's functions: Ref, Fn::Sub, Fn::If and the others. They are replaced by their values if these are known
// before the deployment.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "documents/node.h"
#include "templates/options.h"
#include "templates/sections.h"
#include "templates/variables.h"

namespace partita::templates {

using documents::Member;
using documents::Node;
using documents::Place;

// An Evaluator must not be used by several threads at once.
class Evaluator {
 public:
  // Requires: the arguments outlive the object.
  Evaluator(const Sections& sections, Variables& variables, const TemplateOptions& options)
      : sections_(sections), variables_(variables), options_(options) {}

  // The node without variables and functions. nullopt for AWS::NoValue, which also removes the member or item that has
  // it. Errors: a variable or function without a value, or with wrong arguments.
  Result<std::optional<Node>> value(const Node& node);
  // Is asked about each member of a map that has no value, with the map. If it returns true, the map is evaluated
  // without this member, and otherwise the map has no value either.
  using LeaveOut = std::function<bool(const Member& member, const Node& map, const Error& error)>;
  void set_leave_out(LeaveOut leave_out) { leave_out_ = std::move(leave_out); }
  // The pseudo parameters whose values were assumed since the last call, such as AWS::Region.
  std::set<std::string> take_assumed() { return std::exchange(assumed_, {}); }
  // The value of the condition `name`. Errors: it is not defined or has no value.
  Result<bool> condition(const std::string& name, const Place& at);
  // A resource's TableName, or its logical id if it has no TableName.
  Result<std::string> table_name(const Member& resource);

 private:
  using Value = std::optional<Node>;
  using Function = Result<Value> (Evaluator::*)(const Node& argument);
  struct NamedFunction;
  // Counts the depth of references until it is destroyed.
  class Step;

  // Errors: the text has a dynamic reference, which only the deployment resolves.
  static Result<void> check_resolved(const std::string& text, const Place& at);
  // Errors: references that form a circle.
  Result<Step> enter(const Place& at, std::string_view what);
  Result<Value> evaluate(const Node& node);
  Result<Value> evaluate_members(const Node& node);
  Result<Node> required(const Node& node, std::string_view function);
  Result<std::string> text(const Node& node, std::string_view function);
  Result<Node> arguments(const Node& node, std::string_view function, std::size_t least, std::size_t most,
                         std::string_view form);

  Result<Value> ref(const Node& argument);
  Result<Value> get_att(const Node& argument);
  Result<Value> sub(const Node& argument);
  Result<Value> join(const Node& argument);
  Result<Value> select(const Node& argument);
  Result<Value> split(const Node& argument);
  Result<Value> find_in_map(const Node& argument);
  Result<Value> if_(const Node& argument);

  Result<Value> referred(const std::string& name, const Place& at);
  Result<Value> pseudo(const std::string& name, const Place& at);
  Result<std::string> region();
  Result<Value> parameter(const Member& parameter);
  Result<std::string> attribute(const std::string& resource, const std::string& name, const Place& at);
  Result<std::string> substitute(const std::string& text, const Node* names, const Place& at);
  Result<bool> boolean(const Node& node);
  Result<bool> equals(const Node& argument);

  const Sections& sections_;
  Variables& variables_;
  const TemplateOptions& options_;
  int depth_ = 0;
  // A condition or the key of a mapping is evaluated. With Faults::LeaveOut no value is assumed for it, because it
  // decides what the table is.
  int deciding_ = 0;
  LeaveOut leave_out_ = {};
  std::set<std::string> assumed_ = {};
};

class Evaluator::Step {
 public:
  explicit Step(int& depth) : depth_(&depth) { ++*depth_; }
  Step(Step&& other) noexcept : depth_(std::exchange(other.depth_, nullptr)) {}
  Step& operator=(Step&&) = delete;
  ~Step() {
    if (depth_) --*depth_;
  }

 private:
  int* depth_;
};

// Splits a text at its delimiters. An empty delimiter leaves the text in one part.
Node list_of(std::string_view text, std::string_view delimiter, const Place& place);

}  // namespace partita::templates
