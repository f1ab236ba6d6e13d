#include "modelling/docs/html.h"
#include "modelling/picture/palette.h"

namespace partita::modelling::docs {

std::string page_css() { return css_variables(":root") + std::string(page_style()) + picture_css(); }

}  // namespace partita::modelling::docs
