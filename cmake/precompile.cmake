# Headers that nearly every file of a group of targets includes are parsed once for the group, which halves the time of a
# build from scratch. A file still includes what it uses: scripts/build-clang builds without this
# (CMAKE_DISABLE_PRECOMPILE_HEADERS).

if(PARTITA_CCACHE AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # What ccache asks for, to keep objects that were made with a precompiled header.
  set(CMAKE_CXX_COMPILER_LAUNCHER env CCACHE_SLOPPINESS=pch_defines,time_macros ${PARTITA_CCACHE})
  add_compile_options(-fpch-preprocess)
endif()

# partita_precompile(group target HEADERS headers...): the first target of a group has the headers, the others use its.
# All targets of a group are compiled with the same options.
function(partita_precompile group target)
  cmake_parse_arguments(arg "" "" "HEADERS" ${ARGN})
  get_property(first GLOBAL PROPERTY partita_precompiled_${group})
  if(first)
    target_precompile_headers(${target} REUSE_FROM ${first})
  else()
    target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
    set_property(GLOBAL PROPERTY partita_precompiled_${group} ${target})
  endif()
endfunction()
