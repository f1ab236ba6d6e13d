#include "engine/vector_cache/partition_rows.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <span>

#include "engine/index/vector_entries.h"
#include "engine/vector_cache/best.h"

namespace partita::engine {
namespace {

constexpr std::size_t kBlockBytes = 2 << 20;  // a large page
constexpr std::size_t kRowOverhead = 120;     // of a row's hash node, its string and its numbers

vectors::Metric metric_of(VectorDistanceFunction function) {
  switch (function) {
    case VectorDistanceFunction::Cosine:
      return vectors::Metric::Cosine;
    case VectorDistanceFunction::Euclidean:
      return vectors::Metric::Euclidean;
    case VectorDistanceFunction::DotProduct:
      return vectors::Metric::DotProduct;
  }
  return vectors::Metric::Euclidean;
}

}  // namespace

PartitionRows::PartitionRows(const catalog::IndexInfo& index, std::size_t approximate_from)
    : definition_(*index.vector),
      dimensions_(index.vector->dimensions),
      block_rows_(std::max<std::size_t>(1, kBlockBytes / (dimensions_ * sizeof(float)))),
      lengths_(index.vector->distance, std::vector<float>(dimensions_)),
      no_row_(dimensions_),
      codes_({.metric = metric_of(index.vector->distance), .dimensions = dimensions_}, approximate_from) {
  for (const catalog::VectorDefinition::Element& element : definition_.schema)
    if (element.type == SearchSchemaElementType::InlineFilter) filters_.push_back(element.attribute.name);
  numbers_.resize(filters_.size());
}

std::size_t PartitionRows::bytes() const {
  constexpr std::size_t kOwnVectors = 3;  // no_row_, and those of lengths_
  return (capacity_ + kOwnVectors) * dimensions_ * sizeof(float) +
         size() * (kRowOverhead + filters_.size() * sizeof(std::uint32_t)) + text_bytes_ + codes_.bytes();
}

bool PartitionRows::has_stale_filters() const {
  constexpr std::size_t kFewNumbers = 1024;
  return std::ranges::any_of(numbers_,
                             [&](const Numbers& numbers) { return numbers.size() > kFewNumbers + 4 * size(); });
}

// The last block grows to its full size, so that a small partition takes little memory.
void PartitionRows::reserve_row() {
  const std::size_t row = size();
  if (row / block_rows_ == blocks_.size()) blocks_.emplace_back();
  Block& block = blocks_.back();
  const std::size_t used = row % block_rows_;
  if (used < block.capacity) return;
  const std::size_t capacity = std::min(block_rows_, std::max<std::size_t>(4, 2 * block.capacity));
  Block larger{base::LargeBlock(capacity * dimensions_ * sizeof(float)), capacity};
  if (used > 0) std::memcpy(larger.rows(), block.rows(), used * dimensions_ * sizeof(float));
  capacity_ += capacity - block.capacity;
  block = std::move(larger);
}

PartitionRows::Row PartitionRows::add(std::string_view key) {
  const auto row = static_cast<Row>(size());
  reserve_row();
  inverse_lengths_.push_back(0);
  filter_numbers_.resize(filter_numbers_.size() + filters_.size());
  const auto added = rows_.emplace(key, row).first;
  keys_.push_back(&added->first);
  text_bytes_ += key.size();
  return row;
}

void PartitionRows::set_filters(Row row, const value::ItemView& item) {
  for (std::size_t i = 0; i < filters_.size(); ++i) {
    std::uint32_t& number = filter_numbers_[row * filters_.size() + i];
    number = 0;
    const auto value = item.find(filters_[i]);
    if (!value) continue;
    const auto [known, is_new] =
        numbers_[i].try_emplace(std::string(value->bytes()), static_cast<std::uint32_t>(numbers_[i].size() + 1));
    if (is_new) text_bytes_ += known->first.size() + kRowOverhead;
    number = known->second;
  }
}

void PartitionRows::put(std::string_view key, std::string_view value) {
  const std::size_t bytes = dimensions_ * sizeof(float);
  const auto known = rows_.find(std::string(key));
  const Row row = known == rows_.end() ? add(key) : known->second;
  std::memcpy(at(row), value.data(), bytes);
  inverse_lengths_[row] = lengths_.inverse_length(at(row));
  codes_.changed(row);
  if (!filters_.empty()) set_filters(row, value::ItemView(value.substr(bytes)));
}

// The last row takes the place of the erased one, so that there are no gaps.
void PartitionRows::erase(std::string_view key) {
  const auto known = rows_.find(std::string(key));
  if (known == rows_.end()) return;
  const Row row = known->second;
  const auto last = static_cast<Row>(size() - 1);
  if (row != last) {
    std::memcpy(at(row), at(last), dimensions_ * sizeof(float));
    inverse_lengths_[row] = inverse_lengths_[last];
    std::copy_n(filter_numbers_.begin() + static_cast<std::ptrdiff_t>(last * filters_.size()), filters_.size(),
                filter_numbers_.begin() + static_cast<std::ptrdiff_t>(row * filters_.size()));
    keys_[row] = keys_[last];
    codes_.changed(row);
    rows_.find(*keys_[row])->second = row;
  }
  text_bytes_ -= known->first.size();
  rows_.erase(known);
  keys_.pop_back();
  inverse_lengths_.pop_back();
  filter_numbers_.resize(filter_numbers_.size() - filters_.size());
  if (size() % block_rows_ != 0) return;
  capacity_ -= blocks_.back().capacity;
  blocks_.pop_back();
}

void PartitionRows::clear() {
  blocks_.clear();
  capacity_ = 0;
  codes_.clear();
  keys_.clear();
  inverse_lengths_.clear();
  filter_numbers_.clear();
  rows_.clear();
  for (Numbers& numbers : numbers_) numbers.clear();
  text_bytes_ = 0;
}

std::optional<std::vector<std::uint32_t>> PartitionRows::wanted(const VectorSearch& search) const {
  if (search.filters.empty()) return std::vector<std::uint32_t>();
  std::vector<std::uint32_t> numbers(filters_.size());
  for (const VectorSearch::Filter& filter : search.filters)
    for (std::size_t i = 0; i < filters_.size(); ++i) {
      if (filters_[i] != filter.attribute) continue;
      const auto number = numbers_[i].find(filter.value);
      if (number == numbers_[i].end()) return std::nullopt;
      numbers[i] = number->second;
    }
  return numbers;
}

bool PartitionRows::passes(Row row, const std::vector<std::uint32_t>& numbers) const {
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] != 0 && filter_numbers_[row * filters_.size() + i] != numbers[i]) return false;
  return true;
}

bool PartitionRows::is_selective(const std::vector<std::uint32_t>& numbers) const {
  if (std::ranges::all_of(numbers, [](std::uint32_t number) { return number == 0; })) return false;
  constexpr std::size_t kSamples = 1000, kFewOf = 20;
  const std::size_t samples = std::min(size(), kSamples);
  std::size_t passing = 0;
  for (std::size_t i = 0; i < samples; ++i) passing += passes(static_cast<Row>(i * size() / samples), numbers);
  return passing * kFewOf < samples;
}

// Ranks the rows of a search, and keeps the best of those that pass its filters.
class PartitionRows::Ranking final : public vectors::Candidates {
 public:
  Ranking(const PartitionRows& rows, const VectorSearch& search, const Scorer& scorer,
          const std::vector<std::uint32_t>& numbers)
      : rows_(rows),
        scorer_(scorer),
        numbers_(numbers),
        is_cosine_(rows.definition_.distance == VectorDistanceFunction::Cosine),
        best_(search.prepared.top_k + VectorSearch::kSpareCandidates, Before{rows}),
        top_(search.prepared.top_k, {}) {}

  void look_at(Row row) { look_at(row, rows_.at(row)); }
  void look_at(std::span<const Row> slots) override {
    // The rows are at random places, so all of them are fetched before the first one is needed.
    fetched_.clear();
    for (const Row row : slots) {
      const float* const vector = rows_.at(row);
      fetch(vector);
      if (is_cosine_) __builtin_prefetch(&rows_.inverse_lengths_[row]);
      fetched_.push_back(vector);
    }
    for (std::size_t i = 0; i < slots.size(); ++i) look_at(slots[i], fetched_[i]);
  }
  // That of the results alone: spare candidates serve to order results whose ranks the rounding may have exchanged, and
  // those are within the bound that the index adds for rounding.
  float worst_rank() const override {
    if (!top_.is_full()) return std::numeric_limits<float>::infinity();
    const float rank = top_.worst();
    return is_cosine_ ? 2 + 2 * rank : rank;  // the scorer's rank is the cosine, negated; see vectors/metric.h
  }
  std::vector<Row> take() {
    std::vector<Row> rows;
    for (const Ranked& ranked : best_.take()) rows.push_back(ranked.row);
    return rows;
  }

 private:
  struct Ranked {
    float rank;
    Row row;
  };
  struct Before {
    const PartitionRows& rows;
    bool operator()(const Ranked& a, const Ranked& b) const {
      return a.rank == b.rank ? *rows.keys_[a.row] < *rows.keys_[b.row] : a.rank < b.rank;
    }
  };

  void look_at(Row row, const float* vector) {
    if (!rows_.passes(row, numbers_)) return;
    const Ranked ranked{scorer_.rank(vector, is_cosine_ ? rows_.inverse_lengths_[row] : 0), row};
    if (!best_.wants(ranked)) return;
    best_.add(ranked);
    if (top_.wants(ranked.rank)) top_.add(ranked.rank);
  }
  // The processor fetches the rest of a longer vector by itself.
  void fetch(const float* vector) const {
    constexpr std::size_t kFloatsOfLine = 16, kMostFloats = 8 * kFloatsOfLine;
    for (std::size_t i = 0; i < std::min(rows_.dimensions_, kMostFloats); i += kFloatsOfLine)
      __builtin_prefetch(vector + i);
  }

  const PartitionRows& rows_;
  const Scorer& scorer_;
  const std::vector<std::uint32_t>& numbers_;
  const bool is_cosine_;
  Best<Ranked, Before> best_;
  Best<float, std::less<>> top_;
  std::vector<const float*> fetched_;
};

std::vector<PartitionRows::Found> PartitionRows::search(const VectorSearch& search, const Scorer& scorer) const {
  const auto numbers = wanted(search);
  if (!numbers) return {};
  Ranking ranking(*this, search, scorer, *numbers);
  if (codes_.is_ready() && !is_selective(*numbers)) {
    codes_.search(size(), search.prepared.vector.data(), ranking);
  } else {
    for (Row row = 0; row < size(); ++row) ranking.look_at(row);
  }
  std::vector<Found> found;
  for (const Row row : ranking.take()) found.push_back({scorer.score(at(row)), *keys_[row]});
  std::ranges::sort(found, [&](const Found& a, const Found& b) {
    return a.score == b.score ? a.key < b.key : scorer.is_better(a.score, b.score);
  });
  if (found.size() > search.prepared.top_k) found.resize(search.prepared.top_k);
  return found;
}

}  // namespace partita::engine
