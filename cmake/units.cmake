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

# partita_units(target [KB n] [HEADERS headers...]) puts the files of `target` into units of about `n` KB of source text
# each (200 without KB), so that no compilation needs much more than 1 GB of memory. Files that PARTITA_COLD_FILES names
# get units of their own, which are compiled with PARTITA_RARE_OPTIMIZATION, and each file that PARTITA_HEAVY_FILES names
# is a unit by itself. If the target is compiled file by file, or has at least four units, `headers` are precompiled for
# it. It must be called after the target has all its sources.
function(partita_units target)
  cmake_parse_arguments(arg "" "KB" "HEADERS" ${ARGN})
  if(NOT PARTITA_UNITS OR target IN_LIST PARTITA_APART)
    if(arg_HEADERS)
      target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
    endif()
    return()
  endif()
  if(NOT arg_KB)
    set(arg_KB 200)
  endif()
  get_target_property(files ${target} SOURCES)
  set(warm)
  set(cold)
  set(heavy_units)
  foreach(file ${files})
    # Relative names let clones in different directories share the compiler cache.
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
    if(PARTITA_COLD_FILES AND file MATCHES "${PARTITA_COLD_FILES}")
      list(APPEND cold ${file})
    elseif(PARTITA_HEAVY_FILES AND file MATCHES "${PARTITA_HEAVY_FILES}")
      cmake_path(GET file STEM name)
      partita_make_units(units ${target} _${name} ${arg_KB} ${file})
      list(APPEND heavy_units ${units})
    else()
      list(APPEND warm ${file})
    endif()
  endforeach()
  partita_make_units(warm_units ${target} "" ${arg_KB} ${warm})
  partita_make_units(cold_units ${target} _cold ${arg_KB} ${cold})
  if(cold_units)
    set_source_files_properties(${cold_units} PROPERTIES COMPILE_OPTIONS "$<$<NOT:$<CONFIG:Debug>>:${PARTITA_RARE_OPTIMIZATION}>")
    if(PARTITA_RARE_OPTIMIZATION STREQUAL "-Os")
      # GCC refuses headers that were precompiled with another one.
      set_source_files_properties(${cold_units} PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endif()
  set(sources ${heavy_units} ${warm_units} ${cold_units})
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
  list(LENGTH sources units)
  if(arg_HEADERS AND units GREATER_EQUAL 4)
    target_precompile_headers(${target} PRIVATE ${arg_HEADERS})
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # In large units GCC 12 takes the storage of an empty optional for a value that is read.
    target_compile_options(${target} PRIVATE -Wno-maybe-uninitialized)
  endif()
  target_compile_options(${target} PRIVATE "SHELL:-iquote \"${PROJECT_SOURCE_DIR}\"")
endfunction()

# partita_make_units(out target suffix kb files...) writes units of `files`, whose paths are relative to the tree, and sets
# `out` to them. The units have about equal sizes, because the longest one decides how long a machine with many cores
# waits.
function(partita_make_units out target suffix kb)
  set(total 0)
  foreach(file ${ARGN})
    file(SIZE ${PROJECT_SOURCE_DIR}/${file} size)
    math(EXPR total "${total} + ${size}")
  endforeach()
  math(EXPR count "(${total} + ${kb} * 1024 - 1) / (${kb} * 1024)")
  set(number 0)
  set(done 0)
  set(content)
  set(units)
  foreach(file ${ARGN})
    file(SIZE ${PROJECT_SOURCE_DIR}/${file} size)
    math(EXPR done "${done} + ${size}")
    string(APPEND content "#include \"${file}\"\n")
    math(EXPR reached "${done} * ${count} / ${total}")
    if(reached GREATER number)
      set(unit ${PROJECT_BINARY_DIR}/units/${target}${suffix}_${number}.cc)
      file(CONFIGURE OUTPUT ${unit} CONTENT "${content}" @ONLY)
      list(APPEND units ${unit})
      set(content)
      set(number ${reached})
    endif()
  endforeach()
  set(${out} ${units} PARENT_SCOPE)
endfunction()
