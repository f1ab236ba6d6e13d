#include "archive/prune.h"

#include <set>

#include "archive/contents.h"
#include "archive/names.h"
#include "base/try.h"

namespace partita::archive {
namespace {

Result<void> remove_changes(ArchivePlace& archive, std::uint64_t generation, std::uint64_t up_to, Pruned& out) {
  const std::string folder = changes_folder(generation);
  std::vector<std::string> names;
  bool is_past = false;
  auto listed = archive.list(folder, [&](std::string_view name) -> Result<void> {
    const auto number = leading_number(name);
    is_past = number && *number > up_to;
    if (is_past) return fail(ErrorCode::ServiceUnavailable, "the rest stays");
    if (number) names.push_back(folder + std::string(name));
    return {};
  });
  if (!listed && !is_past) return listed;
  for (const std::string& name : names) PARTITA_TRY(archive.remove(name));
  out.segments += names.size();
  return {};
}

}  // namespace

Result<Pruned> prune(ArchivePlace& archive, std::int64_t oldest_ms) {
  Pruned out;
  PARTITA_TRY(archive.remove_leftovers());
  PARTITA_TRY_VALUE(contents, read_contents(archive));
  const Base* first_kept = nullptr;
  for (const GenerationContents& generation : contents.generations)
    for (const Base& base : generation.bases)
      if (base.time_ms <= oldest_ms) first_kept = &base;
  if (first_kept == nullptr) return out;
  std::set<std::string, std::less<>> needed;
  for (const GenerationContents& generation : contents.generations) {
    if (generation.number > first_kept->generation)
      for (const Base& base : generation.bases)
        for (const BaseFile& file : base.files) needed.insert(file.id);
    if (generation.number != first_kept->generation) continue;
    for (const Base& base : generation.bases)
      if (base.number >= first_kept->number)
        for (const BaseFile& file : base.files) needed.insert(file.id);
  }
  // A manifest goes before the objects that it needs, so that each base that is left can be restored.
  for (const GenerationContents& generation : contents.generations) {
    if (generation.number > first_kept->generation) break;
    const bool whole = generation.number < first_kept->generation;
    for (const Base& base : generation.bases) {
      if (!whole && base.number >= first_kept->number) break;
      PARTITA_TRY(archive.remove(base_name(generation.number, base.number)));
      ++out.bases;
    }
    PARTITA_TRY(remove_changes(archive, generation.number, whole ? UINT64_MAX : first_kept->after_segment, out));
    if (!whole) continue;
    PARTITA_TRY(archive.remove(generation_name(generation.number)));
    ++out.generations;
  }
  PARTITA_TRY(archive.list(kFilesFolder, [&](std::string_view id) -> Result<void> {
    if (!needed.contains(id)) out.removed_files.emplace_back(id);
    return {};
  }));
  for (const std::string& id : out.removed_files) PARTITA_TRY(archive.remove(file_name(id)));
  return out;
}

}  // namespace partita::archive
