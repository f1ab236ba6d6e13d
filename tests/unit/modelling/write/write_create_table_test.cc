// The bodies of CreateTable, which the server's decoder reads back.
#include <gmock/gmock.h>

#include "modelling/core/outline.h"
#include "modelling/read/read_model.h"
#include "modelling/write/request_tree.h"
#include "modelling/write/table_request.h"
#include "modelling/write/write_model.h"
#include "protocol/codec.h"
#include "sample_models.h"

namespace partita::modelling {
namespace write_create_table_test {

using testing::Contains;
using testing::HasSubstr;

void expect_request(const std::string& body, const Table& table) {
  const auto decoded = protocol::decode_request<CreateTableRequest>(body);
  ASSERT_TRUE(decoded) << decoded.error().message << '\n' << body;
  EXPECT_EQ(to_json(tree_of(*decoded)), to_json(tree_of(create_table_request(table))));
}

TEST(WriteCreateTable, IsOneObjectForOneTable) {
  for (const Model& model : {samples::shop(), samples::simple(), samples::hostile()})
    expect_request(write_model(samples::shared(model), "create-table")->text, model.tables[0]);
}

TEST(WriteCreateTable, IsAListForSeveralTables) {
  const auto written = write_model(samples::shared(samples::settings()), "create-table");
  ASSERT_TRUE(written);
  EXPECT_THAT(written->text, testing::StartsWith("[\n  {\n    \"TableName\": \"games\","));
}

TEST(WriteCreateTable, WritesOneTableOnEachLine) {
  const Model settings = samples::settings();
  const std::string text = write_model(samples::shared(settings), "create-table-lines")->text;
  std::size_t begin = 0;
  for (const Table& table : settings.tables) {
    const std::size_t end = text.find('\n', begin);
    ASSERT_NE(end, std::string::npos);
    expect_request(text.substr(begin, end - begin), table);
    begin = end + 1;
  }
  EXPECT_EQ(begin, text.size());
}

TEST(WriteCreateTable, ReadsItsLinesAgain) {
  const auto model = samples::shared(samples::settings());
  const std::string lines = write_model(model, "create-table-lines")->text;
  const auto read = read_model_text(lines, "tables.jsonl");
  ASSERT_TRUE(read) << read.error().message;
  const auto list = read_model_text(write_model(model, "create-table")->text, "tables.json");
  ASSERT_TRUE(list) << list.error().message;
  EXPECT_EQ(outline(*read).substr(0, outline(*read).find("notes")),
            outline(*list).substr(0, outline(*list).find("notes")));
  ASSERT_GT(read->tables.size(), 1u);
  EXPECT_EQ(read->tables[1].place.line, 2);

  const std::string first = lines.substr(0, lines.find('\n') + 1);
  const auto message = [](const std::string& text, const std::string& format = {}) {
    const auto refused = read_model_text(text, "t.jsonl", {.format = format});
    return refused ? outline(*refused) : refused.error().message;
  };
  EXPECT_EQ(message(first + "\n[]\n"),
            "t.jsonl:3: this line is not a JSON object; each line is one body of CreateTable");
  EXPECT_THAT(message(first + first), HasSubstr("t.jsonl:2: the table games is here and in line 1; rename one"));
  EXPECT_EQ(message("", "create-table-lines"),
            "t.jsonl:1: there is no table here; each line is one body of CreateTable");
}

TEST(WriteCreateTable, TellsHowToEnableTheTimeToLive) {
  EXPECT_THAT(write_model(samples::shared(samples::settings()), "create-table")->losses,
              Contains(R"(table games: after its creation send UpdateTimeToLive {"TableName":"games",)"
                       R"("TimeToLiveSpecification":{"Enabled":true,"AttributeName":"expires"}})"));
}

}  // namespace write_create_table_test
}  // namespace partita::modelling
