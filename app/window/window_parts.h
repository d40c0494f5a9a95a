#pragma once

#include <QString>

#include "areas/chats_area.h"
#include "areas/desktop_area.h"
#include "areas/documents_area.h"
#include "areas/inspector_area.h"
#include "areas/machine_area.h"
#include "areas/models_area.h"
#include "areas/settings_area.h"
#include "areas/tools_area.h"
#include "endpoints/key_ring.h"
#include "window/cache_folder.h"
#include "window/session_area.h"

class QQmlEngine;

namespace hearth::app {

class EngineProvider;
class ErrorLog;

/// Surroundings that the parts of a window are made for, and that outlive them.
struct WindowSurroundings {
    store::Store& store;
    QString storeProblem;  ///< why chats are not kept; empty: they are
    QString dataFolder;
    ErrorLog& errors;
    const EngineProvider& engine;
    bool hasGpuEngine = false;
};

/// All that the window is given, by area, each made after what it uses. What follows what among them is in
/// window_links.h. GUI thread.
struct WindowParts {
    explicit WindowParts(const WindowSurroundings& around);

    /// Gives all areas to the QML that `engine` loads from now on; they outlive it.
    void give(QQmlEngine& engine);

    store::Store& store;
    SystemKeyRing keyRing;
    DesktopArea desktop{nullptr};
    SettingsArea settings;
    ModelsArea models;
    CacheFolder cacheFolder;
    MachineArea machine;
    InspectorArea inspector;
    DocumentsArea documents;
    ToolsArea tools;
    ChatsArea chats;
    SessionArea session;
};

}  // namespace hearth::app
