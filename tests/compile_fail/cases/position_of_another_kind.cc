// message: no known conversion
#include "shop.h"

std::string_view name_of(const pt::TableInfo& table, pt::FieldPosition field, pt::IndexPosition index) {
#ifdef MENDED
  (void)field;
  return table.at(index).name;
#else
  (void)index;
  return table.at(field).name;
#endif
}
