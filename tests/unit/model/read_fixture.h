// Reads of the sample model on a database in memory.
#pragma once

#include <gtest/gtest.h>
#include <partita/model/runtime/pattern_reads.h>

#include "model/core/session.h"
#include "unit/model/fake_database.h"
#include "unit/model/sample_model.h"

namespace partita::model {

using namespace sample;
using Kind = SortRange::Kind;

inline std::vector<std::string> texts(const RowPage& page, std::string_view attribute) {
  std::vector<std::string> all;
  for (const Row& row : page.rows) {
    const AttributeMap attributes = row.attributes();
    const AttributeValue* value = attributes.find(attribute);
    all.push_back(value ? value->text() : "-");
  }
  return all;
}

inline std::string time_of(int second) {
  return "2026-01-05T10:00:" + std::string(second < 10 ? "0" : "") + std::to_string(second) + ".000Z";
}

class Read : public testing::Test {
 protected:
  std::shared_ptr<Database> database_ = open_with_tables();
  std::int64_t now_ms_ = 1'767'225'600'000;
  std::shared_ptr<Session> session_ =
      make_session(database_, {.page_token_keys = {"key"}, .now_ms = [this] { return now_ms_; }});

  void put(const EntityInfo& entity, AttributeMap values) {
    store(*database_, shop::kTable, entity, std::move(values));
  }
  void put_orders(const std::string& customer, int count) {
    for (int i = 0; i < count; ++i) put(shop::kOrder, order(customer, "O" + std::to_string(i), time_of(i), "OPEN", i));
  }
  void put_lot(const std::string& sku, int lot, const std::string& status, const std::string& day, int amount) {
    store(*database_, warehouse::kTable, warehouse::kLot,
          {{"sku", sku}, {"lot", lot}, {"status", status}, {"day", day}, {"amount", amount}});
  }
  Result<RowPage> go(const ReadRequest& request) {
    Result<RowPage> answer = RowPage{};
    model::read(session_, Mode::Wait, request, [&](Result<RowPage> page) { answer = std::move(page); });
    return answer;
  }
  // Reads all pages of `take` rows.
  std::vector<Row> pages(ReadRequest request) {
    std::vector<Row> rows;
    for (int i = 0; i < 10'000; ++i) {
      auto page = go(request);
      if (!page) {
        ADD_FAILURE() << page.error().message;
        return rows;
      }
      if (page->token && request.take) {
        EXPECT_EQ(page->rows.size(), static_cast<std::size_t>(*request.take)) << "a page falls short";
      }
      rows.insert(rows.end(), page->rows.begin(), page->rows.end());
      if (!page->token) return rows;
      request.after = page->token;
    }
    ADD_FAILURE() << "endless";
    return rows;
  }
};

}  // namespace partita::model
