# The compiler looks for memory to free again and again, 2 to 6 % of its time on joined files. Below 400 MB it need not:
# such a file takes 630 to 830 MB then instead of 460 to 610. What it writes is the same with and without, so ccache need not know.
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=400000>)
endif()

# Uses ccache and the mold linker when they are there; a build without them is only slower.
find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
    # What ccache asks for before it keeps objects that were made with a precompiled header.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros
        CCACHE_IGNOREOPTIONS=--param=ggc-min-heapsize=* ${CCACHE_PROGRAM})
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
        add_compile_options(-fpch-preprocess)
    endif()
endif()

# hearth_precompiled(name LINK libraries HEADERS headers…): headers parsed once, for targets that link the same Qt libraries;
# they say target_precompile_headers(target REUSE_FROM name). Most of a small file's compile time is Qt's headers.
function(hearth_precompiled name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK;HEADERS;OPTIONS")
    # Written only when it is missing: configuring again must not build anything again.
    file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/precompiled/${name}.cpp CONTENT "// Only carries the headers.\n")
    add_library(${name} OBJECT ${CMAKE_BINARY_DIR}/precompiled/${name}.cpp)
    set_target_properties(${name} PROPERTIES AUTOMOC OFF)
    target_link_libraries(${name} PRIVATE ${arg_LINK} hearth_warnings hearth_hardening hearth_sanitizers)
    target_compile_options(${name} PRIVATE ${arg_OPTIONS})
    target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

# Libraries are compiled at -O3 unless theirs says otherwise. hearth_warm(targets…): at -O2, for what has loops but none that
# -O3 makes quicker. hearth_cold(targets…): at -O1, two thirds of the time of -O2, for what is done once a request, a click or
# a start.
function(hearth_warm)
    foreach(target ${ARGV})
        target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O2>)
    endforeach()
endfunction()
function(hearth_cold)
    foreach(target ${ARGV})
        target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
        set_target_properties(${target} PROPERTIES HEARTH_COLD ON)
    endforeach()
endfunction()

# hearth_joined(target ALONE files…): the target's files compiled together, sixteen at a time; ALONE ones are left out.
option(HEARTH_JOINED "Compile many files at once: quickest from nothing; OFF is quicker after each edit" ON)
function(hearth_joined target)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "ALONE")
    if(HEARTH_JOINED AND NOT HEARTH_FUZZERS)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 16)
        set_source_files_properties(${arg_ALONE} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
    endif()
endfunction()

find_program(MOLD_PROGRAM mold)
if(MOLD_PROGRAM AND CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 12.1)
    add_link_options(-fuse-ld=mold)
endif()
