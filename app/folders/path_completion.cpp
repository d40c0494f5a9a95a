#include "folders/path_completion.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>
#include <QRegularExpression>
#include <algorithm>

namespace hearth::app {

namespace {

/// So many entries are looked at: completion has to be there with the key press.
constexpr int mostCompared = 5000;

}  // namespace

QString typedPath(const QString& text, const QString& folder) {
    if (text.trimmed().isEmpty()) return {};
    // Blanks count at the end of a name, and are a slip in front of a path.
    QString path = text;
    if (const QString trimmed = text.trimmed(); trimmed.startsWith(u'/') || trimmed.startsWith(u'~'))
        path = trimmed;
    if (path == QLatin1String("~") || path.startsWith(QLatin1String("~/")))
        path = QDir::homePath() + path.mid(1);
    if (!path.startsWith(u'/')) path = folder + u'/' + path;
    return QDir::cleanPath(path);
}

QStringList pathCompletions(const QString& text, const QString& folder, bool foldersOnly, int limit) {
    const qsizetype slash = text.lastIndexOf(u'/');
    const QString head = text.left(slash + 1), tail = text.mid(slash + 1);
    const QString inside = head.isEmpty() ? folder : typedPath(head, folder);
    QDir::Filters wanted = QDir::AllDirs | QDir::NoDotAndDotDot;
    if (!foldersOnly) wanted |= QDir::Files;
    if (tail.startsWith(u'.')) wanted |= QDir::Hidden;
    QStringList found;
    QDirIterator it(inside, wanted);
    for (int seen = 0; it.hasNext() && seen < mostCompared; ++seen) {
        it.next();
        if (!it.fileName().startsWith(tail, Qt::CaseInsensitive)) continue;
        found += head + it.fileName() + (it.fileInfo().isDir() ? QStringLiteral("/") : QString());
    }
    std::sort(found.begin(), found.end(), [](const QString& a, const QString& b) {
        return QString::compare(a, b, Qt::CaseInsensitive) < 0;
    });
    return found.mid(0, limit);
}

QString withEnding(const QString& name, const QString& ending) {
    static const QRegularExpression own(QStringLiteral("\\.(?=[0-9]{0,4}\\p{L})[\\p{L}0-9]{1,5}$"));
    if (ending.isEmpty() || own.match(name).hasMatch()) return name;
    return name.endsWith(u'.') ? name + ending : name + u'.' + ending;
}

QString withEndingInstead(const QString& name, const QStringList& others, const QString& ending) {
    for (const QString& other : others)
        if (name.endsWith(u'.' + other, Qt::CaseInsensitive)) return name.chopped(other.size()) + ending;
    return withEnding(name, ending);
}

}  // namespace hearth::app
