#include "areas/area.h"

#include <QQmlEngine>
#include <QVariant>

namespace hearth::app {

void giveArea(QQmlEngine& engine, QObject& area) {
    QQmlEngine::setObjectOwnership(&area, QQmlEngine::CppOwnership);
    engine.setProperty(area.metaObject()->className(), QVariant::fromValue(&area));
}

QObject* givenArea(const QQmlEngine& engine, const QMetaObject& type) {
    return engine.property(type.className()).value<QObject*>();
}

}  // namespace hearth::app
