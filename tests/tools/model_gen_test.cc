// `partita model gen` writes, keeps and checks the files of a package.
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

TEST_F(ModelGen, APackageOfGoKnowsItsModule) {
  const auto generate_go = [&](const std::string& more) {
    return run_command(fmt::format("model gen go {} {}", kModel, more), directory_.string());
  };
  // Without a module above it, the package becomes one.
  ASSERT_EQ(generate_go("-o alone").exit_code, 0);
  EXPECT_THAT(text_of("alone/go.mod"), HasSubstr("module alone\n"));
  EXPECT_THAT(text_of("alone/client.go"), AllOf(HasSubstr("package alone\n"), HasSubstr("rt \"alone/rt\"")));
  EXPECT_EQ(generate_go("-o alone --check").exit_code, 0);
  write("go.mod", "// A comment.\nmodule \"example.com/app\"\n\ngo 1.24\n");
  ASSERT_EQ(generate_go("-o internal/shop/").exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(directory_ / "internal/shop/go.mod"));
  EXPECT_THAT(text_of("internal/shop/client.go"), HasSubstr("rt \"example.com/app/internal/shop/rt\""));
  EXPECT_EQ(generate_go("-o internal/shop --check").exit_code, 0);
  write("internal/shop/rt/read.go", "changed");
  EXPECT_EQ(generate_go("-o internal/shop --check").exit_code, 1);
  const Outcome unnamed = generate_go("-o 2shops");
  EXPECT_EQ(unnamed.exit_code, 1);
  EXPECT_THAT(unnamed.output, HasSubstr("--package"));
  ASSERT_EQ(generate_go("-o 2shops --package shops").exit_code, 0);
  EXPECT_THAT(text_of("2shops/client.go"), HasSubstr("package shops\n"));
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
