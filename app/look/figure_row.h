#pragma once

#include <QString>
#include <QVariantMap>

namespace hearth::app {

/// A row for FigureRow.qml: what a figure is called, the figure, and in a sentence what it says.
inline QVariantMap figureRow(const QString& name, const QString& text, const QString& why) {
    return {{QStringLiteral("name"), name}, {QStringLiteral("text"), text}, {QStringLiteral("why"), why}};
}

}  // namespace hearth::app
