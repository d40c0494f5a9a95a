#pragma once

#include <QString>
#include <QStringList>

namespace hearth::app {

struct UnitConversion {
    double value = 0;
    QString problem;  ///< why there is none, one sentence in English; empty: there is one
};

/// A quantity in another unit of its kind, named by symbol or in English: "km", "miles", "°F". Sizes of data
/// tell kB from KiB, as IEC 80000-13 does. Factors are those of the SI and of the international yard and
/// pound, gallons those of the United States unless they are called imperial.
UnitConversion convertUnit(double value, const QString& from, const QString& to);

/// A symbol of each unit, for the description of the tool.
QStringList unitSymbols();

}  // namespace hearth::app
