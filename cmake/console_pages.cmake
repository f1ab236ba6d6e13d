# Embeds the console's pages: src/console/web/** and Debian's mithril.js, each compressed by gzip.

# partita_embed_pages(target) adds to `target` a source that has the files as bytes, and their paths. It must be called
# after the target's units are made, because the assembler reads the bytes when that source is compiled. A changed file
# is compressed again and compiles that source again; a new file makes CMake run again.
function(partita_embed_pages target)
  find_program(GZIP_COMMAND gzip REQUIRED)
  find_file(MITHRIL_FILE mithril.js PATHS /usr/lib/nodejs/mithril /usr/share/nodejs/mithril NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH REQUIRED)
  set(web ${PROJECT_SOURCE_DIR}/src/console/web)
  set(out ${PROJECT_BINARY_DIR}/console_pages)
  file(GLOB_RECURSE files CONFIGURE_DEPENDS RELATIVE ${web} ${web}/*)
  list(SORT files)
  set(number 0)
  set(bytes)
  set(declarations)
  set(rows)
  set(compressed)
  foreach(file lib/mithril.js ${files})
    set(source ${web}/${file})
    if(file STREQUAL lib/mithril.js)
      set(source ${MITHRIL_FILE})
    endif()
    set(packed ${out}/${file}.gz)
    cmake_path(GET packed PARENT_PATH directory)
    file(MAKE_DIRECTORY ${directory})
    # Without the name and the time of the file, equal files give equal bytes.
    add_custom_command(OUTPUT ${packed} COMMAND ${GZIP_COMMAND} -9nc ${source} > ${packed} DEPENDS ${source} VERBATIM)
    list(APPEND compressed ${packed})
    set(name partita_page_${number})
    string(APPEND bytes "    \"${name}: .incbin \\\"${packed}\\\"\\n\"\n    \"${name}_end: .byte 0\\n\"\n")
    string(APPEND declarations "extern const char ${name}[], ${name}_end[];\n")
    string(APPEND rows "      {\"/${file}\", {${name}, std::size_t(${name}_end - ${name})}},\n")
    math(EXPR number "${number} + 1")
  endforeach()
  file(CONFIGURE OUTPUT ${out}/pages.cc @ONLY CONTENT
"// The bytes of the console's pages, which cmake/console_pages.cmake lists.
#include \"console/site/pages.h\"

asm(
    \".pushsection .rodata\\n\"
${bytes}    \".popsection\\n\");
#pragma GCC visibility push(hidden)
extern \"C\" {
${declarations}}
#pragma GCC visibility pop

namespace partita::console {

std::span<const Page> pages() {
  static const Page kPages[] = {
${rows}  };
  return kPages;
}

}  // namespace partita::console
")
  set_source_files_properties(${out}/pages.cc PROPERTIES OBJECT_DEPENDS "${compressed}" SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${out}/pages.cc)
endfunction()
