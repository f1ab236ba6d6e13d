// `partita export` and `partita import` against a server in this process and against a data directory.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "run_command.h"
#include "served_database.h"
#include "support/temporary_directory.h"
#include "transfer/exports/export_writer.h"
#include "transfer/places/directory.h"

namespace partita {
namespace export_import_test {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ExportImport : public ServedDatabase {
 protected:
  void SetUp() override {
    ServedDatabase::SetUp();
    ASSERT_TRUE(database_->create_table({.table_name = "orders",
                                         .attribute_definitions = {{{"pk", ScalarAttributeType::S}}},
                                         .key_schema = {{{"pk", KeyType::Hash}}},
                                         .billing_mode = BillingMode::PayPerRequest}));
    for (int i = 0; i < 30; ++i)
      ASSERT_TRUE(database_->put_item(
          {.table_name = "orders",
           .item = {{{"pk", "p" + std::to_string(i)}, {"n", i}, {"tags", AttributeValue::string_set({"a", "b"})}}}}));
  }

  Outcome run(const std::string& arguments) {
    return run_command(fmt::format("{} --endpoint {}", arguments, server_->url()), directory_.string());
  }
  void write(const std::string& name, const std::string& text) { std::ofstream(directory_ / name) << text; }
  std::string read(const std::string& name) {
    std::ostringstream text;
    text << std::ifstream(directory_ / name).rdbuf();
    return text.str();
  }
  std::vector<Item> items(const std::string& table) {
    auto page = database_->scan({.table_name = table});
    EXPECT_TRUE(page) << page.error().message;
    return page ? *page->items : std::vector<Item>();
  }

  const test::TemporaryDirectory directory_;
};

TEST_F(ExportImport, EachTargetAndFormatComesBack) {
  int copies = 0;
  for (const auto& [target, more] :
       {std::pair{"backup/", ""}, {"a.json", ""}, {"b.json.gz", ""}, {"c.ion.zst", ""}, {"d/", "--format ion"}}) {
    const std::string table = "copy" + std::to_string(++copies);
    const Outcome exported = run(fmt::format("export orders --to {} {}", target, more));
    ASSERT_EQ(exported.exit_code, 0) << exported.output;
    EXPECT_THAT(exported.output, StartsWith("orders: 30 items, "));
    EXPECT_THAT(exported.output, HasSubstr("so they are not of one moment"));
    const Outcome imported = run(fmt::format("import {} --table {} --keys pk:S", target, table));
    EXPECT_EQ(imported.exit_code, 0) << imported.output;
    EXPECT_THAT(imported.output, StartsWith(table + ": 30 of 30 records imported, 0 skipped"));
    EXPECT_EQ(items(table), items("orders"));
  }
}

TEST_F(ExportImport, ThroughPipesInADirectoryAndAsCsv) {
  const Outcome piped =
      run_command(fmt::format("export orders --to - --format jsonl --endpoint {} 2> note | {} import - --format jsonl "
                              "--table orders --keys pk:S --data ./db",
                              server_->url(), PARTITA_COMMAND),
                  directory_.string());
  EXPECT_EQ(piped.exit_code, 0) << piped.output;
  EXPECT_THAT(read("note"), HasSubstr("to -"));
  const Outcome exported =
      run_command("export orders --to out.csv --columns pk,n --delimiter tab --data ./db", directory_.string());
  EXPECT_EQ(exported.exit_code, 0);
  EXPECT_THAT(exported.output, ::testing::Not(HasSubstr("one moment")));
  EXPECT_THAT(read("out.csv"), StartsWith("pk\tn\np"));
  const Outcome imported = run("import out.csv --table csv --delimiter tab --keys pk:S,n:N");
  EXPECT_EQ(imported.exit_code, 0) << imported.output;
  EXPECT_EQ(items("csv").size(), 30u);
}

TEST_F(ExportImport, SkippedRecordsAreReportedAndGiveExitCode2) {
  std::string text = "{\"Item\":{\"pk\":{\"S\":\"new\"}}}\n";
  for (int i = 0; i < 12; ++i) text += "{\"Item\":{\"sk\":{\"S\":\"x\"}}}\n";
  write("in.json", text);
  const Outcome imported = run("import in.json --table orders --show-errors 2");
  EXPECT_EQ(imported.exit_code, 2);
  EXPECT_THAT(imported.output, HasSubstr("partita: in.json:2: the item lacks the key attribute pk\n"));
  EXPECT_THAT(imported.output, HasSubstr("... and 10 more; --errors FILE writes all of them\n"));
  EXPECT_THAT(imported.output, HasSubstr("orders: 1 of 13 records imported, 12 skipped"));
  EXPECT_EQ(run("import in.json --table orders --errors errors.json").exit_code, 2);
  EXPECT_THAT(read("errors.json"),
              StartsWith("{\"place\":\"in.json:2\",\"fault\":\"the item lacks the key attribute pk\","
                         "\"Item\":{\"sk\":{\"S\":\"x\"}}}\n"));
}

TEST_F(ExportImport, ADryRunWritesNoItemAndNoTable) {
  write("in.json", "{\"Item\":{\"pk\":{\"S\":\"new\"}}}\n");
  const Outcome known = run("import in.json --table orders --dry-run");
  EXPECT_EQ(known.exit_code, 0) << known.output;
  EXPECT_THAT(known.output, StartsWith("orders: 1 of 1 records are valid"));
  EXPECT_EQ(run("import in.json --table other --keys pk:N --dry-run").exit_code, 2);
  EXPECT_EQ(items("orders").size(), 30u);
  EXPECT_EQ(database_->list_tables({})->table_names.size(), 1u);
}

TEST_F(ExportImport, CreatesTheTableOfATemplateAndRefusesAnotherOne) {
  write("in.json", "{\"Item\":{\"id\":{\"N\":\"1\"}}}\n");
  write("template.yml", R"(Resources:
  A:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: made
      BillingMode: PAY_PER_REQUEST
      KeySchema: [{AttributeName: id, KeyType: HASH}]
      AttributeDefinitions: [{AttributeName: id, AttributeType: N}]
)");
  EXPECT_EQ(run("import in.json --table made --create template.yml").exit_code, 0);
  EXPECT_EQ(items("made").size(), 1u);
  EXPECT_THAT(run("import in.json --table other --create template.yml").output,
              HasSubstr("template.yml does not define a table other; it defines: made"));
  EXPECT_THAT(run("import in.json --table made --keys id:S").output, HasSubstr("the table made exists and differs: "));
  EXPECT_THAT(run("import in.json --table more --keys id").output, HasSubstr("--keys takes one or two keys"));
}

TEST_F(ExportImport, DamageIsFoundBeforeTheFirstItemIsWritten) {
  ASSERT_EQ(run("export orders --to backup/").exit_code, 0);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory_ / "backup"))
    if (entry.path().extension() == ".gz") std::filesystem::resize_file(entry.path(), 10);
  const Outcome imported = run("import backup --table copy --keys pk:S");
  EXPECT_EQ(imported.exit_code, 1);
  EXPECT_THAT(imported.output, HasSubstr(".json.gz: the bytes have another MD5 than the manifest says"));
  EXPECT_TRUE(items("copy").empty());
}

TEST_F(ExportImport, TheFolderOfAnIncrementalExportIsASource) {
  const auto place = transfer::directory_place(directory_ / "backup");
  const base::SystemClock clock;
  const std::string id = "01700000000000-aaaaaaaa";
  const auto writer =
      transfer::ExportWriter::begin(*place,
                                    {.table_arn = "arn:aws:dynamodb:us-east-1:123456789012:table/orders",
                                     .changes = transfer::ExportSummary::Changes{.from_ms = 1'000, .to_ms = 2'000},
                                     .id = id},
                                    clock);
  ASSERT_TRUE(writer) << writer.error().message;
  const auto file = (*writer)->add_file();
  ASSERT_TRUE(file);
  const std::string metadata = R"({"Metadata":{"WriteTimestampMicros":{"N":"1"}},"Keys":)";
  ASSERT_TRUE((*file)->write(metadata + R"({"pk":{"S":"p1"}},"NewImage":{"pk":{"S":"p1"},"n":{"N":"9"}}})" + "\n" +
                                 metadata + R"({"pk":{"S":"p2"}},"OldImage":{"pk":{"S":"p2"}}})" + "\n",
                             2, 10));
  ASSERT_TRUE((*file)->finish());
  ASSERT_TRUE((*writer)->finish());
  // Only the manifests were copied.
  std::filesystem::copy(directory_ / ("backup/AWSDynamoDB/" + id), directory_ / "alone",
                        std::filesystem::copy_options::recursive);
  const Outcome alone = run("import alone --table orders");
  EXPECT_EQ(alone.exit_code, 1);
  EXPECT_THAT(alone.output, HasSubstr("the files of incremental exports are in the folder AWSDynamoDB/data/"));
  EXPECT_EQ(items("orders").size(), 30u);

  const Outcome imported = run("import backup/AWSDynamoDB/" + id + " --table orders");
  EXPECT_EQ(imported.exit_code, 0) << imported.output;
  EXPECT_THAT(imported.output, StartsWith("orders: 2 of 2 records imported"));
  EXPECT_EQ(items("orders").size(), 29u);
  EXPECT_FALSE(database_->get_item({.table_name = "orders", .key = AttributeMap{{"pk", "p2"}}})->item);
}

TEST_F(ExportImport, MistakesAreNamedWithTheirCure) {
  const std::pair<const char*, const char*> cases[] = {
      {"export none --to x.json", "Requested resource not found: Table: none not found"},
      {"export orders --to x/ --format csv", "name a file, such as x/orders.csv"},
      {"export orders --to x.parquet", "x.parquet: the ending does not tell the format; name it with --format"},
      {"export orders --to x/ --compress zstd", "the layout of exports is compressed by gzip"},
      {"export orders --to none/x.json", "none/x.json cannot be created: No such file or directory"},
      {"import none.json --table orders", "there is no file none.json"},
      {"import . --table orders", "there are no files to read below"},
      {"import in.txt --table orders", "in.txt: the ending does not tell the format; name it with --format"},
      {"import in.txt --table none --format ion", "Requested resource not found"},
  };
  for (const auto& [arguments, text] : cases) {
    if (std::string_view(arguments).find("in.txt") != std::string_view::npos) write("in.txt", "x");
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 1) << arguments;
    EXPECT_THAT(outcome.output, HasSubstr(text)) << arguments;
  }
  EXPECT_THAT(run("export orders --to x.csv --delimiter xx").output, HasSubstr("is not one of , : ; | tab space"));
}

TEST_F(ExportImport, APipeAndADeviceAreNotReplaced) {
  EXPECT_EQ(run("export orders --to /dev/null").exit_code, 0);
  EXPECT_TRUE(std::filesystem::is_character_file("/dev/null"));
}

}  // namespace export_import_test
}  // namespace partita
