# Uses the compiler cache if ccache is installed. Paths below the tree are hashed as relative ones, so that a second
# clone uses the objects that the first one compiled.
find_program(PARTITA_CCACHE ccache)
if(PARTITA_CCACHE)
  set(base CCACHE_BASEDIR=${PROJECT_SOURCE_DIR})
  if(PARTITA_STATIC)
    # The names of files in the objects would be relative to the build's directory, so they would depend on its place.
    set(base)
  endif()
  set(CMAKE_CXX_COMPILER_LAUNCHER env ${base} CCACHE_SLOPPINESS=pch_defines,time_macros
                                      ${CMAKE_CURRENT_LIST_DIR}/cached_compiler ${PARTITA_CCACHE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # ccache needs this option to keep objects that were compiled with a precompiled header.
    add_compile_options(-fpch-preprocess)
  endif()
endif()
