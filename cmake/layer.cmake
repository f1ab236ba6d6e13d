# The layers of src, with the other layers that each may use, and how their files are compiled.
#
# Headers are included as "<layer>/x.h". For each layer the include path has a directory that holds one link, to that
# layer. tests/layering checks that a file includes only headers of the layers in DEPENDS, or of layers below those.

# partita_layers_together(group layers...) compiles the files of `layers` in common units, because layers share most of the
# cost of a unit: the headers of the standard library and the code of their templates. It must be called before the
# layers are declared. If PARTITA_APART names one of the layers, or PARTITA_UNITS is off, each layer is compiled by
# itself.
function(partita_layers_together group)
  if(NOT PARTITA_UNITS)
    return()
  endif()
  foreach(layer ${ARGN})
    if(partita_${layer} IN_LIST PARTITA_APART)
      return()
    endif()
  endforeach()
  foreach(layer ${ARGN})
    set(partita_group_of_${layer} partita_${group} PARENT_SCOPE)
  endforeach()
  add_library(partita_${group} STATIC)
  target_link_libraries(partita_${group} PRIVATE partita_options)
endfunction()

# partita_layer(name DEPENDS layers... LIBRARIES libraries...) declares the library partita_<name> of src/<name>/*.cc.
# A target that links it also links the layers in DEPENDS. If the layer has source files, partita_library_of_<name> is
# set to the target that has their objects.
# PARTITA_LAYERS has the names of all layers, in the order of their lines.
function(partita_layer name)
  cmake_parse_arguments(arg "" "" "DEPENDS;LIBRARIES" ${ARGN})
  set(PARTITA_LAYERS ${PARTITA_LAYERS} ${name} PARENT_SCOPE)
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/${name}/*.cc)
  set(include_dir ${PROJECT_BINARY_DIR}/layers/${name})
  file(MAKE_DIRECTORY ${include_dir})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${name} ${include_dir}/${name} SYMBOLIC)
  list(TRANSFORM arg_DEPENDS PREPEND partita_)
  set(include_dirs ${PROJECT_SOURCE_DIR}/include ${include_dir})
  set(libraries ${arg_LIBRARIES} fmt::fmt absl::flat_hash_map Threads::Threads partita_options)
  set(group ${partita_group_of_${name}})
  if(group)
    add_library(partita_${name} INTERFACE)
    target_include_directories(partita_${name} INTERFACE ${include_dirs})
    target_link_libraries(partita_${name} INTERFACE ${group} ${arg_DEPENDS})
    target_sources(${group} PRIVATE ${sources})
    target_include_directories(${group} PRIVATE ${include_dirs})
    # A layer of the group already is in the group. A layer outside the group must be linked.
    target_link_libraries(${group} PRIVATE ${libraries})
    foreach(layer ${arg_DEPENDS})
      string(REPLACE partita_ "" layer ${layer})
      if(NOT "${partita_group_of_${layer}}" STREQUAL "${group}")
        target_link_libraries(${group} PRIVATE partita_${layer})
      endif()
    endforeach()
    set(partita_library_of_${name} ${group} PARENT_SCOPE)
  elseif(sources)
    add_library(partita_${name} STATIC ${sources})
    target_include_directories(partita_${name} PUBLIC ${include_dirs})
    target_link_libraries(partita_${name} PUBLIC ${arg_DEPENDS} PRIVATE ${libraries})
    if(name MATCHES "^(base|storage)$")
      partita_units(partita_${name} ${partita_unit_size_of_${name}})
    else()
      partita_units(partita_${name} ${partita_unit_size_of_${name}} HEADERS <partita/database.h> <fmt/format.h> <algorithm>)
    endif()
    set(partita_library_of_${name} partita_${name} PARENT_SCOPE)
  else()
    add_library(partita_${name} INTERFACE)
    target_include_directories(partita_${name} INTERFACE ${include_dirs})
    target_link_libraries(partita_${name} INTERFACE ${arg_DEPENDS})
  endif()
endfunction()

# partita_layers_end(groups...) makes the units of the groups. It must be called after all layers are declared.
function(partita_layers_end)
  foreach(group ${ARGN})
    if(TARGET partita_${group})
      partita_units(partita_${group} ${partita_unit_size_of_${group}})
    endif()
  endforeach()
endfunction()

# partita_rooms(folder rooms... BOTTOM files... TOP files...) declares the rooms of a layer, or of a room that has rooms:
# its folders, from the lowest to the highest one. A file includes only headers of its own room and of lower ones. The room
# "." has the files of the folder itself, except those after BOTTOM and TOP, which are below and above all rooms. The line
# only declares: tests/layering/check_rooms reads it.
function(partita_rooms folder)
endfunction()
