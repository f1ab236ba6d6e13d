#include "modelling/picture/collections.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "modelling/picture/legend.h"
#include "modelling/picture/plain_text.h"

namespace partita::modelling {
namespace {

constexpr double kLimit = 1100;  // of the picture's width
constexpr double kRow = 44, kLabelLine = 17, kValueLine = 34, kPadding = 12, kBetween = 10;
constexpr double kLabelSize = 10.5, kValueSize = 12, kHeadSize = 11;
constexpr double kKeyLongest = 300, kAttributeLongest = 176, kMoreWidth = 46;

double label_width(std::string_view text) { return text_width(printable(text), Font::Sans, kLabelSize); }
double value_width(std::string_view text) { return text_width(printable(text), Font::Mono, kValueSize); }
double head_name_width(std::string_view text) { return text_width(printable(text), Font::Mono, kHeadSize); }
double cell_width(const PictureCell& cell, double longest) {
  return std::min(longest, std::max(label_width(cell.name), value_width(cell.value))) + 2 * kPadding;
}

// The columns of one picture. Each entity has its own columns of attributes, so that its items are aligned.
struct Columns {
  double partition = 0;
  std::vector<double> sort = {};
  std::map<std::size_t, std::vector<double>> attributes = {};  // by entity; only those that have room
  double right = 0;                                            // of the bands

  double first_sort() const { return kMargin + partition; }
  double first_attribute() const {
    double x = first_sort();
    for (const double width : sort) x += width;
    return x;
  }
};

class Collections {
 public:
  explicit Collections(const CollectionsPicture& picture)
      : picture_(picture), svg_(picture.id, picture.title, described()) {}

  std::string draw(SvgUse use) {
    measure();
    double heading = 0;
    for (const auto& text : {picture_.title, picture_.subtitle})
      heading = std::max(heading, text_width(printable(text), Font::Bold, &text == &picture_.title ? 16 : 12));
    const double width = std::max(columns_.right + kMargin, std::min(kLimit, std::max(560.0, heading + 2 * kMargin)));
    double y = draw_heading(svg_, picture_.title, picture_.subtitle, width, use);
    y = draw_legend(svg_, picture_.entities, y, width);
    y = draw_head(y + 8);
    for (const PicturePartition& partition : picture_.partitions) y = draw_partition(partition, y) + kBetween;
    if (picture_.partitions.empty()) {
      svg_.text(kMargin, y + 18, "No example item is in here.", {.classes = "dim"});
      y += 30;
    }
    if (picture_.more_partitions > 0) {
      svg_.text(kMargin, y + 12, more_text(picture_.more_partitions, "item collection"), {.classes = "dim"});
      y += 24;
    }
    return svg_.finish(width, y - kBetween + kMargin, use);
  }

 private:
  static std::string more_text(std::size_t count, std::string_view what) {
    return fmt::format("… and {} more {}{}", count, what, count == 1 ? "" : "s");
  }

  std::string described() const {
    std::string text = picture_.subtitle.empty() ? std::string() : picture_.subtitle + ". ";
    for (const PicturePartition& partition : picture_.partitions) {
      for (const PictureCell& cell : partition.key) text += fmt::format("{} {}, ", cell.name, cell.value);
      text += fmt::format("{} item{}: ", partition.rows.size(), partition.rows.size() == 1 ? "" : "s");
      for (std::size_t i = 0; i < partition.rows.size(); ++i) {
        const PictureRow& row = partition.rows[i];
        text += (i == 0 ? "" : ", ") + picture_.entities[row.entity].name;
        for (const PictureCell& cell : row.sort) text += " " + cell.value;
      }
      text += ". ";
    }
    return text;
  }

  // ---- widths

  void measure() {
    columns_.partition = head_width(picture_.partition_names, "Partition key");
    columns_.sort.assign(std::max<std::size_t>(1, picture_.sort_names.size()), 0);
    for (std::size_t i = 0; i < picture_.sort_names.size(); ++i)
      columns_.sort[i] = std::min(kKeyLongest, head_name_width(picture_.sort_names[i])) + 2 * kPadding;
    columns_.sort[0] = std::max(columns_.sort[0], label_width(sort_head()) + 2 * kPadding);
    for (const PicturePartition& partition : picture_.partitions) {
      for (const PictureCell& cell : partition.key)
        columns_.partition = std::max(columns_.partition, cell_width(cell, kKeyLongest));
      for (const PictureRow& row : partition.rows) {
        for (std::size_t i = 0; i < row.sort.size() && i < columns_.sort.size(); ++i)
          columns_.sort[i] = std::max(columns_.sort[i], cell_width({{}, row.sort[i].value}, kKeyLongest));
        const double name = text_width(printable(picture_.entities[row.entity].name), Font::Bold, kLabelSize);
        columns_.sort[0] = std::max(columns_.sort[0], std::min(kKeyLongest, name) + 2 * kPadding);
        measure_attributes(row);
      }
    }
    choose_attributes();
  }

  double head_width(const std::vector<std::string>& names, std::string_view title) const {
    double width = label_width(title);
    double all = 0;
    for (const std::string& name : names) all += head_name_width((all > 0 ? " + " : "") + name);
    width = std::max(width, std::min(kKeyLongest, all));
    return width + 2 * kPadding;
  }

  void measure_attributes(const PictureRow& row) {
    std::vector<double>& widths = columns_.attributes[row.entity];
    widths.resize(std::max(widths.size(), row.attributes.size()), 0);
    for (std::size_t i = 0; i < row.attributes.size(); ++i)
      widths[i] = std::max(widths[i], cell_width(row.attributes[i], kAttributeLongest));
  }

  // Keeps the columns that have room, and decides the right border.
  void choose_attributes() {
    const double first = columns_.first_attribute(), limit = kLimit - kMargin;
    columns_.right = first;
    for (auto& [entity, widths] : columns_.attributes) {
      double all = first;
      for (const double width : widths) all += width;
      std::size_t kept = widths.size();
      if (all > limit) {
        double x = first;
        for (kept = 0; kept < widths.size() && x + widths[kept] + kMoreWidth <= limit; ++kept) x += widths[kept];
        all = x + kMoreWidth;
      }
      widths.resize(kept);
      columns_.right = std::max(columns_.right, all);
    }
    columns_.right = std::max(columns_.right, first + label_width("Attributes") + 2 * kPadding);
  }

  // ---- drawing

  std::string_view sort_head() const { return picture_.sort_names.empty() ? "Item" : "Sort key"; }

  double draw_head(double y) {
    const TextStyle title{.size_px = kLabelSize, .classes = "dim"};
    const TextStyle name{.font = Font::Mono, .size_px = kHeadSize};
    const double second = y + 28;
    svg_.text(kMargin + kPadding, y + 12, "Partition key", title);
    std::string names;
    for (const std::string& one : picture_.partition_names) names += (names.empty() ? "" : " + ") + one;
    svg_.text(kMargin + kPadding, second, names, name, columns_.partition - 2 * kPadding);
    svg_.text(columns_.first_sort() + kPadding, y + 12, sort_head(), title);
    double x = columns_.first_sort();
    for (std::size_t i = 0; i < picture_.sort_names.size(); ++i) {
      svg_.text(x + kPadding, second, picture_.sort_names[i], name, columns_.sort[i] - 2 * kPadding);
      x += columns_.sort[i];
    }
    svg_.text(columns_.first_attribute() + kPadding, y + 12, "Attributes", title);
    return y + 38;
  }

  double draw_partition(const PicturePartition& partition, double y) {
    const double more = partition.more_rows > 0 ? 26 : 0;
    const double keys = static_cast<double>(partition.key.size()) * kRow;
    const Box band{
        kMargin, y, columns_.right - kMargin,
        std::max(static_cast<double>(partition.rows.size()) * kRow + more, partition.key.size() > 1 ? keys : 0)};
    svg_.path(left_rounded({band.x, band.y, columns_.partition, band.height}, 8), "band");
    double key_y = y;
    for (const PictureCell& cell : partition.key) {
      svg_.text(kMargin + kPadding, key_y + kLabelLine, cell.name, {.size_px = kLabelSize, .classes = "dim"},
                columns_.partition - 2 * kPadding);
      svg_.text(kMargin + kPadding, key_y + kValueLine, cell.value,
                {.font = Font::Mono, .size_px = kValueSize, .keeps_end = true}, columns_.partition - 2 * kPadding);
      key_y += kRow;
    }
    double row_y = y;
    for (const PictureRow& row : partition.rows) {
      draw_row(row, row_y);
      row_y += kRow;
      if (&row != &partition.rows.back() || more > 0)
        svg_.line(columns_.first_sort(), row_y, columns_.right, row_y, "rule");
    }
    if (more > 0)
      svg_.text(columns_.first_sort() + kPadding, row_y + 17, more_text(partition.more_rows, "item"),
                {.size_px = 11, .classes = "dim"});
    svg_.rect(band, "frame", 8);
    return band.bottom();
  }

  void draw_row(const PictureRow& row, double y) {
    const PictureEntity& entity = picture_.entities[row.entity];
    svg_.open_group(row.whole);
    double x = columns_.first_sort();
    svg_.rect({x, y, columns_.first_attribute() - x, kRow}, tint_class(entity.colour));
    draw_stripe(svg_, entity.colour, x, y, y + kRow);
    svg_.text(x + kPadding, y + (row.sort.empty() ? kRow / 2 + 4 : kLabelLine), entity.name,
              {.font = Font::Bold, .size_px = kLabelSize, .classes = strong_class(entity.colour)},
              columns_.sort[0] - 2 * kPadding);
    for (std::size_t i = 0; i < row.sort.size() && i < columns_.sort.size(); ++i) {
      svg_.text(x + kPadding, y + kValueLine, row.sort[i].value,
                {.font = Font::Mono, .size_px = kValueSize, .keeps_end = true}, columns_.sort[i] - 2 * kPadding);
      x += columns_.sort[i];
    }
    draw_attributes(row, columns_.first_attribute(), y);
    svg_.close_group();
  }

  void draw_attributes(const PictureRow& row, double x, double y) {
    const std::vector<double>& widths = columns_.attributes[row.entity];
    for (std::size_t i = 0; i < row.attributes.size(); ++i) {
      if (i == widths.size()) {
        svg_.text(x + kPadding, y + kRow / 2 + 4, fmt::format("+{}", row.attributes.size() - i),
                  {.size_px = 12, .classes = "dim"});
        return;
      }
      if (i > 0) svg_.line(x, y + 8, x, y + kRow - 8, "rule");
      svg_.text(x + kPadding, y + kLabelLine, row.attributes[i].name, {.size_px = kLabelSize, .classes = "dim"},
                widths[i] - 2 * kPadding);
      svg_.text(x + kPadding, y + kValueLine, row.attributes[i].value, {.font = Font::Mono, .size_px = kValueSize},
                widths[i] - 2 * kPadding);
      x += widths[i];
    }
  }

  const CollectionsPicture& picture_;
  Columns columns_;
  Svg svg_;
};

}  // namespace

std::string draw_collections(const CollectionsPicture& picture, SvgUse use) { return Collections(picture).draw(use); }

}  // namespace partita::modelling
