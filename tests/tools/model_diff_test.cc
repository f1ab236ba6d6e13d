// `partita model diff` as a user runs it.
#include <gmock/gmock.h>

#include "run_command.h"

namespace partita {
namespace model_diff_test {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kVersion1 = PARTITA_MODELLING_DATA "/commerce_v1.yml";
constexpr const char* kVersion2 = PARTITA_MODELLING_DATA "/commerce_v2.yml";

Outcome model_diff(const std::string& arguments) { return run_command("model diff " + arguments); }

TEST(ModelDiffCommand, PrintsStepsWithCostsAndChanges) {
  const Outcome outcome = model_diff(fmt::format("{} {} --fail-on unsafe", kVersion1, kVersion2));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output,
              StartsWith("STEPS, in the order of an upgrade\n"
                         "  1  safe     commerce_single_table: rewrite 5 million items\n"
                         "              ORDER: every item, 1 million; sets GSI4PK, GSI4SK\n"
                         "              ORDER_ITEM: every item, 4 million; sets GSI5PK, GSI5SK, GSI6PK, GSI6SK\n"
                         "              8 million write units, 5.00 USD on demand\n"));
  EXPECT_THAT(outcome.output, HasSubstr("\n1 safe, 6 careful, 0 unsafe\n"));
}

TEST(ModelDiffCommand, FailsOnWhatItIsAskedToFailOn) {
  const std::string back = fmt::format("{} {}", kVersion2, kVersion1);
  EXPECT_EQ(model_diff(back).exit_code, 0);
  EXPECT_EQ(model_diff(back + " --fail-on unsafe").exit_code, 1);
  EXPECT_EQ(model_diff(fmt::format("{} {} --fail-on careful", kVersion1, kVersion2)).exit_code, 1);
  const Outcome same = model_diff(fmt::format("{0} {0} --fail-on any", kVersion1));
  EXPECT_EQ(same.exit_code, 0);
  EXPECT_EQ(same.output, "The models are the same.\n");
  EXPECT_EQ(model_diff(fmt::format("{} none.yml", kVersion1)).exit_code, 2);
  EXPECT_EQ(model_diff(fmt::format("{} {} --region mars-1", kVersion1, kVersion2)).exit_code, 2);
}

TEST(ModelDiffCommand, PrintsJson) {
  const Outcome outcome = model_diff(fmt::format("{} {} --json", kVersion1, kVersion2));
  EXPECT_THAT(outcome.output, AllOf(HasSubstr("\"kind\": \"rewrite\""), HasSubstr("\"write_units\": 8000000"),
                                    HasSubstr("\"usd\": 5"), HasSubstr("\"unsafe\": 0")));
}

}  // namespace model_diff_test
}  // namespace partita
