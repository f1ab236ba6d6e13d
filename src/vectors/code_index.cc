#include "vectors/code_index.h"

#include <algorithm>
#include <cmath>

#include "vectors/as_indexed.h"

namespace partita::vectors {
namespace {

constexpr std::size_t kSamplesOfList = 40;
constexpr std::size_t kRowsInStep = 256;

// If more of the spread than this is left within the lists, their vectors are as far from each other as those of
// different lists, and a search must read all lists.
constexpr double kSpreadWithoutGroups = 0.35;
constexpr std::size_t kDimensionsOfAllLists = 128;

// A search computes tables for each list, so fewer lists make it quicker. More of them make codes more exact, because
// vectors are nearer to their centroids.
std::size_t good_list_count(std::size_t rows) {
  return std::max<std::size_t>(1, static_cast<std::size_t>(0.4 * std::sqrt(static_cast<double>(rows))));
}

// A list's tables take as much time as its dimensions. If a search reads all lists, it is quicker with fewer of them.
std::size_t list_count_without_groups(std::size_t count, std::size_t dimensions) {
  if (dimensions <= kDimensionsOfAllLists) return count;
  return std::max<std::size_t>(1, count * kDimensionsOfAllLists / dimensions);
}

Points sample(const Rows& rows, std::span<const Slot> slots, const CodeIndex::Options& options, std::size_t count) {
  Points samples{options.dimensions, std::vector<float>(std::min(count, slots.size()) * options.dimensions)};
  // Rows at equal distances, because rows that were written together may be similar.
  const std::size_t size = samples.size();
  for (std::size_t i = 0; i < size; ++i)
    as_indexed(options.metric, rows.row(slots[i * slots.size() / size]), options.dimensions, samples[i]);
  return samples;
}

// The middles of the lists. None if `go_on` returned false.
Points find_centroids(const Rows& rows, std::span<const Slot> slots, const CodeIndex::Options& options,
                      const std::function<bool()>& go_on) {
  const std::size_t count = options.lists ? options.lists : good_list_count(slots.size());
  const Points samples = sample(rows, slots, options, count * kSamplesOfList);
  Groups groups = find_groups(samples, count, options.seed, go_on);
  const std::size_t fewer = options.lists ? count : list_count_without_groups(count, options.dimensions);
  if (groups.middles.size() > fewer && groups.spread_left > kSpreadWithoutGroups)
    groups = find_groups(samples, fewer, options.seed, go_on);
  return std::move(groups.middles);
}

}  // namespace

// Finds the lists of rows, and adds the rows to them.
class CodeIndex::Coder {
 public:
  Coder(const CodeIndex& index, const Rows& rows)
      : index_(index), rows_(rows), vector_(index.options_.dimensions), residual_(index.layout_.coordinates) {}

  std::uint32_t list_of(Slot slot) {
    as_indexed(index_.options_.metric, rows_.row(slot), vector_.size(), vector_.data());
    return static_cast<std::uint32_t>(nearest(index_.centroids_, vector_.data()).index);
  }
  void add(CodeLists& lists, std::size_t list, Slot slot) {
    as_indexed(index_.options_.metric, rows_.row(slot), vector_.size(), vector_.data());
    const float* const centroid = index_.centroids_[list];
    for (std::size_t i = 0; i < vector_.size(); ++i) vector_[i] -= centroid[i];
    index_.rotation_.apply(vector_.data(), residual_.data());
    lists.add(list, index_.options_.metric, residual_.data(), slot);
  }

 private:
  const CodeIndex& index_;
  const Rows& rows_;
  std::vector<float> vector_;
  std::vector<float> residual_;
};

CodeIndex::CodeIndex(const Options& options, Points centroids)
    : options_(options),
      rotation_(options.dimensions, options.seed),
      layout_{rotation_.coordinates()},
      centroids_(std::move(centroids)),
      rotated_centroids_{layout_.coordinates, std::vector<float>(centroids_.size() * layout_.coordinates)} {
  for (std::size_t i = 0; i < centroids_.size(); ++i) rotation_.apply(centroids_[i], rotated_centroids_[i]);
}

CodeIndex::CodeIndex(const CodeIndex& other, CodeLists lists)
    : options_(other.options_),
      rotation_(other.rotation_),
      layout_(other.layout_),
      centroids_(other.centroids_),
      rotated_centroids_(other.rotated_centroids_),
      lists_(std::move(lists)) {}

std::shared_ptr<const CodeIndex> CodeIndex::build(const Rows& rows, std::span<const Slot> slots, const Options& options,
                                                  const std::function<bool()>& go_on) {
  Points centroids = find_centroids(rows, slots, options, go_on);
  if (centroids.size() == 0) return nullptr;
  const CodeIndex empty(options, std::move(centroids));
  return empty.with(
      rows, slots, [](Slot) { return false; }, go_on);
}

std::shared_ptr<const CodeIndex> CodeIndex::with(const Rows& rows, std::span<const Slot> added,
                                                 const std::function<bool(Slot)>& is_erased,
                                                 const std::function<bool()>& go_on) const {
  Coder coder(*this, rows);
  std::vector<std::size_t> sizes(centroids_.size());
  std::vector<std::uint32_t> lists(added.size());
  for (std::size_t i = 0; i < added.size(); ++i) {
    if (i % kRowsInStep == 0 && !go_on()) return nullptr;
    ++sizes[lists[i] = coder.list_of(added[i])];
  }
  const auto stays = [&](const std::uint8_t* block, std::size_t row) {
    return !is_erased(layout_.numbers(block).slots[row]);
  };
  const bool is_counted = for_each_row(
      [&](std::size_t list, const std::uint8_t* block, std::size_t row) { sizes[list] += stays(block, row); }, go_on);
  if (!is_counted) return nullptr;
  CodeLists made(layout_, sizes);
  const bool is_copied = for_each_row(
      [&](std::size_t list, const std::uint8_t* block, std::size_t row) {
        if (stays(block, row)) made.copy(list, *lists_, block, row);
      },
      go_on);
  if (!is_copied) return nullptr;
  for (std::size_t i = 0; i < added.size(); ++i) {
    if (i % kRowsInStep == 0 && !go_on()) return nullptr;
    coder.add(made, lists[i], added[i]);
  }
  return std::shared_ptr<const CodeIndex>(new CodeIndex(*this, std::move(made)));
}

std::size_t CodeIndex::size() const {
  std::size_t size = 0;
  for (std::size_t i = 0; lists_ && i < lists_->count(); ++i) size += lists_->size(i);
  return size;
}

std::size_t CodeIndex::bytes() const {
  return (centroids_.elements.size() + rotated_centroids_.elements.size()) * sizeof(float) +
         (lists_ ? lists_->bytes() : 0);
}

}  // namespace partita::vectors
