#include "workload.h"

#include <algorithm>

namespace partita::test {

Workload::Workload(std::uint64_t seed, bool with_indexes)
    : with_indexes_(with_indexes), dice_(seed), model_(with_indexes) {}

void Workload::step(Database& database) {
  static constexpr struct {
    int weight;
    void (Workload::*run)(Database&);
  } kOperations[] = {{20, &Workload::put},          {22, &Workload::update},      {8, &Workload::erase},
                     {10, &Workload::get},          {20, &Workload::query},       {6, &Workload::scan},
                     {5, &Workload::batch_write},   {3, &Workload::batch_get},    {5, &Workload::transact_write},
                     {3, &Workload::transact_get}};
  int total = 0;
  for (const auto& operation : kOperations) total += operation.weight;
  int chosen = dice_.below(total);
  for (const auto& operation : kOperations) {
    if (chosen < operation.weight) return (this->*operation.run)(database);
    chosen -= operation.weight;
  }
}

const Shape& Workload::any_shape() {
  if (!with_indexes_ || dice_.one_in(3)) return table_shape();
  return dice_.pick(index_shapes());
}

std::string shown(const AttributeMap& item) {
  GetItemRequest request;
  request.key = item;
  std::string text;
  protocol::encode_request(request, text);
  return text;
}

void expect(bool holds, const std::string& what) {
  if (!holds) throw Mismatch(what);
}

void expect_same(const std::optional<Item>& actual, const AttributeMap* expected, const std::string& what) {
  if (!actual && expected == nullptr) return;
  expect(actual.has_value(), what + " is missing: " + (expected ? shown(*expected) : ""));
  const AttributeMap got = normalized(actual->to_map());
  expect(expected != nullptr, what + " is there but should not be: " + shown(got));
  expect(got == normalized(*expected), what + " is " + shown(got) + " but should be " + shown(*expected));
}

void expect_same(std::vector<AttributeMap> actual, std::vector<AttributeMap> expected, const std::string& what) {
  const auto texts = [](const std::vector<AttributeMap>& items) {
    std::vector<std::string> all;
    for (const AttributeMap& item : items) all.push_back(shown(normalized(item)));
    std::ranges::sort(all);
    return all;
  };
  const auto got = texts(actual), wanted = texts(expected);
  for (std::size_t i = 0; i < std::min(got.size(), wanted.size()); ++i)
    expect(got[i] == wanted[i], what + " has " + got[i] + " but should have " + wanted[i]);
  expect(got.size() == wanted.size(),
         fmt::format("{} has {} items but should have {}", what, got.size(), wanted.size()));
}

}  // namespace partita::test
