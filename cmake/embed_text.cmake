# Embeds a text file of a layer into its library, so that a script or a style is a file of its own that tools can read.

# partita_embed_text(target file namespace function) adds to `target` a source that defines
# `std::string_view <namespace>::<function>()`, which returns the text of `file`; a header of the layer must declare it.
# It must be called after the target's units are made. A changed file makes CMake run again.
function(partita_embed_text target file namespace function)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${file})
  file(READ ${PROJECT_SOURCE_DIR}/${file} text)
  set(source ${PROJECT_BINARY_DIR}/embedded/${target}_${function}.cc)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT
"// The text of ${file} (cmake/embed_text.cmake).
#include <string_view>

namespace ${namespace} {

std::string_view ${function}();
std::string_view ${function}() { return R\"partita_text(${text})partita_text\"; }

}  // namespace ${namespace}
")
  set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${source})
endfunction()
