#include <partita/model/detail/member_path.h>

#include "base/check.h"

template class std::vector<partita::model::PathStep>;

namespace partita::model {

PathStep::PathStep() = default;
PathStep::PathStep(const char* entry) : name(entry) {}
PathStep::PathStep(std::string entry) : name(std::move(entry)) {}
PathStep::PathStep(std::string_view entry) : name(entry) {}
PathStep::PathStep(const PathStep&) = default;
PathStep::PathStep(PathStep&&) noexcept = default;
PathStep& PathStep::operator=(const PathStep&) = default;
PathStep& PathStep::operator=(PathStep&&) noexcept = default;
PathStep::~PathStep() = default;

Path::Path() = default;
Path::Path(const char* attribute) : steps{PathStep(attribute)} {}
Path::Path(std::string attribute) { steps.emplace_back(std::move(attribute)); }
Path::Path(std::string_view attribute) { steps.emplace_back(attribute); }
Path::Path(std::initializer_list<PathStep> all) : steps(all) {}
Path::Path(const Path&) = default;
Path::Path(Path&&) noexcept = default;
Path& Path::operator=(const Path&) = default;
Path& Path::operator=(Path&&) noexcept = default;
Path::~Path() = default;

namespace detail {

Path make_path(std::span<const WrittenStep> steps, std::span<const PathStep> open) {
  using Kind = WrittenStep::Kind;
  Path path;
  path.steps.reserve(steps.size());
  for (const WrittenStep& step : steps) {
    if (step.kind == Kind::Name) {
      path.steps.emplace_back(step.name);
    } else if (step.kind == Kind::Element) {
      path.steps.emplace_back(step.element);
    } else {
      PARTITA_CHECK(!open.empty());
      path.steps.push_back(open.front());
      open = open.subspan(1);
    }
  }
  return path;
}

}  // namespace detail
}  // namespace partita::model
