# cmake -DOUTPUT=file -DTESTS=a.cpp|b.cpp -P: writes the one file that compiles these tests together. Each is in a namespace
# of its own, so that their names may clash; what they include comes first, outside.
string(REPLACE "|" ";" tests "${TESTS}")
set(includes "#include \"support/joined_tests.h\"")
set(bodies)
foreach(test ${tests})
    get_filename_component(name ${test} NAME_WE)
    file(STRINGS ${test} lines REGEX "^#include [<\"]")
    list(FILTER lines EXCLUDE REGEX "\\.moc\"")
    list(APPEND includes ${lines})
    string(APPEND bodies "namespace ${name} {\n#include \"${test}\"\nconst hearth::test::JoinedTest joined(\"${name}\", testMain);\n}\n")
endforeach()
list(REMOVE_DUPLICATES includes)
list(JOIN includes "\n" includes)
# Left as it is when nothing changes in it, for the compiler takes long over it.
file(CONFIGURE OUTPUT ${OUTPUT} CONTENT "${includes}\n#define main testMain\n${bodies}" @ONLY)
