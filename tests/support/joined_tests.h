#pragma once

// Many test files in one program (tests/joined_tests.cmake). Each keeps its own main, under another name;
// which one runs is what the program is called by.
namespace hearth::test {

struct JoinedTest {
    JoinedTest(const char* name, int (*run)(int argc, char** argv));
};

}  // namespace hearth::test
