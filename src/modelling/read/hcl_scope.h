// The values of a Terraform module: variables, locals and the arguments of resources, as trees of texts, lists and
// maps.
#pragma once

#include <map>
#include <string>

#include "modelling/read/hcl_tree.h"
#include "templates/options.h"

namespace partita::modelling::hcl {

class Scope {
 public:
  // `module` has the sections of all its files, and as its own arguments the values that files of variables give.
  // Variables come from options.parameters, from these arguments, from TF_VAR_name in options.environment, or from
  // their defaults. terraform.workspace is options.stage, or "default". Requires: `module` and `options` outlive the
  // scope.
  Scope(const Section& module, const templates::Options& options);

  // Errors: "FILE:LINE: ..." if a value is needed that is not known here: a function, a condition, a data source, a
  // variable without a value, a reference to itself.
  Result<Node> evaluate(const Expression& expression);

  // The arguments and the blocks of a section as a map; each kind of block is a list of maps, as in Terraform's JSON.
  // Arguments that are not among `wanted` are left out without being evaluated, at all depths.
  Result<Node> evaluate(const Section& section, Names wanted);

 private:
  Result<Node> refer(const Expression& reference);
  Result<Node> value_of_variable(const std::string& name, const Place& place);
  Result<Node> join(const Expression& text);
  const Expression* local(const std::string& name) const;

  const Section& module_;
  const templates::Options& options_;
  std::map<std::string, bool> under_way_ = {};  // references, to find those to themselves
  int depth_ = 0;
};

}  // namespace partita::modelling::hcl
