#include "modelling/read/hcl/hcl_functions.h"

#include <algorithm>

#include "modelling/read/hcl/hcl_call.h"

namespace partita::modelling::hcl {
namespace {

const Function* find_function(std::string_view name) {
  for (const std::span<const Function> functions : {text_functions(), collection_functions(), number_functions()})
    if (const auto found = std::ranges::find(functions, name, &Function::name); found != functions.end())
      return &*found;
  return nullptr;
}

}  // namespace

bool is_function(std::string_view name) { return find_function(name) != nullptr; }

Result<Node> call_function(std::string_view name, const std::vector<Node>& arguments, const Place& place) {
  const Function& function = *find_function(name);
  const Call call{name, arguments, place};
  if (arguments.size() < function.least || arguments.size() > function.most)
    return call.wrong(fmt::format("it has {} arguments, which do not fit", arguments.size()));
  if (!function.passes_unknown)
    for (const Node& argument : arguments)
      if (const Node* unknown = find_unknown(argument)) return Node(*unknown);
  return function.run(call);
}

}  // namespace partita::modelling::hcl
