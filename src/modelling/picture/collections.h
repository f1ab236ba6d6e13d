// Draws item collections as the literature on DynamoDB does: a band for each partition, with its key at the left, and
// in it the items in the order of their sort keys, each with its attributes.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "modelling/picture/svg.h"

namespace partita::modelling {

// An attribute with the text of its value.
struct PictureCell {
  std::string name = {};
  std::string value = {};
};

struct PictureRow {
  std::size_t entity = 0;              // into CollectionsPicture::entities
  std::vector<PictureCell> sort = {};  // the key attributes after the partition key, as many as sort_names
  std::vector<PictureCell> attributes = {};
  std::string whole = {};  // the whole item as text, which is shown beside the pointer
};

struct PicturePartition {
  std::vector<PictureCell> key = {};  // as many as partition_names
  std::vector<PictureRow> rows = {};  // at least one
  std::size_t more_rows = 0;          // further items that are not drawn
};

struct PictureEntity {
  std::string name = {};
  int colour = 0;  // any number; colours repeat after kEntityColours
};

struct CollectionsPicture {
  std::string id = {};  // see Svg
  std::string title = {};
  std::string subtitle = {};
  std::vector<std::string> partition_names = {};  // the attributes of the partition key
  std::vector<std::string> sort_names = {};       // those of the sort key
  std::vector<PictureEntity> entities = {};
  std::vector<PicturePartition> partitions = {};
  std::size_t more_partitions = 0;  // further ones that are not drawn
};

// The picture's width is at most about 1100 pixels.
std::string draw_collections(const CollectionsPicture& picture, SvgUse use);

}  // namespace partita::modelling
