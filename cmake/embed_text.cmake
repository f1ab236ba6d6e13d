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

# partita_embed_folder(target folder pattern header namespace function) adds to `target` a source that defines
# `std::vector<std::pair<std::string_view, std::string_view>> <namespace>::<function>()`, which `header` declares: the
# names of the files of `folder` that match `pattern`, in their order, and their texts.
function(partita_embed_folder target folder pattern header namespace function)
  file(GLOB paths CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/${folder} ${PROJECT_SOURCE_DIR}/${folder}/${pattern})
  list(SORT paths)
  set(entries "")
  foreach(path ${paths})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/${path})
    file(READ ${PROJECT_SOURCE_DIR}/${folder}/${path} text)
    string(APPEND entries "      {\"${path}\", R\"partita_text(${text})partita_text\"},\n")
  endforeach()
  set(source ${PROJECT_BINARY_DIR}/embedded/${target}_${function}.cc)
  set(content
"// The texts of ${folder} (cmake/embed_text.cmake).
#include \"${header}\"

namespace ${namespace} {

std::vector<std::pair<std::string_view, std::string_view>> ${function}() {
  return {
${entries}  };
}

}  // namespace ${namespace}
")
  file(GENERATE OUTPUT ${source} CONTENT "${content}")
  set_source_files_properties(${source} PROPERTIES SKIP_PRECOMPILE_HEADERS ON GENERATED ON)
  target_sources(${target} PRIVATE ${source})
endfunction()
