// Models that exist, for the tests of their extensions.
#pragma once

#include <memory>
#include <string>

#include "unit/modelling/design/design_support.h"

namespace partita::modelling::design_extend_support {

inline std::string path_of(const std::string& system) {
  return fmt::format("{}/{}/model.yaml", PARTITA_MODEL_FILES, system);
}

inline design::Questions extend(const std::string& system, const std::string& rest) {
  return design_support::questions_of(fmt::format("design: 1\nextend: {}\n{}", path_of(system), rest));
}

inline double usd_of_existing(const std::string& system) {
  auto model = read_model(path_of(system));
  EXPECT_TRUE(model) << model.error().message;
  return bill_of_model(prove(std::make_shared<const Model>(std::move(*model))), design_support::prices(), {})
      .total_usd();
}

}  // namespace partita::modelling::design_extend_support
