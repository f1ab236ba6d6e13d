// The fixture that the tests of the favourites share: a database in memory, a clock that the test moves, and rows
// counted by entity.
#pragma once

#include <gmock/gmock.h>
#include <partita/database.h>
#include <partita/open.h>

#include <map>

#include "favorites/repository.h"
#include "systems/crashing_database.h"

namespace favorites {

using partita::test::CrashingDatabase;

class FavoritesTest : public testing::Test {
 protected:
  FavoritesTest() { repository.db().create_table_if_missing().value(); }

  partita::model::SessionOptions options() {
    return {.table_prefix = "develop.", .now_ms = [this] { return now.ms(); }};
  }
  // Another process on the same data.
  Repository on(std::shared_ptr<partita::Database> other) { return Repository(std::move(other), options()); }

  static Favorite favorite(std::string data_id, std::string title, int second = 0, DataType type = DataType::Link) {
    return {"U1", std::move(data_id), "friend", std::move(title), "small", "url", type, at(second)};
  }
  static pt::utc_ms at(int second) { return pt::utc_ms(1'600'000'000'000 + second * 1'000); }
  static Tag tag(std::string tag_id, std::string name, Milliseconds created = 0) {
    return {"U1", std::move(tag_id), std::move(name), created, created};
  }

  // The number of rows that each entity has in the table.
  std::map<std::string, int> rows() {
    std::map<std::string, int> counts;
    partita::ScanRequest scan{.table_name = "develop.Favorite"};
    do {
      auto page = database->scan(scan).value();
      for (const partita::Item& item : page.items.value()) {
        const std::string pk(item.get("pk")->s());
        ++counts[pk.substr(0, pk.find('#'))];
      }
      scan.exclusive_start_key = std::move(page.last_evaluated_key);
    } while (scan.exclusive_start_key);
    return counts;
  }
  // Every row must have the keys that its fields imply.
  void expect_verified() {
    const auto report = repository.db().verify().value();
    EXPECT_TRUE(report.findings.empty()) << report.findings.size() << " findings, " << report.findings[0].detail;
  }

  pt::utc_ms now = at(1'000'000);
  const std::shared_ptr<partita::Database> database = partita::open("", {.in_memory = true}).value();
  Repository repository{database, options()};
};

}  // namespace favorites
