// `partita demo SYSTEM` runs one of the example systems and checks its answers.
#include "demo.h"

#include <fmt/format.h>

#include "commands.h"
#include "data_place.h"
#include "shared/all_systems.h"

namespace partita::tools {
namespace {

int print_model(const systems::System& system) {
  fmt::print("{}", model::to_json(system.model()));
  return 0;
}

}  // namespace

Command add_demo(CLI::App& app) {
  CLI::App* demo = app.add_subcommand("demo", "run an example system and check each of its access patterns");
  demo->require_subcommand(1);
  auto target = std::make_shared<DemoTarget>();
  auto prints_model = std::make_shared<bool>(false);
  std::vector<std::pair<CLI::App*, const systems::System*>> choices;
  for (const systems::System* system : systems::all_systems()) {
    CLI::App* choice = demo->add_subcommand(std::string(system->name), std::string(system->summary));
    add_options(*choice, *target);
    add_encryption_key_option(*choice, target->encryption_key)->needs(choice->get_option("--data"));
    choice->add_flag("--model", *prints_model, "print the system's model as JSON, for partita model, and do not run");
    choices.emplace_back(choice, system);
  }
  return {demo, [choices, target, prints_model] {
            for (const auto& [choice, system] : choices)
              if (choice->parsed()) return *prints_model ? print_model(*system) : run_demo(*system, *target);
            return 1;
          }};
}

}  // namespace partita::tools
