# Everything found outside the tree, in one place. The engine needs the first part only.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
pkg_check_modules(sentencepiece REQUIRED IMPORTED_TARGET sentencepiece)
# Encrypts the files of the cache.
pkg_check_modules(sodium REQUIRED IMPORTED_TARGET libsodium)
# Decode pictures.
pkg_check_modules(png REQUIRED IMPORTED_TARGET libpng)
pkg_check_modules(jpeg REQUIRED IMPORTED_TARGET libjpeg)
pkg_check_modules(webp REQUIRED IMPORTED_TARGET libwebp libwebpdemux)
pkg_check_modules(heif REQUIRED IMPORTED_TARGET libheif)
find_package(GIF 5.1 REQUIRED)
# Beast and Asio, of which only headers are needed.
find_package(Boost 1.74 CONFIG REQUIRED)

if(HEARTH_BUILD_APP)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Core DBus Gui LinguistTools Network Qml Quick QuickControls2)
    pkg_check_modules(md4c REQUIRED IMPORTED_TARGET md4c)
    pkg_check_modules(libzip REQUIRED IMPORTED_TARGET libzip)
    # Pages that servers send compressed.
    find_package(ZLIB REQUIRED)
    # Numbers of as many digits as the calculator needs.
    pkg_check_modules(mpfr REQUIRED IMPORTED_TARGET mpfr gmp)
    pkg_check_modules(poppler REQUIRED IMPORTED_TARGET poppler-cpp)
endif()
if(HEARTH_BUILD_TESTS)
    find_package(Qt6 6.4 REQUIRED COMPONENTS Core Test)
    # With locks that the thread sanitizer cannot see, every queued call would look like a race.
    get_target_property(_features Qt6::Core QT_ENABLED_PUBLIC_FEATURES)
    if(HEARTH_SANITIZER STREQUAL "thread" AND NOT "sanitize_thread" IN_LIST _features)
        message(FATAL_ERROR "This Qt is not built with the thread sanitizer. Run tests/sanitizers/build-qt, then configure "
            "again with --fresh and -DCMAKE_PREFIX_PATH set to what it printed.")
    endif()
endif()
if(HEARTH_BUILD_APP OR HEARTH_BUILD_TESTS)
    pkg_check_modules(sqlite3 REQUIRED IMPORTED_TARGET sqlite3)
endif()
