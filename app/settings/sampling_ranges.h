#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>
#include <QString>

namespace hearth::app {

/// The controls of the sampling parameters, by the names of the parameters.
class SamplingRanges : public QObject {
    Q_OBJECT
    QML_ELEMENT
    QML_UNCREATABLE("a part of SamplingSettings")

public:
    using QObject::QObject;

    Q_INVOKABLE double from(const QString& name) const;
    Q_INVOKABLE double to(const QString& name) const;
    Q_INVOKABLE double stepSize(const QString& name) const;
    /// The value that switches the parameter off; NaN when there is none.
    Q_INVOKABLE double neutral(const QString& name) const;
    Q_INVOKABLE int decimals(const QString& name) const;
    Q_INVOKABLE QString describe(const QString& name) const;
};

}  // namespace hearth::app
