#include "window/session_area.h"

#include <QCoreApplication>
#include <QDesktopServices>
#include <QDir>
#include <QFile>

#include "areas/machine_area.h"
#include "areas/models_area.h"
#include "areas/settings_area.h"
#include "inference/engine_provider.h"
#include "log/error_log.h"
#include "window/licences.h"
#include "window/window_parts.h"

namespace hearth::app {

namespace {

std::vector<Licence> licencesOfParts() {
    QFile file(QStringLiteral(":/hearth/licences/licences.json"));
    return readLicences(file.open(QFile::ReadOnly) ? file.readAll() : QByteArray());
}

}  // namespace

QString SessionArea::version() const {
    return QCoreApplication::applicationVersion();
}

SessionArea::SessionArea(const WindowSurroundings& around, SettingsArea& settings, ModelsArea& models,
                         const MachineArea& machine, KeyRing& keyRing)
    : storeProblem(around.storeProblem),
      start(settings.app, models.installed, models.engine,
            [&local = models.local](const QString& path) { return local.makesEmbeddings(path); }),
      guard(around.store),
      programs(keyRing, [&engine = around.engine](
                            const LocalServer::Options& options) { return engine.listen(options); }),
      about({models.engine, machine.checker, around.errors, around.dataFolder, QDir::homePath(),
             around.hasGpuEngine, licencesOfParts(), licenceFolders(QCoreApplication::applicationDirPath()),
             QDesktopServices::openUrl}) {
}

}  // namespace hearth::app
