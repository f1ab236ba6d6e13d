// `partita model migrate` on a data directory and on a server.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <fstream>

#include "run_command.h"
#include "served_database.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_migrate_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kVersion1 = PARTITA_MODELLING_DATA "/commerce_v1.yml";
constexpr const char* kVersion2 = PARTITA_MODELLING_DATA "/commerce_v2.yml";
// An order of version 1.
constexpr const char* kOrder =
    R"({"Item":{"PK":{"S":"CUST#c1"},"SK":{"S":"ORDER#o1"},"entity":{"S":"ORDER"},)"
    R"("customerId":{"S":"c1"},"orderId":{"S":"o1"},"createdAt":{"S":"2026-01-05T10:00:00.000Z"},)"
    R"("status":{"S":"PAID"},"totalCents":{"N":"100"},"version":{"N":"1"},)"
    R"("GSI1PK":{"S":"CUST#c1"},"GSI1SK":{"S":"ORDER#2026-01-05T10:00:00.000Z#o1"},)"
    R"("GSI2PK":{"S":"STATUS#PAID"},)"
    R"("GSI2SK":{"S":"ORDER#2026-01-05T10:00:00.000Z#CUST#c1#o1"},)"
    R"("GSI3PK":{"S":"CUST#c1#STATUS#PAID"},)"
    R"("GSI3SK":{"S":"ORDER#2026-01-05T10:00:00.000Z#o1"}}})";

class ModelMigrate : public ServedDatabase {
 protected:
  void SetUp() override {
    ServedDatabase::SetUp();
    std::ofstream(directory_ / "order.json") << kOrder << '\n';
  }
  Outcome run(const std::string& arguments) { return run_command(arguments, directory_.string()); }
  void migrate_at(const std::string& place) {
    const auto migrate = [&](const char* version, const std::string& more) {
      return run(fmt::format("model migrate {} {} {}", version, place, more));
    };
    EXPECT_EQ(migrate(kVersion1, "--run").output, "done: commerce_single_table: create the table\n");
    ASSERT_EQ(run(fmt::format("import order.json --table commerce_single_table {}", place)).exit_code, 0);
    const Outcome plan = migrate(kVersion2, fmt::format("--against {}", kVersion1));
    EXPECT_EQ(plan.exit_code, 0);
    EXPECT_THAT(plan.output,
                AllOf(HasSubstr("1 safe, 6 careful, 0 unsafe"), HasSubstr("\ncommerce_single_table: rewrite 1 item\n"),
                      HasSubstr("commerce_single_table: add index gsi_orders_by_day")));
    EXPECT_EQ(migrate(kVersion2, "--check").exit_code, 1);
    const Outcome done = migrate(kVersion2, "--run --units 100000");
    EXPECT_EQ(done.exit_code, 0) << done.output;
    EXPECT_THAT(done.output, HasSubstr("done: commerce_single_table: add index gsi_items_by_status"));
    const Outcome checked = migrate(kVersion2, "--check");
    EXPECT_EQ(checked.exit_code, 0);
    EXPECT_EQ(checked.output, "nothing to do\n");
    const Outcome back = migrate(kVersion1, "--run");
    EXPECT_EQ(back.exit_code, 1);
    EXPECT_THAT(back.output, HasSubstr("needs --drop-indexes"));
    EXPECT_EQ(migrate(kVersion1, "--run --drop-indexes").exit_code, 0);
  }

  const test::TemporaryDirectory directory_;
};

TEST_F(ModelMigrate, ADirectoryFitsTheNextVersion) { migrate_at("--data ./shop"); }

TEST_F(ModelMigrate, AServerFitsTheNextVersion) { migrate_at("--endpoint " + server_->url()); }

TEST_F(ModelMigrate, FaultsAreNamed) {
  EXPECT_THAT(run(fmt::format("model migrate {}", kVersion1)).output, HasSubstr("--endpoint or --data says where"));
  EXPECT_EQ(run("model migrate none.yml --data ./shop").exit_code, 2);
  // A table with other keys cannot be changed.
  ASSERT_EQ(run("import order.json --table commerce_single_table --keys PK:S --data ./other").exit_code, 0);
  const Outcome impossible = run(fmt::format("model migrate {} --data ./other --run", kVersion1));
  EXPECT_EQ(impossible.exit_code, 2);
  EXPECT_THAT(impossible.output, HasSubstr("commerce_single_table"));
}

}  // namespace model_migrate_test
}  // namespace partita
