# Everything found outside the tree, in one place. The engine needs the first part only.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
pkg_check_modules(sentencepiece REQUIRED IMPORTED_TARGET sentencepiece)

if(HEARTH_BUILD_APP)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Core Gui Network Qml Quick QuickControls2)
    pkg_check_modules(md4c REQUIRED IMPORTED_TARGET md4c)
    pkg_check_modules(sqlite3 REQUIRED IMPORTED_TARGET sqlite3)
endif()
if(HEARTH_BUILD_TESTS)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)
endif()
