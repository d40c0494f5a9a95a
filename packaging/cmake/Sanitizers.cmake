# hearth_sanitizers: HEARTH_SANITIZER is empty, "address-undefined" or "thread".
set(HEARTH_SANITIZER "" CACHE STRING "Sanitizer to build with: address-undefined or thread")
add_library(hearth_sanitizers INTERFACE)
if(HEARTH_SANITIZER STREQUAL "address-undefined")
    set(_flags -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
        # As shared libraries the two find one function for the path of their reports, and those of undefined behaviour stay
        # out of the files that tests/sanitizers/check counts.
        target_link_options(hearth_sanitizers INTERFACE -static-libubsan LINKER:--exclude-libs,libubsan.a)
    endif()
elseif(HEARTH_SANITIZER STREQUAL "thread")
    set(_flags -fsanitize=thread -fno-omit-frame-pointer)
elseif(HEARTH_SANITIZER)
    message(FATAL_ERROR "HEARTH_SANITIZER must be empty, address-undefined or thread")
endif()
target_compile_options(hearth_sanitizers INTERFACE ${_flags})
target_link_options(hearth_sanitizers INTERFACE ${_flags})
