// The rounding of capacity units, compared with the engine's.
#include <gtest/gtest.h>

#include "engine/changes/capacity.h"
#include "modelling/cost/units.h"

namespace partita::modelling {
namespace cost_units_test {

TEST(CostUnits, RoundAsTheEngineDoes) {
  for (const std::size_t bytes :
       {0, 1, 100, 1023, 1024, 1025, 2048, 4095, 4096, 4097, 8192, 8193, 409'600, 1'048'576}) {
    EXPECT_EQ(write_units(static_cast<double>(bytes)), engine::write_units(bytes)) << bytes;
    EXPECT_EQ(read_units(static_cast<double>(bytes), Consistency::Strong), engine::read_units(bytes, true)) << bytes;
    EXPECT_EQ(read_units(static_cast<double>(bytes), Consistency::Eventual), engine::read_units(bytes, false)) << bytes;
    EXPECT_EQ(read_units(static_cast<double>(bytes), Consistency::Transactional),
              engine::read_units(bytes, true) * engine::kTransactionFactor)
        << bytes;
  }
}

// 20 items of 204.8 bytes are 4096 bytes, whatever the last bit of the product is.
TEST(CostUnits, IgnoreTheErrorsOfSumsOfMeans) {
  double sum = 0;
  for (int i = 0; i < 40; ++i) sum += 102.4;
  EXPECT_EQ(read_units(sum, Consistency::Strong), 1);
  EXPECT_EQ(read_units(sum + 0.001, Consistency::Strong), 2);
}

}  // namespace cost_units_test
}  // namespace partita::modelling
