# With HEARTH_JOINED the tests of a folder (or of several, see hearth_join_tests_here) are one program, compiled twenty files
# at a time: each test alone costs more than a second for Qt's templates, whatever it holds, and a link. tests/tst_x is then a
# link to that program, which runs the test that it is called by. Everything else is as with programs of their own: the names
# of targets, of tests and of files.

add_library(hearth_joined_main STATIC EXCLUDE_FROM_ALL support/joined_tests.cpp)
target_link_libraries(hearth_joined_main PRIVATE hearth_warnings hearth_hardening hearth_sanitizers)

# Where few tests of a folder are wanted, those stay alone: the others need not be compiled then.
set(hearth_tests_alone "")
if(HEARTH_SANITIZER STREQUAL "address-undefined")
    set(hearth_tests_alone sanitized)
elseif(HEARTH_SANITIZER STREQUAL "thread")
    set(hearth_tests_alone threads)
endif()

# hearth_test_can_join(result TEXT LABELS): whether a test can share its program and its object file with others.
function(hearth_test_can_join result text labels)
    set(${result} OFF PARENT_SCOPE)
    # What a test does to the whole program, or says of its own compilation, is its alone; the processor is everybody's.
    string(REPLACE "\n#if defined(__x86_64__)" "" text "${text}")
    if(HEARTH_JOINED AND NOT hearth_tests_alone IN_LIST labels AND NOT HEARTH_FUZZERS AND text MATCHES "QTEST_[A-Z_]*MAIN\\("
            AND NOT text MATCHES "\n *# *(if|define)|Q_DECLARE_METATYPE|extern \"C\"|operator (new|delete)")
        set(${result} ON PARENT_SCOPE)
    endif()
endfunction()

# hearth_join_tests_here(): tests of the folders that are added below go into the program of this one.
macro(hearth_join_tests_here)
    set(hearth_joined_folder ${CMAKE_CURRENT_SOURCE_DIR})
endmacro()

# hearth_join_test(tst_x LINK ...): puts the test into the program of its folder, which is made when the folder has been read.
function(hearth_join_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINK")
    set(folder ${CMAKE_CURRENT_SOURCE_DIR})
    if(hearth_joined_folder)
        set(folder ${hearth_joined_folder})
    endif()
    get_property(tests DIRECTORY ${folder} PROPERTY HEARTH_JOINED_TESTS)
    if(NOT tests)
        cmake_language(DEFER DIRECTORY ${folder} CALL hearth_finish_joined_tests)
    endif()
    set_property(DIRECTORY ${folder} APPEND PROPERTY HEARTH_JOINED_TESTS ${CMAKE_CURRENT_SOURCE_DIR}/${name})
    set_property(DIRECTORY ${folder} APPEND PROPERTY HEARTH_JOINED_LINK ${arg_LINK})
    add_custom_target(${name})
endfunction()

function(hearth_finish_joined_tests)
    get_property(tests DIRECTORY PROPERTY HEARTH_JOINED_TESTS)
    get_property(link DIRECTORY PROPERTY HEARTH_JOINED_LINK)
    list(REMOVE_DUPLICATES link)
    file(RELATIVE_PATH folder ${CMAKE_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
    string(REPLACE "/" "_" program ${folder})
    add_executable(${program})
    set(text "")
    foreach(test ${tests})
        file(READ ${test}.cpp more)
        string(APPEND text "${more}")
    endforeach()
    hearth_configure_test(${program} "${text}" LINK hearth_joined_main ${link})
    list(LENGTH tests count)
    math(EXPR batches "(${count} + 19) / 20")
    math(EXPR size "(${count} + ${batches} - 1) / ${batches}")
    math(EXPR last "${batches} - 1")
    foreach(batch RANGE ${last})
        math(EXPR first "${batch} * ${size}")
        list(SUBLIST tests ${first} ${size} some)
        set(files)
        foreach(test ${some})
            cmake_path(GET test PARENT_PATH from)
            cmake_path(GET test FILENAME name)
            list(APPEND files ${test}.cpp)
            target_include_directories(${program} PRIVATE ${from})
            hearth_moc_test(${program} ${test})
            add_dependencies(${name} ${program})
            set_property(TARGET ${name} PROPERTY HEARTH_PROGRAM ${program})
            file(CREATE_LINK ${program} ${CMAKE_BINARY_DIR}/tests/${name} SYMBOLIC)
        endforeach()
        set(joined ${CMAKE_CURRENT_BINARY_DIR}/joined_${batch}.cpp)
        list(JOIN files "|" listed)
        add_custom_command(OUTPUT ${joined}
            COMMAND ${CMAKE_COMMAND} -DOUTPUT=${joined} "-DTESTS=${listed}" -P ${CMAKE_SOURCE_DIR}/tests/write_joined.cmake
            DEPENDS ${files} ${CMAKE_SOURCE_DIR}/tests/write_joined.cmake COMMENT "Joining tests of ${folder}" VERBATIM)
        # The compiler takes files that are included for headers, and sees more at once than it understands.
        set_source_files_properties(${joined} PROPERTIES COMPILE_OPTIONS
            "-Wno-null-dereference;-Wno-maybe-uninitialized;$<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>")
        target_sources(${program} PRIVATE ${joined})
    endforeach()
endfunction()
