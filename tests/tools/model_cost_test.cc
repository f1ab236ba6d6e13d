// `partita model cost` and `partita model simulate`, as a user runs them.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "run_command.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_cost_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr const char* kModel =
    "format: 1\nname: shop\ntables:\n  - name: shop\n    partition_key: PK\n    sort_key: SK\n    entities:\n"
    "      - name: ORDER\n        count: 1M\n        key: {partition: \"CUST#{customer}\", sort: \"ORDER#{id}\"}\n"
    "        fields: {customer: {kind: string, size_bytes: 10, distinct: 100k}, id: ulid, cents: integer}\n"
    "patterns:\n  - {name: Place, put: ORDER, per_second: 100}\n";

class ModelCost : public testing::Test {
 protected:
  ModelCost() { write("shop.yml", kModel); }
  void write(const std::string& name, const std::string& text) { std::ofstream(path(name)) << text; }
  std::string path(const std::string& name) const { return directory_.string() + "/" + name; }
  Outcome run(const std::string& arguments) const { return run_command("model " + arguments, directory_.string()); }

  const test::TemporaryDirectory directory_;
};

TEST_F(ModelCost, PrintsTheBill) {
  const Outcome outcome = run("cost shop.yml");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, StartsWith("shop: $164."));
  EXPECT_THAT(outcome.output, HasSubstr("Place"));
  EXPECT_EQ(run("cost shop.yml --json").output.front(), '{');
}

TEST_F(ModelCost, EndsWithTwoIfSomethingIsNotPriced) {
  write("open.yml", std::string(kModel) + "  - {name: Forget, delete: ORDER}\n");
  const Outcome outcome = run("cost open.yml");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("- \"Forget\": say per_second"));
}

TEST_F(ModelCost, TakesItsOwnPricesBack) {
  const Outcome prices = run("cost shop.yml --print-prices --region eu-central-1");
  EXPECT_EQ(prices.exit_code, 0);
  write("prices.yml", prices.output);
  EXPECT_EQ(run("cost shop.yml --region eu-central-1 --prices prices.yml").output,
            run("cost shop.yml --region eu-central-1").output);
  write("cheap.yml", "regions: {eu-central-1: {write_request_million: 0}}\n");
  EXPECT_THAT(run("cost shop.yml --region eu-central-1 --prices cheap.yml").output, StartsWith("shop: $0."));
}

TEST_F(ModelCost, ExplainsItsErrors) {
  const struct {
    const char* arguments;
    const char* text;
  } cases[] = {
      {"cost missing.yml", "missing.yml"},
      {"cost shop.yml --region mars-1", "the prices of the region 'mars-1' are not known"},
      {"cost shop.yml --prices none.yml", "none.yml"},
      {"cost shop.yml --utilization 0", "--utilization"},
      {"simulate shop.yml --workload none.yml", "none.yml"},
      {"simulate shop.yml --seconds 0", "--seconds"},
  };
  for (const auto& [arguments, text] : cases) {
    const Outcome outcome = run(arguments);
    EXPECT_NE(outcome.exit_code, 0) << arguments;
    EXPECT_THAT(outcome.output, HasSubstr(text)) << arguments;
  }
  write("idle.yml", std::string(kModel).substr(0, std::string(kModel).find("patterns:")));
  EXPECT_THAT(run("simulate idle.yml").output, HasSubstr("no pattern has a rate: say per_second"));
}

TEST_F(ModelCost, SimulatesAndDraws) {
  const Outcome calm = run("simulate shop.yml --seconds 120");
  EXPECT_EQ(calm.exit_code, 0) << calm.output;
  EXPECT_THAT(calm.output, HasSubstr("calls in 120 seconds, none throttled"));
  write("hot.yml", "fields: {ORDER.customer: {distinct: 1}}\npatterns: {Place: {per_second: 2000}}\n");
  const Outcome hot = run("simulate shop.yml --seconds 120 --workload hot.yml --svg pictures");
  EXPECT_EQ(hot.exit_code, 2) << hot.output;
  EXPECT_THAT(hot.output, HasSubstr("CUST#<customer 1>"));
  EXPECT_THAT(hot.output, HasSubstr("shop, CUST#{customer}: "));
  for (const char* name : {"heat.shop.svg", "percentiles.svg"}) {
    std::stringstream text;
    text << std::ifstream(path(std::string("pictures/") + name)).rdbuf();
    EXPECT_THAT(text.str(), StartsWith("<svg")) << name;
  }
  EXPECT_EQ(run("simulate shop.yml --seconds 60 --json --seed 3").output,
            run("simulate shop.yml --seconds 60 --json --seed 3").output);
}

}  // namespace model_cost_test
}  // namespace partita
