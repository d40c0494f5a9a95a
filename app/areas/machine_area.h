#pragma once

#include "areas/area.h"
#include "machine/gpu_list.h"
#include "machine/machine_checker.h"
#include "machine/machine_watch.h"
#include "machine/sandbox_note.h"

namespace hearth::app {

class EngineProvider;
class KeyRing;
class ModelsArea;

/// This computer: its check, its graphics cards, and what its devices do.
class MachineArea : public QObject {
    Q_OBJECT
    QML_NAMED_ELEMENT(Machine)
    QML_SINGLETON

public:
    /// All arguments outlive it.
    MachineArea(const EngineProvider& engine, ModelsArea& models, KeyRing& keyRing);
    static MachineArea* create(QQmlEngine* engine, QJSEngine*) { return givenArea<MachineArea>(engine); }

    HEARTH_PART(MachineChecker, checker);
    HEARTH_PART(GpuList, cards);
    HEARTH_PART(MachineWatch, watch);
    HEARTH_PART(SandboxNote, sandbox);
};

}  // namespace hearth::app
