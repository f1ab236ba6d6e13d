// `partita demo SYSTEM` runs one of the example systems and checks its answers.
#include "demo.h"

#include "commands.h"
#include "shared/all_systems.h"

namespace partita::tools {

Command add_demo(CLI::App& app) {
  CLI::App* demo = app.add_subcommand("demo", "run an example system and check each of its access patterns");
  demo->require_subcommand(1);
  auto target = std::make_shared<DemoTarget>();
  std::vector<std::pair<CLI::App*, const systems::System*>> choices;
  for (const systems::System* system : systems::all_systems()) {
    CLI::App* choice = demo->add_subcommand(std::string(system->name), std::string(system->summary));
    add_options(*choice, *target);
    choices.emplace_back(choice, system);
  }
  return {demo, [choices, target] {
            for (const auto& [choice, system] : choices)
              if (choice->parsed()) return run_demo(*system, *target);
            return 1;
          }};
}

}  // namespace partita::tools
