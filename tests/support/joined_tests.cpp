#include "joined_tests.h"

#include <cstdio>
#include <map>
#include <string>

namespace {

using Run = int (*)(int argc, char** argv);

// Filled before main, by objects whose order nobody knows: hence a function.
std::map<std::string, Run>& tests() {
    static std::map<std::string, Run> all;
    return all;
}

}  // namespace

hearth::test::JoinedTest::JoinedTest(const char* name, Run run) {
    tests().emplace(name, run);
}

int main(int argc, char** argv) {
    const std::string path = argc > 0 ? argv[0] : "";
    const auto found = tests().find(path.substr(path.rfind('/') + 1));
    if (found != tests().end()) return found->second(argc, argv);
    std::fputs("This program holds several tests. Start one of them by its name:\n", stderr);
    for (const auto& test : tests()) std::fprintf(stderr, "  %s\n", test.first.c_str());
    return 2;
}
