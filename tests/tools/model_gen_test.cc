// `partita model gen typescript` and `partita model gen python` write, keep and check the files of a package.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "run_command.h"
#include "support/temporary_directory.h"

namespace partita {
namespace model_gen_test {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr const char* kModel = PARTITA_MODELLING_DATA "/commerce_v1.yml";

class ModelGen : public ::testing::Test {
 protected:
  Outcome generate(const std::string& more) {
    return run_command(fmt::format("model gen typescript {} -o shop {}", kModel, more), directory_.string());
  }
  std::string text_of(const std::string& path) const {
    std::ifstream in(directory_ / path);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
  }
  void write(const std::string& path, const std::string& text) const { std::ofstream(directory_ / path) << text; }

  const test::TemporaryDirectory directory_;
};

TEST_F(ModelGen, APackageIsWrittenAndChecked) {
  const Outcome absent = generate("--check");
  EXPECT_EQ(absent.exit_code, 1);
  EXPECT_THAT(absent.output, AllOf(HasSubstr("shop/index.ts is missing"), HasSubstr("without --check")));
  EXPECT_FALSE(std::filesystem::exists(directory_ / "shop"));
  ASSERT_EQ(generate("").exit_code, 0);
  EXPECT_EQ(generate("--check").exit_code, 0);
  EXPECT_THAT(text_of("shop/index.ts"), HasSubstr("export interface Order {"));
  EXPECT_THAT(text_of("shop/package.json"), HasSubstr("\"@aws-sdk/client-dynamodb\""));
  write("shop/runtime/read.ts", "changed");
  const Outcome changed = generate("--check");
  EXPECT_EQ(changed.exit_code, 1);
  EXPECT_THAT(changed.output, HasSubstr("shop/runtime/read.ts differs from the model"));
}

TEST_F(ModelGen, FilesOfTheUserStay) {
  ASSERT_EQ(generate("").exit_code, 0);
  write("shop/package.json", "{}");
  write("shop/mine.ts", "mine");
  const auto time = std::filesystem::last_write_time(directory_ / "shop/index.ts");
  ASSERT_EQ(generate("").exit_code, 0);
  EXPECT_EQ(text_of("shop/package.json"), "{}");
  EXPECT_EQ(text_of("shop/mine.ts"), "mine");
  // An unchanged file is not written again.
  EXPECT_EQ(std::filesystem::last_write_time(directory_ / "shop/index.ts"), time);
  EXPECT_EQ(generate("--check").exit_code, 0);
}

TEST_F(ModelGen, WholeNumbersAreBigintIfThatIsWanted) {
  ASSERT_EQ(generate("--bigint").exit_code, 0);
  EXPECT_THAT(text_of("shop/index.ts"), HasSubstr("readonly totalCents: bigint;"));
  EXPECT_THAT(text_of("shop/description.ts"), HasSubstr("bigint: true"));
  EXPECT_EQ(generate("--check").exit_code, 1);
}

TEST_F(ModelGen, APlaceThatCannotBeWrittenIsAnError) {
  write("shop", "a file");
  const Outcome refused = generate("");
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_THAT(refused.output, HasSubstr("shop"));
}

TEST_F(ModelGen, APackageOfPythonIsWrittenAndChecked) {
  const std::string command = fmt::format("model gen python {} -o shop", kModel);
  ASSERT_EQ(run_command(command, directory_.string()).exit_code, 0);
  EXPECT_EQ(run_command(command + " --check", directory_.string()).exit_code, 0);
  EXPECT_THAT(text_of("shop/entities.py"), HasSubstr("class Order(OrderInput):"));
  EXPECT_THAT(text_of("shop/client.py"), HasSubstr("ModelClient):"));
  EXPECT_TRUE(std::filesystem::exists(directory_ / "shop/py.typed"));
  write("shop/runtime/read.py", "changed");
  const Outcome changed = run_command(command + " --check", directory_.string());
  EXPECT_EQ(changed.exit_code, 1);
  EXPECT_THAT(changed.output, HasSubstr("shop/runtime/read.py differs from the model"));
}

}  // namespace model_gen_test
}  // namespace partita
