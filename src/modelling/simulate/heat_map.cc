#include <fmt/format.h>

#include <algorithm>

#include "modelling/picture/legend.h"
#include "modelling/picture/palette.h"
#include "modelling/picture/svg.h"
#include "modelling/simulate/simulation_report.h"

namespace partita::modelling {
namespace {

constexpr double kHeatLeft = 92, kHeatCell = 7, kLeastHeatRow = 6, kMostHeatRow = 22, kHeatHeight = 380;
constexpr float kNoHeat = 1e-4f;

// The rows of the picture: partitions, or the hottest of each group of neighbours.
struct HeatRows {
  std::vector<std::vector<float>> use;  // by row, then by interval
  std::size_t partitions = 0;
};

HeatRows heat_rows_of(const PlaceResult& place) {
  HeatRows rows;
  rows.partitions = place.heat.empty() ? 0 : place.heat.front().size();
  const std::size_t count = std::min(rows.partitions, kHeatRows);
  rows.use.assign(count, std::vector<float>(place.heat.size()));
  for (std::size_t interval = 0; interval < place.heat.size(); ++interval)
    for (std::size_t p = 0; p < rows.partitions; ++p) {
      float& use = rows.use[p * count / rows.partitions][interval];
      use = std::max(use, place.heat[interval][p]);
    }
  return rows;
}

std::string heat_class(float use) {
  if (use > 1) return "alarm";
  const int step = use <= kNoHeat ? 0 : 1 + static_cast<int>(use * (kHeatSteps - 2) + 0.5f);
  return fmt::format("h{}", std::min(step, kHeatSteps - 1));
}

// Neighbouring cells of a class are one rectangle.
void draw_heat_row(Svg& svg, const std::vector<float>& use, double y, double height) {
  for (std::size_t begin = 0; begin < use.size();) {
    std::size_t end = begin + 1;
    while (end < use.size() && heat_class(use[end]) == heat_class(use[begin])) ++end;
    svg.rect(
        {kHeatLeft + static_cast<double>(begin) * kHeatCell, y, static_cast<double>(end - begin) * kHeatCell, height},
        heat_class(use[begin]));
    begin = end;
  }
}

double draw_heat_scale(Svg& svg, double y) {
  double x = kHeatLeft;
  svg.text(x, y + 11, "asked of a partition:", {.size_px = 11, .classes = "dim"});
  x += 108;
  for (int step = 0; step < kHeatSteps; ++step, x += 18) svg.rect({x, y, 18, 14}, fmt::format("h{}", step));
  svg.text(x - 18.0 * kHeatSteps, y + 27, "0", {.size_px = 10, .classes = "dim"});
  svg.text(x, y + 27, "100 %", {.size_px = 10, .classes = "dim", .anchor = Anchor::End});
  svg.rect({x + 12, y, 18, 14}, "alarm");
  svg.text(x + 36, y + 11, "asked for more than its limit", {.size_px = 11, .classes = "dim"});
  return y + 36;
}

}  // namespace

std::string heat_map_svg(const SimulationResult& result, const PlaceResult& place) {
  const HeatRows rows = heat_rows_of(place);
  const double row_height =
      rows.use.empty() ? kMostHeatRow
                       : std::clamp(kHeatHeight / static_cast<double>(rows.use.size()), kLeastHeatRow, kMostHeatRow);
  const double map_width = kHeatCell * static_cast<double>(place.heat.size());
  const double width = std::max(kHeatLeft + map_width + kMargin, 560.0);
  const std::string subtitle = fmt::format("{} partition{} at the end, in the order of their hashes; a column is {} s",
                                           rows.partitions, rows.partitions == 1 ? "" : "s", result.interval_seconds);
  Svg svg("heat", fmt::format("Partitions of {} over time", place.name), subtitle);
  const double top = draw_heading(svg, fmt::format("Partitions of {} over time", place.name), subtitle, width) + 8;
  double y = top;
  for (std::size_t row = 0; row < rows.use.size(); ++row) {
    const float most = rows.use[row].empty() ? 0 : *std::max_element(rows.use[row].begin(), rows.use[row].end());
    svg.open_group(fmt::format("row {} of {}: at most {:.0f} % of a partition", row + 1, rows.use.size(), 100 * most));
    if (row_height >= 11 || row % 4 == 0)
      svg.text(kHeatLeft - 8, y + row_height / 2 + 4, fmt::format("{:.0f} %", 100 * most),
               {.size_px = 10, .classes = "dim", .anchor = Anchor::End});
    draw_heat_row(svg, rows.use[row], y, std::max(1.0, row_height - (row_height >= 11 ? 1 : 0)));
    svg.close_group();
    y += row_height;
  }
  svg.text(kHeatLeft - 8, top - 4, "at most", {.size_px = 10, .classes = "dim", .anchor = Anchor::End});
  constexpr int kTicks = 6;
  for (int tick = 0; tick <= kTicks; ++tick) {
    const double x = kHeatLeft + map_width * tick / kTicks;
    svg.line(x, y, x, y + 4, "rule");
    svg.text(x, y + 17, clock_text(result.seconds * tick / kTicks),
             {.size_px = 10,
              .classes = "dim",
              .anchor = tick == 0        ? Anchor::Start
                        : tick == kTicks ? Anchor::End
                                         : Anchor::Middle});
  }
  y = draw_heat_scale(svg, y + 32);
  return svg.finish(width, y + 8, SvgUse::File);
}

}  // namespace partita::modelling
