#include "files/one_line_name.h"

#include <algorithm>

namespace hearth::app {

namespace {

/// Halves of what lies beyond 16 bits are taken as they are.
bool isVisible(QChar c) {
    return c.isPrint() || c.isSurrogate();
}

}  // namespace

QString oneLineName(const QString& name) {
    // Line and paragraph separators count as printable.
    const auto isPlain = [](QChar c) {
        return isVisible(c) && c != QChar::LineSeparator && c != QChar::ParagraphSeparator;
    };
    if (std::all_of(name.begin(), name.end(), isPlain) && !name.startsWith(u'"') && name == name.trimmed())
        return name;
    QString quoted(u'"');
    for (const QChar c : name) {
        if (c == u'"' || c == u'\\')
            quoted += QStringLiteral("\\") + c;
        else if (c == u'\n')
            quoted += QLatin1String("\\n");
        else if (isPlain(c))
            quoted += c;
        else
            quoted += QStringLiteral("\\u%1").arg(c.unicode(), 4, 16, QLatin1Char('0'));
    }
    return quoted + u'"';
}

}  // namespace hearth::app
