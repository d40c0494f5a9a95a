#include "tools/unit_conversion.h"

#include <array>
#include <cmath>

namespace hearth::app {

namespace {

enum class Kind {
    Length,
    Area,
    Volume,
    Mass,
    Time,
    Speed,
    Temperature,
    Energy,
    Power,
    Pressure,
    Force,
    Angle,
    Data,
    Frequency
};

struct Unit {
    Kind kind;
    double factor;      ///< value in the kind's first unit
    const char* names;  ///< the symbol first; names without a plural's s
    double offset = 0;  ///< added before the factor: of temperatures
};

constexpr double halfTurn = 3.14159265358979323846;

constexpr std::array units{
    Unit{Kind::Length, 1, "m|meter|metre"},
    Unit{Kind::Length, 1000, "km|kilometer|kilometre"},
    Unit{Kind::Length, 0.1, "dm|decimeter|decimetre"},
    Unit{Kind::Length, 0.01, "cm|centimeter|centimetre"},
    Unit{Kind::Length, 0.001, "mm|millimeter|millimetre"},
    Unit{Kind::Length, 1e-6, "um|\u00b5m|\u03bcm|micrometer|micrometre|micron"},
    Unit{Kind::Length, 1e-9, "nm|nanometer|nanometre"},
    Unit{Kind::Length, 0.0254, "in|inch|inche"},
    Unit{Kind::Length, 0.3048, "ft|foot|feet"},
    Unit{Kind::Length, 0.9144, "yd|yard"},
    Unit{Kind::Length, 1609.344, "mi|mile"},
    Unit{Kind::Length, 1852, "nmi|nautical mile"},
    Unit{Kind::Length, 299792458.0 * 31557600, "ly|light year|light-year|lightyear"},
    Unit{Kind::Length, 149597870700.0, "au|astronomical unit"},
    Unit{Kind::Area, 1, "m2|m\u00b2|m^2|square meter|square metre"},
    Unit{Kind::Area, 1e6, "km2|km\u00b2|km^2|square kilometer|square kilometre"},
    Unit{Kind::Area, 1e-4, "cm2|cm\u00b2|cm^2|square centimeter|square centimetre"},
    Unit{Kind::Area, 1e4, "ha|hectare"},
    Unit{Kind::Area, 4046.8564224, "ac|acre"},
    Unit{Kind::Area, 0.09290304, "ft2|ft\u00b2|ft^2|square foot|square feet"},
    Unit{Kind::Area, 2589988.110336, "mi2|mi\u00b2|mi^2|square mile"},
    Unit{Kind::Volume, 1, "L|l|liter|litre"},
    Unit{Kind::Volume, 0.001,
         "mL|ml|milliliter|millilitre|cm3|cm\u00b3|cm^3|cubic centimeter|cubic centimetre"},
    Unit{Kind::Volume, 0.01, "cL|cl|centiliter|centilitre"},
    Unit{Kind::Volume, 1000, "m3|m\u00b3|m^3|cubic meter|cubic metre"},
    Unit{Kind::Volume, 3.785411784, "gal|gallon|us gallon"},
    Unit{Kind::Volume, 4.54609, "imperial gallon|imp gal"},
    Unit{Kind::Volume, 0.946352946, "qt|quart"},
    Unit{Kind::Volume, 0.473176473, "pt|pint"},
    Unit{Kind::Volume, 0.56826125, "imperial pint"},
    Unit{Kind::Volume, 0.2365882365, "cup"},
    Unit{Kind::Volume, 0.0295735295625, "fl oz|fluid ounce"},
    Unit{Kind::Volume, 0.01478676478125, "tbsp|tablespoon"},
    Unit{Kind::Volume, 0.00492892159375, "tsp|teaspoon"},
    Unit{Kind::Volume, 28.316846592, "ft3|ft\u00b3|ft^3|cubic foot|cubic feet"},
    Unit{Kind::Mass, 1, "kg|kilogram|kilo"},
    Unit{Kind::Mass, 0.001, "g|gram"},
    Unit{Kind::Mass, 1e-6, "mg|milligram"},
    Unit{Kind::Mass, 1000, "t|tonne|metric ton"},
    Unit{Kind::Mass, 0.45359237, "lb|pound|lbs"},
    Unit{Kind::Mass, 0.028349523125, "oz|ounce"},
    Unit{Kind::Mass, 6.35029318, "st|stone"},
    Unit{Kind::Mass, 907.18474, "short ton|us ton|ton"},
    Unit{Kind::Time, 1, "s|second|sec"},
    Unit{Kind::Time, 0.001, "ms|millisecond"},
    Unit{Kind::Time, 60, "min|minute"},
    Unit{Kind::Time, 3600, "h|hour|hr"},
    Unit{Kind::Time, 86400, "d|day"},
    Unit{Kind::Time, 604800, "week|wk"},
    Unit{Kind::Time, 31557600, "year|yr|a"},
    Unit{Kind::Speed, 1, "m/s|meter per second|metre per second"},
    Unit{Kind::Speed, 1 / 3.6, "km/h|kph|kmh|kilometer per hour|kilometre per hour"},
    Unit{Kind::Speed, 0.44704, "mph|mi/h|mile per hour"},
    Unit{Kind::Speed, 1852.0 / 3600, "kn|knot|kt"},
    Unit{Kind::Speed, 0.3048, "ft/s|foot per second|feet per second"},
    Unit{Kind::Temperature, 1, "K|kelvin"},
    Unit{Kind::Temperature, 1, "\u00b0C|C|celsius|degree celsius|degrees celsius", 273.15},
    Unit{Kind::Temperature, 5.0 / 9, "\u00b0F|F|fahrenheit|degree fahrenheit|degrees fahrenheit", 459.67},
    Unit{Kind::Energy, 1, "J|joule"},
    Unit{Kind::Energy, 1000, "kJ|kilojoule"},
    Unit{Kind::Energy, 4.184, "cal|calorie"},
    Unit{Kind::Energy, 4184, "kcal|kilocalorie"},
    Unit{Kind::Energy, 3600, "Wh|watt hour|watt-hour"},
    Unit{Kind::Energy, 3.6e6, "kWh|kilowatt hour|kilowatt-hour"},
    Unit{Kind::Energy, 1055.05585262, "BTU|british thermal unit"},
    Unit{Kind::Energy, 1.602176634e-19, "eV|electronvolt"},
    Unit{Kind::Power, 1, "W|watt"},
    Unit{Kind::Power, 1000, "kW|kilowatt"},
    Unit{Kind::Power, 1e6, "MW|megawatt"},
    Unit{Kind::Power, 745.69987158227022, "hp|horsepower"},
    Unit{Kind::Power, 735.49875, "PS|metric horsepower"},
    Unit{Kind::Pressure, 1, "Pa|pascal"},
    Unit{Kind::Pressure, 1000, "kPa|kilopascal"},
    Unit{Kind::Pressure, 100, "hPa|hectopascal|mbar|millibar"},
    Unit{Kind::Pressure, 1e5, "bar"},
    Unit{Kind::Pressure, 101325, "atm|atmosphere"},
    Unit{Kind::Pressure, 6894.757293168361, "psi"},
    Unit{Kind::Pressure, 133.322387415, "mmHg"},
    Unit{Kind::Force, 1, "N|newton"},
    Unit{Kind::Force, 4.4482216152605, "lbf|pound force|pound-force"},
    Unit{Kind::Angle, 1, "rad|radian"},
    Unit{Kind::Angle, halfTurn / 180, "\u00b0|deg|degree"},
    Unit{Kind::Angle, halfTurn / 200, "gon|gradian"},
    Unit{Kind::Angle, 2 * halfTurn, "turn|revolution"},
    Unit{Kind::Data, 1, "bit"},
    Unit{Kind::Data, 8, "B|byte"},
    Unit{Kind::Data, 8e3, "kB|kilobyte"},
    Unit{Kind::Data, 8e6, "MB|megabyte"},
    Unit{Kind::Data, 8e9, "GB|gigabyte"},
    Unit{Kind::Data, 8e12, "TB|terabyte"},
    Unit{Kind::Data, 1e3, "kbit|kilobit"},
    Unit{Kind::Data, 1e6, "Mbit|megabit"},
    Unit{Kind::Data, 1e9, "Gbit|gigabit"},
    Unit{Kind::Data, 8.0 * 1024, "KiB|kibibyte"},
    Unit{Kind::Data, 8.0 * 1024 * 1024, "MiB|mebibyte"},
    Unit{Kind::Data, 8.0 * 1024 * 1024 * 1024, "GiB|gibibyte"},
    Unit{Kind::Data, 8.0 * 1024 * 1024 * 1024 * 1024, "TiB|tebibyte"},
    Unit{Kind::Frequency, 1, "Hz|hertz"},
    Unit{Kind::Frequency, 1e3, "kHz|kilohertz"},
    Unit{Kind::Frequency, 1e6, "MHz|megahertz"},
    Unit{Kind::Frequency, 1e9, "GHz|gigahertz"},
    Unit{Kind::Frequency, 1.0 / 60, "rpm"},
};

/// Symbols as they are written, for case tells mW from MW; names in any case and with a plural's s.
const Unit* find(const QString& name) {
    for (const Qt::CaseSensitivity exactness : {Qt::CaseSensitive, Qt::CaseInsensitive})
        for (const Unit& unit : units)
            for (const QString& known : QString::fromUtf8(unit.names).split(u'|'))
                if ((name.compare(known, exactness) == 0 &&
                     (exactness == Qt::CaseSensitive || known.size() > 3)) ||
                    (known.size() > 2 && name.compare(known + u's', exactness) == 0))
                    return &unit;
    return nullptr;
}

const Unit* unitOf(const QString& text) {
    constexpr qsizetype longest = 40;
    if (text.size() > longest) return nullptr;
    const QString name = text.simplified();
    if (const Unit* unit = find(name)) return unit;
    // "miles per hour", "meters per second"
    return find(QString(name).replace(QLatin1String("s per "), QLatin1String(" per ")));
}

QString unknown(const QString& name) {
    return QStringLiteral("There is no unit \"%1\". Known are: %2.")
        .arg(name.left(40), unitSymbols().join(QStringLiteral(", ")));
}

}  // namespace

QStringList unitSymbols() {
    QStringList symbols;
    for (const Unit& unit : units) symbols += QString::fromUtf8(unit.names).section(u'|', 0, 0);
    return symbols;
}

UnitConversion convertUnit(double value, const QString& from, const QString& to) {
    if (!std::isfinite(value)) return {0, QStringLiteral("The value is not a number.")};
    const Unit *given = unitOf(from), *wanted = unitOf(to);
    if (given == nullptr) return {0, unknown(from)};
    if (wanted == nullptr) return {0, unknown(to)};
    if (given->kind != wanted->kind)
        return {
            0, QStringLiteral("\"%1\" and \"%2\" measure different things.").arg(from.left(40), to.left(40))};
    return {(value + given->offset) * given->factor / wanted->factor - wanted->offset, {}};
}

}  // namespace hearth::app
