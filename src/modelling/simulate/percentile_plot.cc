#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "modelling/picture/legend.h"
#include "modelling/picture/svg.h"
#include "modelling/simulate/partitions.h"
#include "modelling/simulate/simulation_report.h"
#include "value/limits.h"

namespace partita::modelling {
namespace {

constexpr double kPlotNames = 190, kPlotWidth = 560, kPlotRow = 26, kLeastPlotUnits = 0.1;

// A scale of powers of ten.
class UnitScale {
 public:
  explicit UnitScale(double most) : decades_(std::ceil(std::log10(std::max(most, 1.0) / kLeastPlotUnits))) {}

  double x(double units) const {
    return kPlotNames +
           kPlotWidth * std::clamp(std::log10(std::max(units, kLeastPlotUnits) / kLeastPlotUnits) / decades_, 0.0, 1.0);
  }
  int decades() const { return static_cast<int>(decades_); }

 private:
  double decades_;
};

void draw_percentiles(Svg& svg, const UnitScale& scale, const std::string& name, const SideResult& side, double limit,
                      double y) {
  const double middle = y + kPlotRow / 2;
  const double p50 = side.of_partitions.quantile(0.5), p99 = side.of_partitions.quantile(0.99);
  const double most = side.of_partitions.most();
  svg.open_group(fmt::format("{}: median {:.3g}, 99th percentile {:.4g}, maximum {:.4g} units per second, limit {:g}",
                             name, p50, p99, most, limit));
  svg.text(kPlotNames - 12, middle + 4, name, {.size_px = 12, .anchor = Anchor::End}, kPlotNames - 24);
  svg.line(scale.x(limit), y + 3, scale.x(limit), y + kPlotRow - 3, "refused");
  if (most > 0) {
    svg.line(scale.x(p50), middle, scale.x(most), middle, "edge");
    svg.circle(scale.x(p50), middle, 4, "e0");
    svg.circle(scale.x(p99), middle, 4, "e3");
    svg.circle(scale.x(most), middle, 4, most > limit ? "alarm" : "tip");
  }
  svg.text(kPlotNames + kPlotWidth + 14, middle + 4,
           most > 0 ? fmt::format("{:.3g} / {:.4g} / {:.4g}", p50, p99, most) : "none",
           {.size_px = 11, .classes = most > limit ? "alarm" : "dim"});
  svg.close_group();
}

}  // namespace

std::string percentiles_svg(const SimulationResult& result) {
  double most = limits::kPartitionReadUnits;
  for (const PlaceResult& place : result.places)
    most = std::max({most, place.reads.of_partitions.most(), place.writes.of_partitions.most()});
  const UnitScale scale(most);
  const double width = kPlotNames + kPlotWidth + 190;
  const char* const title = "Units of a partition in a second";
  const char* const subtitle =
      "median (left dot), 99th percentile and maximum over all partitions and seconds, as asked for; dashed: the limit";
  Svg svg("percentiles", title, subtitle);
  double y = draw_heading(svg, title, subtitle, width) + 8;
  const double top = y;
  const double bottom = top + kPlotRow * 2 * static_cast<double>(result.places.size());
  for (int decade = 0; decade <= scale.decades(); ++decade) {
    const double units = kLeastPlotUnits * std::pow(10, decade);
    svg.line(scale.x(units), top, scale.x(units), bottom, "rule");
    svg.text(scale.x(units), bottom + 16, fmt::format("{:g}", units),
             {.size_px = 10, .classes = "dim", .anchor = Anchor::Middle});
  }
  for (const PlaceResult& place : result.places)
    for (const bool write : {false, true}) {
      draw_percentiles(svg, scale, fmt::format("{} {}", place.name, write ? "writes" : "reads"),
                       write ? place.writes : place.reads,
                       write ? limits::kPartitionWriteUnits : limits::kPartitionReadUnits, y);
      y += kPlotRow;
    }
  return svg.finish(width, y + 28, SvgUse::File);
}

}  // namespace partita::modelling
