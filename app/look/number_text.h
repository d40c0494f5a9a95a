// Format of numbers in the window (interface text, not data). They are written in one place, so that a figure
// looks the same everywhere.
#pragma once

#include <QtQml/qqmlregistration.h>
#include <QObject>

namespace hearth::app {

// Stateless; QML makes one where it is needed. All texts use a comma for thousands, a point for decimals, a
// space before units. GUI thread.
class NumberText : public QObject {
    Q_OBJECT
    QML_ELEMENT

public:
    using QObject::QObject;

    // "9,999" and, from 10,000 on, "31.1k": for the top bar.
    Q_INVOKABLE QString shortCount(double count) const;
    // "48,210": everywhere else.
    Q_INVOKABLE QString count(double count) const;
    // "1 token", "48,210 tokens".
    Q_INVOKABLE QString tokens(double count) const;
    // Memory in GB of 2^30 bytes without the unit, one decimal below 100: "4.6".
    Q_INVOKABLE QString memory(double bytes) const;
    // The same in words with a unit that fits: "4.6 GB", "262 MB".
    Q_INVOKABLE QString memoryWithUnit(double bytes) const;
    // Files in GB, MB or kB of 10^9, 10^6 or 10^3 bytes: "4.9 GB", "98 MB", "4 kB", "12 B".
    Q_INVOKABLE QString fileSize(double bytes) const;
    // "84 ms", "3.6 s", "2 min 05 s"; nothing for negative values.
    Q_INVOKABLE QString duration(double seconds) const;
    // A wait, roughly: "0.1 s", "8 s", "2 min 05 s"; nothing for negative values.
    Q_INVOKABLE QString wait(double seconds) const;
    // A text to show whose lines do not end between a figure and its unit or after the stroke of a command.
    Q_INVOKABLE QString unbroken(const QString& text) const;
    // A value with a fixed number of decimals and a true minus: "−0.50".
    Q_INVOKABLE QString fixed(double value, int decimals) const;
};

}  // namespace hearth::app
