#include "areas/machine_area.h"

#include <QFile>
#include <utility>

#include "areas/models_area.h"
#include "endpoints/key_ring.h"
#include "hearth/platform/process.h"
#include "inference/engine_provider.h"
#include "machine/disk_speed.h"

namespace hearth::app {

namespace {

QString nameOfProcessor() {
    QFile cpuinfo(QStringLiteral("/proc/cpuinfo"));
    return cpuinfo.open(QFile::ReadOnly) ? processorName(cpuinfo.readAll()) : QString();
}

PictureSandbox askForSandbox(const std::stop_token& stop) {
    return pictureSandbox(platform::ownProgram(), stop);
}

/// Collects for the check everything but the engine.
MachineSurroundings surroundings(ModelsArea& models, KeyRing& keys) {
    return {nameOfProcessor,
            [&folder = models.folder] {
                return MachineSurroundings::Folder{folder.url().toLocalFile(), folder.shownPath()};
            },
            measureFolderRead,
            [&keys, &endpoints = models.endpoints](const auto& answer) {
                // Asking is the way to know whether it answers.
                keys.read(QStringLiteral("check"), [&keys, &endpoints, answer](const QByteArray&) {
                    answer({keys.isPersistent(), endpoints.keyCount()});
                });
            },
            models.inference.host().turns(),
            askForSandbox};
}

}  // namespace

MachineArea::MachineArea(const EngineProvider& engine, ModelsArea& models, KeyRing& keyRing)
    : checker([&engine](const MachineCheckListener& listener,
                        std::stop_token stop) { return engine.checkMachine(listener, std::move(stop)); },
              surroundings(models, keyRing)),
      cards([&engine] { return engine.listGpus(); }),
      watch([&engine] { return engine.makeDeviceReader(); }, nameOfProcessor()),
      sandbox(askForSandbox) {
}

}  // namespace hearth::app
