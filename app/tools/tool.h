#pragma once

#include <QByteArray>
#include <QJsonObject>
#include <QMetaType>
#include <QString>

namespace hearth::app {

/// A tool that a model may call. A plain value.
struct ToolDescription {
    QString name;         ///< as the provider knows it
    QString description;  ///< for the model
    /// JSON Schema of the arguments, an object, as text: models see its keys in this order.
    QByteArray parameters;
    QString source;  ///< its origin, for people: "Hearth", the name of a server
    bool operator==(const ToolDescription&) const = default;
};

/// Result of a call. A plain value.
struct ToolResult {
    QString text;         ///< for the model; of a call that failed, why
    bool failed = false;  ///< the model may try again otherwise
    bool operator==(const ToolResult&) const = default;
};

}  // namespace hearth::app

Q_DECLARE_METATYPE(hearth::app::ToolResult)
