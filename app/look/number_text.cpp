#include "look/number_text.h"

#include <QRegularExpression>
#include <cmath>

#include "look/spoken_locale.h"

namespace hearth::app {
namespace {

QString oneDecimalBelow100(double value) {
    return spokenLocale().toString(value, 'f', std::abs(value) < 99.95 ? 1 : 0);
}

// Steps of `unit` (1024 or 1000) from megabytes up, so that no figure is shown with more digits than it is
// worth.
QString withUnit(double bytes, double unit) {
    const double mega = unit * unit;
    if (bytes < mega * unit * 0.0995)
        return QStringLiteral("%1 MB").arg(spokenLocale().toString(bytes / mega, 'f', 0));
    return QStringLiteral("%1 GB").arg(oneDecimalBelow100(bytes / (mega * unit)));
}

}  // namespace

QString NumberText::shortCount(double count) const {
    return std::abs(count) < 10000 ? this->count(count)
                                   : QStringLiteral("%1k").arg(oneDecimalBelow100(count / 1000));
}

QString NumberText::count(double count) const {
    return spokenLocale().toString(count, 'f', 0);
}

QString NumberText::tokens(double count) const {
    return count == 1 ? tr("1 token") : tr("%1 tokens").arg(this->count(count));
}

QString NumberText::memory(double bytes) const {
    return oneDecimalBelow100(bytes / (1024.0 * 1024 * 1024));
}

QString NumberText::memoryWithUnit(double bytes) const {
    return withUnit(bytes, 1024);
}

QString NumberText::fileSize(double bytes) const {
    if (bytes < 1000) return QStringLiteral("%1 B").arg(spokenLocale().toString(bytes, 'f', 0));
    if (bytes < 999500) return QStringLiteral("%1 kB").arg(spokenLocale().toString(bytes / 1000, 'f', 0));
    return withUnit(bytes, 1000);
}

QString NumberText::duration(double seconds) const {
    if (!(seconds >= 0)) return {};
    if (seconds < 0.9995) return QStringLiteral("%1 ms").arg(std::lround(seconds * 1000));
    if (seconds < 99.95) return QStringLiteral("%1 s").arg(spokenLocale().toString(seconds, 'f', 1));
    const long whole = std::lround(seconds);
    return QStringLiteral("%1 min %2 s").arg(whole / 60).arg(whole % 60, 2, 10, QLatin1Char('0'));
}

QString NumberText::wait(double seconds) const {
    if (!(seconds >= 0)) return {};
    if (seconds < 0.95)
        return QStringLiteral("%1 s").arg(spokenLocale().toString(std::max(0.1, seconds), 'f', 1));
    if (seconds < 99.5) return QStringLiteral("%1 s").arg(std::lround(std::ceil(seconds - 0.05)));
    return duration(seconds);
}

QString NumberText::unbroken(const QString& text) const {
    static const QRegularExpression unit(QStringLiteral("(?<=\\d) (?=(?:ms|s|min|tok/s|kB|MB|GB|%)(?!\\w))")),
        command(QStringLiteral("(?<!\\S)/(?=\\w)"));
    return QString(text)
        .replace(unit, QString(QChar::Nbsp))
        .replace(command, QString(u'/') + QChar(0x2060));  // word joiner
}

QString NumberText::fixed(double value, int decimals) const {
    QString text = spokenLocale().toString(value, 'f', decimals);
    return text.replace(u'-', QChar(0x2212));
}

}  // namespace hearth::app

#include "moc_number_text.cpp"
