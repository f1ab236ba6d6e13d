# partita_layer(name DEPENDS layers... LIBRARIES libraries...): the static library partita_<name> of src/<name>/*.cc.
#
# Headers are included as "<layer>/x.h". A directory of its own, holding one link, stands for each layer on the include
# path, so a header of a layer that is not named in DEPENDS (or below those) is not found.
function(partita_layer name)
  cmake_parse_arguments(arg "" "" "DEPENDS;LIBRARIES;PRECOMPILE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cc)
  set(include_dir ${PROJECT_BINARY_DIR}/layers/${name})
  file(MAKE_DIRECTORY ${include_dir})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${name} ${include_dir}/${name} SYMBOLIC)
  list(TRANSFORM arg_DEPENDS PREPEND partita_)
  if(sources)
    add_library(partita_${name} STATIC ${sources})
    target_include_directories(partita_${name} PUBLIC ${PROJECT_SOURCE_DIR}/include ${include_dir})
    target_link_libraries(partita_${name} PUBLIC tl::expected ${arg_DEPENDS} PRIVATE ${arg_LIBRARIES} fmt::fmt absl::flat_hash_map Threads::Threads partita_options)
    partita_units(partita_${name} FILES 44 HEADERS ${arg_PRECOMPILE})
  else()
    add_library(partita_${name} INTERFACE)
    target_include_directories(partita_${name} INTERFACE ${PROJECT_SOURCE_DIR}/include ${include_dir})
    target_link_libraries(partita_${name} INTERFACE tl::expected ${arg_DEPENDS})
  endif()
endfunction()
