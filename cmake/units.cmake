# Units: many source files of a target are compiled as one, because most of a file's cost is the headers that it
# includes. The files of a unit parse the headers, instantiate their templates and generate the code of inline functions
# only once, which makes a build from scratch much shorter.
#
# An edited file costs its whole unit. So scripts/check has the target that a developer works on compiled file by file,
# with precompiled headers.
#
# Two rules follow. First, names in the unnamed namespaces of a target must be unique in the target, because any of its
# files may meet in a unit; the layers of a group (cmake/layer.cmake) are one target. Second, a file must still include
# all headers that it uses, because scripts/build-clang compiles each file by itself, without precompiled headers.
option(PARTITA_UNITS "compile many source files of a target as one" ON)
set(PARTITA_APART "" CACHE STRING "targets that are compiled file by file all the same, such as partita_engine;unit_engine")

# partita_units(target [FILES n] [HEADERS headers...]) puts the files of `target` into units of at most `n` files, or
# into one unit without FILES. If the target is compiled file by file, `headers` are precompiled for it. It must be
# called after the target has all its sources.
function(partita_units target)
  cmake_parse_arguments(arg "" "FILES" "HEADERS" ${ARGN})
  if(NOT PARTITA_UNITS OR target IN_LIST PARTITA_APART)
    if(arg_HEADERS)
      target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
    endif()
    return()
  endif()
  get_target_property(files ${target} SOURCES)
  list(LENGTH files count)
  if(NOT arg_FILES)
    set(arg_FILES ${count})
  endif()
  # Units have equal sizes, because the longest one decides how long a machine with many cores waits.
  math(EXPR units "(${count} + ${arg_FILES} - 1) / ${arg_FILES}")
  math(EXPR size "(${count} + ${units} - 1) / ${units}")
  set(sources)
  math(EXPR last "${units} - 1")
  foreach(number RANGE ${last})
    math(EXPR first "${number} * ${size}")
    list(SUBLIST files ${first} ${size} unit)
    set(content)
    foreach(file ${unit})
      # Relative names let clones in different directories share the compiler cache.
      cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
      cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
      string(APPEND content "#include \"${file}\"\n")
    endforeach()
    set(source ${PROJECT_BINARY_DIR}/units/${target}_${number}.cc)
    file(CONFIGURE OUTPUT ${source} CONTENT "${content}" @ONLY)
    list(APPEND sources ${source})
  endforeach()
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # In large units GCC 12 takes the storage of an empty optional for a value that is read.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
  endif()
  target_compile_options(${target} PRIVATE "SHELL:-iquote \"${PROJECT_SOURCE_DIR}\"")
endfunction()
