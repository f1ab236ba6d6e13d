// message: is not a constant expression
#include "shop.h"

pt::IndexPosition behind(std::size_t number) {
#ifdef MENDED
  return pt::IndexPosition(number);
#else
  return static_cast<int>(number);
#endif
}
