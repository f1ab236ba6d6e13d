// The values of a Terraform module: variables, locals and the arguments of resources, as trees of texts, lists and
// maps.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "modelling/read/hcl/hcl_tree.h"
#include "templates/options.h"

namespace partita::modelling::hcl {

// The names of a loop, such as each, count or x of [for x in list : x], and their values.
using LoopNames = std::map<std::string, Node>;

// The values that a call of a module gives to its variables. A value that is not known has the error that says why.
using Inputs = std::map<std::string, Result<Node>>;

// The outputs of the module that a block `module` with this name calls: an object; with count or for_each, a list or a
// map of them. Errors: they are not known.
using Outputs = std::function<Result<Node>(const std::string& name, const Place& place)>;

// One of the resources, blocks or modules that a block with count or for_each makes.
struct Instance {
  std::string key = {};  // "users" or "0"; empty without count and for_each
  LoopNames names = {};
};

class Scope {
 public:
  // `module` has the sections of all its files, and as its own arguments the values that files of variables give.
  // Variables come from options.parameters, from these arguments, from TF_VAR_name in options.environment, or from
  // their defaults. With `inputs`, which is not nullptr for a module that another one calls, they come from these or
  // from the defaults. terraform.workspace is options.stage, or "default". Requires: the arguments outlive the scope.
  Scope(const Section& module, const templates::TemplateOptions& options, const Inputs* inputs = nullptr);

  // The values of module.NAME. Without it, they are not known.
  void set_outputs(Outputs outputs) { outputs_ = std::move(outputs); }

  // Parts of lists and maps may be Unknown; the value itself is not. Errors: "FILE:LINE: ..." if the value is not known
  // here: it is of a data source, a resource of another kind, a variable without a value, a function that is not known;
  // or if the expression is wrong.
  Result<Node> evaluate(const Expression& expression);
  // The same, but a value that is not known is Unknown, and no error.
  Result<Node> evaluate_part(const Expression& expression);
  // The work that was done, to be added to that of the scope that needed it.
  std::size_t spent() const { return spent_; }
  void add_spent(std::size_t spent) { spent_ += spent; }

  // The values that the evaluation of a section does not know and need not know.
  struct LeftOut {
    std::string argument = {};  // "billing_mode", "ttl.enabled", or "global_secondary_index" for a whole block
    std::string reason = {};    // "FILE:LINE: ..."
  };
  struct Arguments {
    Names wanted;         // at all depths
    Names needed;         // of the section
    Names needed_inside;  // of the blocks in it
  };
  // The arguments and the blocks of a section as a map; each kind of block is a list of maps, as in Terraform's JSON.
  // Arguments that are not wanted are left out without being evaluated. An argument that has no value here, and a block
  // that lacks a needed one, is in `left_out`, unless it is needed itself. Errors: those of all needed arguments, one a
  // line.
  Result<Node> evaluate(const Section& section, const Arguments& arguments, std::vector<LeftOut>& left_out);

  // The instances that the count or for_each of the section makes of it. Errors: the number or the collection is not
  // known.
  Result<std::vector<Instance>> instances_of(const Section& section);

  // Sets the names of a loop until it is destroyed.
  class Loop {
   public:
    Loop(Scope& scope, const LoopNames& names);
    ~Loop() { scope_.loop_ = std::move(before_); }
    Loop(const Loop&) = delete;
    Loop& operator=(const Loop&) = delete;

   private:
    Scope& scope_;
    LoopNames before_;
  };

 private:
  static constexpr int kDeepestValue = 100;
  static constexpr std::size_t kMostWork = 50'000'000;

  Result<Node> evaluate_kind(const Expression& expression);
  Result<Node> refer(const Expression& reference);
  Result<Node> refer_once(const Expression& reference);
  Result<Node> value_of_variable(const std::string& name, const Place& place);
  Result<std::optional<Node>> given_value(const Section* declared, const std::string& name, const Place& place);
  Result<Node> attribute_of_table(const std::string& name, const std::string& path, const Expression& reference);
  Result<Node> join(const Expression& text);
  Result<Node> list_of(const Expression& list);
  Result<Node> map_of(const Expression& object);
  Result<Node> call(const Expression& call);
  Result<Node> first_that_succeeds(const Expression& call);
  Result<Node> choose(const Expression& choice);
  Result<Node> operate(const Expression& operation);
  Result<Node> index(const Expression& index);
  Result<Node> splat(const Expression& splat);
  Result<Node> walk(const Expression& loop);
  Result<bool> truth(const Expression& expression);
  Result<void> add_block(const Section& block, const Arguments& arguments, std::vector<LeftOut>& left_out, Node& map);
  Result<void> add_dynamic(const Section& block, const Arguments& arguments, std::vector<LeftOut>& left_out, Node& map);
  // The value in the form that the type of a variable demands: scalars are converted, sets are in order, an object has
  // only the members of its type, and members that are optional there and absent get their default, or null. Errors: a
  // scalar does not fit.
  Result<Node> as_type(Node value, const Expression& type, int depth = 0);
  Result<Node> as_primitive(Node value, const Expression& type);
  Result<Node> as_object(Node value, const Expression& members, int depth);
  const Expression* local(const std::string& name) const;
  // A fault of a value that is known only to Terraform; `try` does not pass over it.
  unexpected<Error> unknown(const Place& place, std::string_view what);
  // The same of a value that is Unknown.
  unexpected<Error> not_known(const Node& value);
  // Bounds the work and the memory of an evaluation. Errors: the limit is reached.
  Result<void> spend(const Node& made, const Place& place);

  const Section& module_;
  const templates::TemplateOptions& options_;
  const Inputs* inputs_;
  Outputs outputs_ = {};
  LoopNames loop_ = {};
  std::map<std::string, bool> under_way_ = {};  // references, to find those to themselves
  int depth_ = 0;
  std::size_t unknown_count_ = 0;
  std::size_t spent_ = 0;
  Place place_ = {};  // of the expression that was evaluated last
};

}  // namespace partita::modelling::hcl
