#include "exchange/chat_archive.h"

#include <algorithm>

namespace hearth::app {

namespace {

bool isChatGptPart(QStringView name) {
    const QLatin1String start("conversations"), end(".json");
    if (!name.startsWith(start) || !name.endsWith(end) || name.size() < start.size() + end.size())
        return false;
    const QStringView number = name.sliced(start.size()).chopped(end.size());
    return number.isEmpty() || (number.startsWith(u'-') && number.size() > 1 &&
                                std::ranges::all_of(number.sliced(1), [](QChar c) { return c.isDigit(); }));
}

}  // namespace

QStringList chatFilesIn(const QStringList& names) {
    QStringList parts, others;
    for (const QString& path : names) {
        const QStringView name = QStringView(path).sliced(path.lastIndexOf(u'/') + 1);
        if (isChatGptPart(name))
            parts += path;
        else if (name.endsWith(QLatin1String(".json")) || name.endsWith(QLatin1String(".chat")))
            others += path;
    }
    QStringList& chosen = parts.isEmpty() ? others : parts;
    chosen.sort();
    return chosen;
}

}  // namespace hearth::app
