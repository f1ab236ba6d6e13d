#include "engine/vectors/partition_rows.h"

#include <algorithm>
#include <cstring>
#include <new>

#include "engine/index/vector_entries.h"
#include "engine/vectors/best.h"

namespace partita::engine {
namespace {

constexpr std::size_t kBlockBytes = 1 << 20;
constexpr std::align_val_t kAlignment{64};
constexpr std::size_t kRowOverhead = 120;  // of a row's hash node, its string and its numbers

float* allocate_rows(std::size_t rows, std::size_t dimensions) {
  return static_cast<float*>(::operator new(rows* dimensions * sizeof(float), kAlignment));
}

}  // namespace

void PartitionRows::Free::operator()(float* rows) const { ::operator delete(rows, kAlignment); }

PartitionRows::PartitionRows(const catalog::IndexInfo& index)
    : definition_(*index.vector),
      dimensions_(index.vector->dimensions),
      block_rows_(std::max<std::size_t>(1, kBlockBytes / (dimensions_ * sizeof(float)))),
      lengths_(index.vector->distance, std::vector<float>(dimensions_)) {
  for (const catalog::VectorDefinition::Element& element : definition_.schema)
    if (element.type == SearchSchemaElementType::InlineFilter) filters_.push_back(element.attribute.name);
  numbers_.resize(filters_.size());
}

std::size_t PartitionRows::bytes() const {
  return capacity_ * dimensions_ * sizeof(float) + size() * (kRowOverhead + filters_.size() * sizeof(std::uint32_t)) +
         text_bytes_;
}

bool PartitionRows::has_stale_filters() const {
  constexpr std::size_t kFew = 1024;
  return std::ranges::any_of(numbers_, [&](const Numbers& numbers) { return numbers.size() > kFew + 4 * size(); });
}

// The last block grows to its full size, so that a small partition takes little memory.
void PartitionRows::reserve_row() {
  const std::size_t row = size();
  if (row / block_rows_ == blocks_.size()) blocks_.emplace_back();
  Block& block = blocks_.back();
  const std::size_t used = row % block_rows_;
  if (used < block.capacity) return;
  const std::size_t capacity = std::min(block_rows_, std::max<std::size_t>(4, 2 * block.capacity));
  std::unique_ptr<float, Free> larger(allocate_rows(capacity, dimensions_));
  if (used > 0) std::memcpy(larger.get(), block.rows.get(), used * dimensions_ * sizeof(float));
  capacity_ += capacity - block.capacity;
  block = {std::move(larger), capacity};
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

std::vector<PartitionRows::Found> PartitionRows::search(const VectorSearch& search, const Scorer& scorer) const {
  const auto numbers = wanted(search);
  if (!numbers) return {};
  struct Ranked {
    float rank;
    Row row;
  };
  const auto before = [this](const Ranked& a, const Ranked& b) {
    return a.rank == b.rank ? *keys_[a.row] < *keys_[b.row] : a.rank < b.rank;
  };
  Best<Ranked, decltype(before)> best(search.prepared.top_k + VectorSearch::kSpareCandidates, before);
  for (Row row = 0; row < size(); ++row) {
    if (!passes(row, *numbers)) continue;
    const Ranked ranked{scorer.rank(at(row), inverse_lengths_[row]), row};
    if (best.wants(ranked)) best.add(ranked);
  }
  std::vector<Found> found;
  for (const Ranked& ranked : best.take()) found.push_back({scorer.score(at(ranked.row)), *keys_[ranked.row]});
  std::ranges::sort(found, [&](const Found& a, const Found& b) {
    return a.score == b.score ? a.key < b.key : scorer.is_better(a.score, b.score);
  });
  if (found.size() > search.prepared.top_k) found.resize(search.prepared.top_k);
  return found;
}

}  // namespace partita::engine
