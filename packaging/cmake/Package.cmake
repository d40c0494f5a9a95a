# `cpack -G DEB` and `cpack -G TGZ` from the release build: what ./run package makes.
include(GNUInstallDirs)

install(TARGETS hearth-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
if(HEARTH_BUILD_APP)
    install(TARGETS hearth RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
if(TARGET hearth_cuda_plugin)
    install(TARGETS hearth_cuda_plugin LIBRARY DESTINATION lib/hearth)
endif()
set(_desktop ${CMAKE_SOURCE_DIR}/packaging/desktop)
install(FILES ${_desktop}/org.hearth.Hearth.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES ${_desktop}/org.hearth.Hearth.metainfo.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES ${_desktop}/org.hearth.Hearth.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)

# Debian wants man pages and the changelog compressed without a time stamp.
foreach(_page hearth hearth-cli)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/man/${_page}.1.gz
        COMMAND ${CMAKE_COMMAND} -E make_directory ${CMAKE_BINARY_DIR}/man
        COMMAND gzip -9nc ${_desktop}/${_page}.1 > ${CMAKE_BINARY_DIR}/man/${_page}.1.gz
        DEPENDS ${_desktop}/${_page}.1)
    list(APPEND _pages ${CMAKE_BINARY_DIR}/man/${_page}.1.gz)
endforeach()
add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/man/changelog.gz
    COMMAND gzip -9nc ${CMAKE_SOURCE_DIR}/CHANGELOG.md > ${CMAKE_BINARY_DIR}/man/changelog.gz
    DEPENDS ${CMAKE_SOURCE_DIR}/CHANGELOG.md)
add_custom_target(documents ALL DEPENDS ${_pages} ${CMAKE_BINARY_DIR}/man/changelog.gz)
install(FILES ${_pages} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
# Debian looks for these under the package's name, which is not the project's.
install(FILES ${CMAKE_BINARY_DIR}/man/changelog.gz ${_desktop}/copyright DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/hearth)

set(CPACK_PACKAGE_NAME hearth)
set(CPACK_PACKAGE_VENDOR Hearth)
set(CPACK_PACKAGE_CONTACT "Hearth maintainers <maintainers@hearth.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "chat with language models on your own computer")
set(CPACK_PACKAGE_DESCRIPTION
    "Hearth runs language models from GGUF files with an inference engine of its\nown. Nothing that is typed leaves the computer. Conversations are kept in one\ndatabase file, and the key/value cache of every prefix is reused.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
# QML modules are loaded by name, so shlibdeps cannot see them.
set(CPACK_DEBIAN_PACKAGE_DEPENDS
    "qml6-module-qtqml, qml6-module-qtqml-workerscript, qml6-module-qtquick, qml6-module-qtquick-controls, qml6-module-qtquick-dialogs, qml6-module-qtquick-layouts, qml6-module-qtquick-templates, qml6-module-qtquick-window, qml6-module-qt-labs-folderlistmodel")
# libheif's codecs are packages of their own from Ubuntu 24.04 and Debian 13 on.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libheif-plugin-libde265, libheif-plugin-dav1d, qt6-wayland, qt6-translations-l10n, fonts-dejavu-extra, fonts-inter, fonts-jetbrains-mono, fonts-noto-color-emoji, fonts-noto-cjk")
# Reads scanned pages.
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "tesseract-ocr")
include(CPack)
