#include "tools/clock_text.h"

#include <QLocale>
#include <QTimeZone>

namespace hearth::app {

namespace {

QTimeZone zoneOf(const QString& name) {
    if (name.isEmpty()) return QTimeZone::systemTimeZone();
    if (name.startsWith(u'+') || name.startsWith(u'-')) return QTimeZone("UTC" + name.toUtf8());
    const QByteArray wanted = QString(name).replace(u' ', u'_').toUtf8();
    for (const QByteArray& known : QTimeZone::availableTimeZoneIds())
        if (known.compare(wanted, Qt::CaseInsensitive) == 0) return QTimeZone(known);
    return {};
}

}  // namespace

ToolResult clockText(const QDateTime& moment, const QString& zone) {
    const QTimeZone there = zoneOf(zone.trimmed());
    if (!there.isValid())
        return {QStringLiteral(
                    "There is no time zone \"%1\". Use an IANA name like \"Europe/Berlin\" or an offset "
                    "like \"+02:00\".")
                    .arg(zone.left(40)),
                true};
    const QDateTime local = moment.toTimeZone(there);
    return {QLocale::c().toString(local, QStringLiteral("dddd, d MMMM yyyy, HH:mm:ss")) +
                QStringLiteral(" (") + QString::fromUtf8(there.id()) + QStringLiteral(", ") +
                local.toString(Qt::ISODate) + u')',
            false};
}

}  // namespace hearth::app
