# hearth_hardening: the build promises of our safety page. Sanitized builds carry their own checks instead.
add_library(hearth_hardening INTERFACE)
if(NOT HEARTH_SANITIZER)
    target_compile_options(hearth_hardening INTERFACE
        $<$<NOT:$<CONFIG:Debug>>:-U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3>
        -D_GLIBCXX_ASSERTIONS -fstack-protector-strong -fstack-clash-protection -fcf-protection=full
        -ftrivial-auto-var-init=zero)
    target_link_options(hearth_hardening INTERFACE -pie -Wl,-z,relro,-z,now,-z,noexecstack)
endif()
