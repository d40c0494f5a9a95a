#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>

class QQmlEngine;
class QJSEngine;

/// Declares a part of an area: a member that QML reads under the same name.
#define HEARTH_PART(Type, name)                                    \
    Q_PROPERTY(hearth::app::Type* name READ name##OfArea CONSTANT) \
    hearth::app::Type* name##OfArea() {                            \
        return &(name);                                            \
    }                                                              \
    hearth::app::Type name

namespace hearth::app {

/// An area is an object with the parts of one area of the window, each made after what it uses: for C++ a
/// member, for QML a property of the singleton of the area's name. There is one of each for a window. It is
/// not owned by QML. GUI thread.

/// Gives an area to the QML that `engine` loads from now on. The area outlives the engine.
void giveArea(QQmlEngine& engine, QObject& area);

/// Finds the area of a class that was given to an engine, for its create(); nullptr: none was given.
QObject* givenArea(const QQmlEngine& engine, const QMetaObject& type);
template <class Area>
Area* givenArea(const QQmlEngine* engine) {
    return qobject_cast<Area*>(givenArea(*engine, Area::staticMetaObject));
}

}  // namespace hearth::app
