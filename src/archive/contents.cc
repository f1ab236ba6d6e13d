#include "archive/contents.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "archive/names.h"
#include "base/try.h"

namespace partita::archive {
namespace {

constexpr std::size_t kMostSegmentBytes = 1 << 30;

bool is_missing(const Error& error) { return error.code == ErrorCode::ResourceNotFoundException; }

// The text of a record, or nullopt if the object does not exist.
Result<std::optional<std::string>> find_record(const ArchivePlace& archive, const std::string& name) {
  auto text = archive.get(name, kMostRecordBytes);
  if (text) return std::optional(*std::move(text));
  if (is_missing(text.error())) return std::optional<std::string>();
  return unexpected(std::move(text.error()));
}

template <class Record>
Result<std::optional<Record>> find(const ArchivePlace& archive, const std::string& name,
                                   Result<Record> (*parse)(std::string_view)) {
  PARTITA_TRY_VALUE(text, find_record(archive, name));
  if (!text) return std::optional<Record>();
  auto record = parse(*text);
  if (record) return std::optional(*std::move(record));
  return fail(record.error().code, fmt::format("{} is damaged: {}", archive.name_of(name), record.error().message));
}

// The numbers of objects that a list shows. A generation is a folder, whose objects are not listed, because it may have
// a segment for each second.
Result<std::set<std::uint64_t>> listed_numbers(const ArchivePlace& archive, const std::string& folder) {
  std::set<std::uint64_t> numbers;
  const auto note = [&](std::string_view name) -> Result<void> {
    if (const auto number = leading_number(name)) numbers.insert(*number);
    return {};
  };
  PARTITA_TRY(folder == kGenerationsFolder ? archive.list_folders(folder, note) : archive.list(folder, note));
  return numbers;
}

// The records of a row, from the first one that a list shows. Numbers within the row may be missing, because pruning
// was interrupted there.
template <class Record>
Result<std::vector<std::pair<std::uint64_t, Record>>> read_row(const ArchivePlace& archive, const std::string& folder,
                                                               const std::function<std::string(std::uint64_t)>& name_of,
                                                               std::uint64_t known,
                                                               Result<Record> (*parse)(std::string_view)) {
  std::vector<std::pair<std::uint64_t, Record>> row;
  PARTITA_TRY_VALUE(numbers, listed_numbers(archive, folder));
  if (known > 0) numbers.insert(known);
  numbers.insert(numbers.empty() ? 1 : *numbers.rbegin() + 1);
  // Behind the last number that is known, the numbers that follow are asked for one by one.
  while (!numbers.empty()) {
    const std::uint64_t number = *numbers.begin();
    numbers.erase(numbers.begin());
    PARTITA_TRY_VALUE(record, find<Record>(archive, name_of(number), parse));
    if (!record && number == known)
      return fail(ErrorCode::Corruption,
                  fmt::format("{} is missing, although the head names it", archive.name_of(name_of(number))));
    if (!record) continue;
    row.emplace_back(number, *std::move(record));
    if (numbers.empty()) numbers.insert(number + 1);
  }
  return row;
}

}  // namespace

Result<bool> exists(const ArchivePlace& archive, const std::string& name) {
  bool found = false;
  auto read = archive.get_stream(name, [&](std::string_view) -> Result<void> {
    found = true;
    return fail(ErrorCode::ServiceUnavailable, "enough");
  });
  if (found || read) return true;
  if (is_missing(read.error())) return false;
  return unexpected(std::move(read.error()));
}

Result<bool> has_changes_after(const ArchivePlace& archive, std::uint64_t generation, const ChangesEnd& end) {
  return exists(archive, changes_name(generation, end.segment + 1));
}

Result<std::uint64_t> newest_number(const ArchivePlace& archive, const std::string& folder,
                                    const std::function<std::string(std::uint64_t)>& name_of) {
  PARTITA_TRY_VALUE(numbers, listed_numbers(archive, folder));
  for (std::uint64_t newest = numbers.empty() ? 0 : *numbers.rbegin();; ++newest) {
    PARTITA_TRY_VALUE(more, exists(archive, name_of(newest + 1)));
    if (!more) return newest;
  }
}

Result<Contents> read_contents(const ArchivePlace& archive) {
  PARTITA_TRY(archive.check_format());
  Contents contents;
  PARTITA_TRY_VALUE(head, find<Head>(archive, kHeadName, parse_head));
  contents.head = head;
  PARTITA_TRY_VALUE(generations, read_row<GenerationBegin>(archive, kGenerationsFolder, generation_name,
                                                           head ? head->generation : 0, parse_generation));
  for (auto& [number, begin] : generations) {
    GenerationContents generation{.number = number, .begin = std::move(begin)};
    const bool is_heads = head && head->generation == number;
    const auto name = [number = number](std::uint64_t base) { return base_name(number, base); };
    PARTITA_TRY_VALUE(bases,
                      read_row<Base>(archive, bases_folder(number), name, is_heads ? head->base : 0, parse_base));
    for (auto& [base_number, base] : bases) {
      if (base.generation != number || base.number != base_number)
        return fail(ErrorCode::Corruption, archive.name_of(name(base_number)) + " is the manifest of another base");
      generation.bases.push_back(std::move(base));
    }
    if (is_heads) generation.least_end = head->end;
    if (!contents.generations.empty() && contents.generations.back().number + 1 == number)
      contents.generations.back().least_end = generation.begin.previous_end;
    contents.generations.push_back(std::move(generation));
  }
  return contents;
}

Result<ChangesEnd> read_changes(const ArchivePlace& archive, std::uint64_t generation, const ChangesEnd& after,
                                const EachSegment& each) {
  ChangesEnd end = after;
  bool knows_chain = after.segment == 0 || !after.chain.empty();
  for (;;) {
    const std::string name = changes_name(generation, end.segment + 1);
    auto bytes = archive.get(name, kMostSegmentBytes);
    if (!bytes && is_missing(bytes.error())) return end;
    if (!bytes) return unexpected(std::move(bytes.error()));
    auto segment = parse_segment(*bytes);
    const auto damaged = [&](std::string_view what) {
      return fail(ErrorCode::Corruption, fmt::format("{} is damaged: {}", archive.name_of(name), what));
    };
    if (!segment) return damaged(segment.error().message);
    if (segment->number != end.segment + 1 || segment->batches.empty()) return damaged("it is another segment");
    if (knows_chain && segment->previous_chain != end.chain)
      return damaged("it does not continue the segment before it");
    const storage::LoggedBatch& first = segment->batches.front();
    const storage::LoggedBatch& last = segment->batches.back();
    if (knows_chain && end.segment > 0 && first.first != end.number + 1)
      return damaged("it does not continue the changes before it");
    end = {.segment = segment->number,
           .number = last.first + last.count - 1,
           .time_ms = last.time_ms,
           .chain = chain_of(*bytes)};
    knows_chain = true;
    PARTITA_TRY_VALUE(goes_on, each(*std::move(segment), end));
    if (!goes_on) return end;
  }
}

}  // namespace partita::archive
