// `partita demo SYSTEM`: runs one of the example systems and checks its answers.
#include "demo.h"

#include "commands.h"

namespace partita::tools {

Command add_demo(CLI::App& app) {
  CLI::App* demo = app.add_subcommand("demo", "run an example system, each access pattern checked");
  demo->require_subcommand(1);
  Command commerce = add_commerce_demo(*demo);
  return {demo, std::move(commerce.run)};
}

}  // namespace partita::tools
