#include "hub/licence_name.h"

#include <QRegularExpression>
#include <array>
#include <utility>

namespace hearth::app {

namespace {

constexpr std::array<std::pair<const char*, const char*>, 22> knownLicences{{
    {"apache-2.0", "Apache 2.0"},
    {"mit", "MIT"},
    {"bsd", "BSD"},
    {"bsd-2-clause", "BSD 2-Clause"},
    {"bsd-3-clause", "BSD 3-Clause"},
    {"isc", "ISC"},
    {"zlib", "zlib"},
    {"unlicense", "Unlicense"},
    {"cc0-1.0", "CC0 1.0"},
    {"gemma", "Gemma"},
    {"llama2", "Llama 2 Community"},
    {"llama3", "Llama 3 Community"},
    {"llama3.1", "Llama 3.1 Community"},
    {"llama3.2", "Llama 3.2 Community"},
    {"llama3.3", "Llama 3.3 Community"},
    {"llama4", "Llama 4 Community"},
    {"openrail", "OpenRAIL"},
    {"openrail++", "OpenRAIL++"},
    {"bigscience-openrail-m", "BigScience OpenRAIL-M"},
    {"bigcode-openrail-m", "BigCode OpenRAIL-M"},
    {"deepseek", "DeepSeek"},
    {"tongyi-qianwen", "Tongyi Qianwen"},
}};

}  // namespace

QString licenceName(const QString& identifier) {
    const QString id = identifier.trimmed().toLower();
    if (id == QLatin1String("other") || id == QLatin1String("unknown") || id == QLatin1String("none"))
        return {};
    for (const auto& [known, name] : knownLicences)
        if (id == QLatin1String(known)) return QString::fromLatin1(name);
    // "cc-by-nc-sa-4.0", "lgpl-3.0-only".
    static const QRegularExpression creative(QStringLiteral("^cc-(by(?:-nc|-nd|-sa)*)-([0-9.]+)$"));
    if (const auto match = creative.match(id); match.hasMatch())
        return QStringLiteral("CC %1 %2").arg(match.captured(1).toUpper(), match.captured(2));
    static const QRegularExpression gnu(QStringLiteral("^([al]?gpl)-([0-9.]+)"));
    if (const auto match = gnu.match(id); match.hasMatch())
        return QStringLiteral("%1 %2").arg(match.captured(1).toUpper(), match.captured(2));
    return identifier.trimmed();
}

}  // namespace hearth::app
