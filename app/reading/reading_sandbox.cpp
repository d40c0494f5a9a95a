#include "reading/reading_sandbox.h"

#include <QStandardPaths>
#include <QString>

namespace hearth::app {

platform::SandboxRules documentRules() {
    platform::SandboxRules rules{
        .readable = {"/usr/share/poppler", "/usr/share/poppler-data", "/usr/local/share/poppler",
                     "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/X11/fonts",
                     "/usr/share/ghostscript/fonts", "/run/host/fonts", "/etc/fonts", "/usr/share/fontconfig",
                     "/var/cache/fontconfig"},
        .writable = {}};
    const auto addPersonal = [&rules](QStandardPaths::StandardLocation location, const char* name) {
        const QString folder = QStandardPaths::writableLocation(location);
        if (!folder.isEmpty()) rules.readable.emplace_back(folder.toStdString() + name);
    };
    addPersonal(QStandardPaths::HomeLocation, "/.fonts");
    addPersonal(QStandardPaths::GenericDataLocation, "/fonts");
    addPersonal(QStandardPaths::GenericCacheLocation, "/fontconfig");
    addPersonal(QStandardPaths::GenericConfigLocation, "/fontconfig");
    return rules;
}

}  // namespace hearth::app
