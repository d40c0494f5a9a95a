# hearth_warnings: what every target of ours is compiled with. Third-party headers come in as SYSTEM.
option(HEARTH_WERROR "Treat warnings as errors" ON)
add_library(hearth_warnings INTERFACE)
# GCC 12 sees overlaps and overruns in std::string that are not there (GCC bug 105651, and more of them with
# precompiled headers), hence no -Wrestrict, -Wstringop-overflow or -Warray-bounds before 13. Where it optimises
# less (hearth_cold) it sees null pointers in Qt and in the standard library.
target_compile_options(hearth_warnings INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wformat=2 -Wimplicit-fallthrough
    $<$<NOT:$<BOOL:$<TARGET_PROPERTY:HEARTH_COLD>>>:-Wnull-dereference>
    $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,13>>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds>
    $<$<BOOL:${HEARTH_WERROR}>:-Werror>)
