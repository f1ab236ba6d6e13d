#include "embedded/workloads/vectors.h"

#include <array>
#include <chrono>
#include <map>
#include <random>
#include <set>
#include <string>
#include <thread>

#include "lib/fatal.h"

namespace partita::bench {
namespace {

constexpr const char* kTable = "bench_vectors";
constexpr const char* kIndex = "by_vector";
constexpr std::int64_t kTop = 10;
constexpr std::uint64_t kCacheBytes = 4ull << 30;
constexpr std::size_t kBatch = 25;
// Of each search by codes, its results are compared with those of an exact one until so many are compared.
constexpr std::size_t kComparedSearches = 100;

// Vectors with independent, normally distributed numbers, which are the hardest to find by an index. The numbers come
// from a few thousand, because to draw and print each would take longer than to store it.
class RandomVectors {
 public:
  RandomVectors(std::size_t dimensions, unsigned seed) : dimensions_(dimensions), random_(seed) {
    std::mt19937 drawn(1);
    std::normal_distribution<float> normal;
    for (std::string& number : numbers_) number = fmt::format("{:.4f}", normal(drawn));
  }

  AttributeValue::List next() {
    AttributeValue::List numbers;
    numbers.reserve(dimensions_);
    for (std::size_t i = 0; i < dimensions_; ++i)
      numbers.push_back(AttributeValue::number(numbers_[random_() % numbers_.size()]));
    return numbers;
  }

 private:
  const std::size_t dimensions_;
  std::mt19937 random_;
  std::array<std::string, 4096> numbers_;
};

CreateTableRequest table_of(std::size_t dimensions) {
  CreateTableRequest table{.table_name = kTable, .billing_mode = BillingMode::PayPerRequest};
  table.attribute_definitions = {{"pk", ScalarAttributeType::S}};
  table.key_schema = {{"pk", KeyType::Hash}};
  VectorIndex index;
  index.index_name = kIndex;
  index.vector_attribute.emplace().attribute_name = "v";
  index.dimensions = static_cast<std::int64_t>(dimensions);
  index.distance_function = VectorDistanceFunction::Euclidean;
  index.projection.emplace().projection_type = ProjectionType::KeysOnly;
  table.vector_indexes.emplace().push_back(std::move(index));
  return table;
}

std::unique_ptr<client::EmbeddedDatabase> load_vectors(std::size_t dimensions, std::uint64_t count,
                                                       std::uint64_t approximate_from) {
  OpenOptions options;
  options.in_memory = true;
  options.vector_cache_bytes = kCacheBytes;
  options.approximate_from = approximate_from;
  auto database = client::EmbeddedDatabase::open({}, options);
  if (!database) fatal(database.error().message);
  if (auto made = (*database)->create_table(table_of(dimensions)); !made) fatal(made.error().message);
  RandomVectors vectors(dimensions, 1);
  for (std::uint64_t first = 0; first < count; first += kBatch) {
    std::vector<WriteRequest> puts;
    for (std::uint64_t i = first; i < std::min<std::uint64_t>(first + kBatch, count); ++i)
      puts.push_back(
          {.put_request = PutRequest{AttributeMap{{"pk", std::to_string(i)}, {"v", AttributeValue(vectors.next())}}}});
    NamedList<std::vector<WriteRequest>> tables;
    tables.emplace_back(kTable, std::move(puts));
    if (auto written = (*database)->batch_write_item({.request_items = std::move(tables)}); !written)
      fatal(written.error().message);
  }
  return *std::move(database);
}

SearchVectorsRequest search_for(AttributeValue::List vector) {
  SearchVectorsRequest request{.table_name = kTable, .index_name = kIndex, .top_k = kTop};
  request.search_vector = std::move(vector);
  return request;
}

SearchVectorsResponse search(Database& database, SearchVectorsRequest request) {
  auto found = database.search_vectors(std::move(request));
  if (!found) fatal(found.error().message);
  return *std::move(found);
}

// The two databases with equal items. They are made at the first use.
struct Databases {
  std::unique_ptr<client::EmbeddedDatabase> indexed, exact;

  static Databases& of(std::size_t dimensions, std::uint64_t count) {
    static std::map<std::pair<std::size_t, std::uint64_t>, Databases> all;
    return all[{dimensions, count}];
  }
  Database& make_exact(std::size_t dimensions, std::uint64_t count) {
    if (!exact) exact = load_vectors(dimensions, count, 0);
    return *exact;
  }
  // Waits until all vectors are indexed.
  Database& make_indexed(std::size_t dimensions, std::uint64_t count) {
    if (indexed) return *indexed;
    indexed = load_vectors(dimensions, count, 1);
    RandomVectors vectors(dimensions, 2);
    search(*indexed, search_for(vectors.next()));
    while (indexed->statistics().vector_cache.indexed_vectors < count)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    return *indexed;
  }
};

class Search : public Side {
 public:
  Search(Database& database, std::size_t dimensions, unsigned seed) : database_(database), vectors_(dimensions, seed) {}

  void prepare(std::size_t operations) override {
    requests_.clear();
    answers_.clear();
    for (std::size_t i = 0; i < operations; ++i) requests_.push_back(search_for(vectors_.next()));
  }
  std::size_t run(std::size_t i) override {
    answers_.push_back(search(database_, requests_[i]));
    return answers_.back().search_results.size();
  }
  void finish() override {
    for (const SearchVectorsResponse& answer : answers_)
      if (answer.search_results.size() != kTop) fatal("SearchVectors found too few items");
  }

 protected:
  const std::vector<SearchVectorsRequest>& requests() const { return requests_; }
  const std::vector<SearchVectorsResponse>& answers() const { return answers_; }

 private:
  Database& database_;
  RandomVectors vectors_;
  std::vector<SearchVectorsRequest> requests_;
  std::vector<SearchVectorsResponse> answers_;
};

class SearchByCodes final : public Search {
 public:
  SearchByCodes(Database& indexed, Database& exact, std::size_t dimensions, unsigned seed)
      : Search(indexed, dimensions, seed), exact_(exact) {}
  ~SearchByCodes() override {
    fmt::print(stderr, "recall at {} of {} searches: {:.3f}\n", kTop, compared_,
               static_cast<double>(found_) / static_cast<double>(kTop * std::max<std::size_t>(compared_, 1)));
  }

  void finish() override {
    Search::finish();
    for (std::size_t i = 0; i < answers().size() && compared_ < kComparedSearches; ++i, ++compared_) {
      std::set<std::string_view> found;
      for (const auto& result : answers()[i].search_results) found.insert(result.item.get("pk")->s());
      const SearchVectorsResponse right = search(exact_, requests()[i]);
      for (const auto& result : right.search_results) found_ += found.contains(result.item.get("pk")->s());
    }
  }

 private:
  Database& exact_;
  std::size_t compared_ = 0;
  std::size_t found_ = 0;
};

class ReadVectors final : public Side {
 public:
  explicit ReadVectors(std::size_t numbers) : numbers_(numbers, 1) {}

  void prepare(std::size_t /*operations*/) override {}
  std::size_t run(std::size_t /*i*/) override {
    // Eight sums at once, so that the processor waits for the memory alone.
    std::uint64_t sums[8] = {};
    const auto* const words = reinterpret_cast<const std::uint64_t*>(numbers_.data());
    const std::size_t count = numbers_.size() * sizeof(float) / sizeof(std::uint64_t);
    for (std::size_t i = 0; i + 8 <= count; i += 8)
      for (std::size_t j = 0; j < 8; ++j) sums[j] += words[i + j];
    for (const std::uint64_t sum : sums) sum_ += sum;
    return numbers_.size() * sizeof(float);
  }
  void finish() override {
    if (sum_ == 0) fatal("the vectors were not read");
  }

 private:
  const std::vector<float> numbers_;
  std::uint64_t sum_ = 0;
};

constexpr unsigned kFirstSeed = 100;

}  // namespace

template <std::size_t kDimensions>
std::unique_ptr<Side> search_by_codes(Stores& stores, const Part& part) {
  const std::uint64_t count = stores.items().count();
  Databases& databases = Databases::of(kDimensions, count);
  Database& exact = databases.make_exact(kDimensions, count);
  return std::make_unique<SearchByCodes>(databases.make_indexed(kDimensions, count), exact, kDimensions,
                                         kFirstSeed + static_cast<unsigned>(part.thread));
}

template <std::size_t kDimensions>
std::unique_ptr<Side> search_exactly(Stores& stores, const Part& part) {
  const std::uint64_t count = stores.items().count();
  return std::make_unique<Search>(Databases::of(kDimensions, count).make_exact(kDimensions, count), kDimensions,
                                  kFirstSeed + static_cast<unsigned>(part.thread));
}

template <std::size_t kDimensions>
std::unique_ptr<Side> read_vectors(Stores& stores, const Part& /*part*/) {
  return std::make_unique<ReadVectors>(kDimensions * stores.items().count());
}

template std::unique_ptr<Side> search_by_codes<128>(Stores&, const Part&);
template std::unique_ptr<Side> search_by_codes<768>(Stores&, const Part&);
template std::unique_ptr<Side> search_exactly<128>(Stores&, const Part&);
template std::unique_ptr<Side> search_exactly<768>(Stores&, const Part&);
template std::unique_ptr<Side> read_vectors<768>(Stores&, const Part&);

}  // namespace partita::bench
