#pragma once

#include <QString>

#include "areas/area.h"
#include "serving/program_access.h"
#include "window/about.h"
#include "window/start_choice.h"
#include "window/start_guard.h"

namespace hearth::app {

class MachineArea;
class ModelsArea;
class SettingsArea;
struct WindowSurroundings;
class KeyRing;

/// This run of the program: how it began, what it is, and which other programs it serves.
class SessionArea : public QObject {
    Q_OBJECT
    QML_NAMED_ELEMENT(Session)
    QML_SINGLETON
    /// Reason why the chats of this run are not kept (the database could not be opened); empty: they are.
    Q_PROPERTY(QString storeProblem MEMBER storeProblem CONSTANT)
    Q_PROPERTY(QString version READ version CONSTANT)

public:
    /// All arguments outlive it.
    SessionArea(const WindowSurroundings& around, SettingsArea& settings, ModelsArea& models,
                const MachineArea& machine, KeyRing& keyRing);
    static SessionArea* create(QQmlEngine* engine, QJSEngine*) { return givenArea<SessionArea>(engine); }

    QString version() const;

    const QString storeProblem;
    HEARTH_PART(StartChoice, start);
    HEARTH_PART(StartGuard, guard);
    HEARTH_PART(ProgramAccess, programs);
    HEARTH_PART(About, about);
};

}  // namespace hearth::app
