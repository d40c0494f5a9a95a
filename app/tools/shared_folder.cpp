#include "tools/shared_folder.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStringDecoder>
#include <QStringList>
#include <algorithm>

#include "files/one_line_name.h"
#include "files/regular_file.h"

namespace hearth::app {

namespace {

ToolResult failure(const QString& sentence) {
    return {sentence, true};
}

bool hasHiddenPart(const QString& path) {
    const QStringList parts = path.split(u'/', Qt::SkipEmptyParts);
    return std::any_of(parts.begin(), parts.end(), [](const QString& part) {
        return part.startsWith(u'.') && part != QLatin1String(".") && part != QLatin1String("..");
    });
}

}  // namespace

QString SharedFolder::placeOf(const QString& path, QString& problem) const {
    const QString root = QFileInfo(m_folder).canonicalFilePath();
    if (m_folder.isEmpty() || root.isEmpty()) {
        problem = m_folder.isEmpty() ? QStringLiteral("The person has not chosen a folder that may be read.")
                                     : QStringLiteral("The folder that may be read is not there.");
        return {};
    }
    // An absolute path below the folder is what people copy.
    QString below = path;
    if (!QFileInfo::exists(root + u'/' + below) && !QFileInfo::exists(below)) below = path.trimmed();
    if (below == root || below.startsWith(root + u'/')) below.remove(0, root.size());
    const QString place = QFileInfo(root + u'/' + below).canonicalFilePath();
    const bool inside = place == root || place.startsWith(root == QLatin1String("/") ? root : root + u'/');
    if (!place.isEmpty() && inside && !hasHiddenPart(place.mid(root.size()))) return place;
    // The same words for what is outside and what is not there: nothing is told about other folders.
    problem = QStringLiteral("There is no \"%1\" in the folder.").arg(path.left(200));
    return {};
}

ToolResult SharedFolder::list(const QString& path) const {
    QString problem;
    const QString place = placeOf(path, problem);
    if (place.isEmpty()) return failure(problem);
    if (!QFileInfo(place).isDir()) return failure(QStringLiteral("\"%1\" is a file.").arg(path.left(200)));
    const QFileInfoList all =
        QDir(place).entryInfoList(QDir::AllEntries | QDir::NoDotAndDotDot, QDir::Name | QDir::DirsFirst);
    QStringList lines;
    for (const QFileInfo& entry : all) {
        if (lines.size() == mostNames) {
            lines += QStringLiteral("[%1 more]").arg(all.size() - mostNames);
            break;
        }
        // A link out of the folder is not there, nor is anything about where it leads.
        if (QString ignored; entry.isSymLink() && placeOf(entry.filePath(), ignored).isEmpty()) continue;
        const QString name = oneLineName(entry.fileName());
        lines += entry.isDir() ? name + u'/' : name + QStringLiteral(" (%1 bytes)").arg(entry.size());
    }
    return {lines.isEmpty() ? QStringLiteral("The folder is empty.") : lines.join(u'\n'), false};
}

ToolResult SharedFolder::read(const QString& path, int firstLine) const {
    QString problem;
    const QString place = placeOf(path, problem);
    if (place.isEmpty()) return failure(problem);
    if (QFileInfo(place).isDir()) return failure(QStringLiteral("\"%1\" is a folder.").arg(path.left(200)));
    QFile file(place);
    if (const QString refused = openRegularFile(file); !refused.isEmpty())
        return failure(QStringLiteral("\"%1\" cannot be read: %2.").arg(path.left(200), refused));
    const QByteArray bytes = file.read(mostBytes + 1);
    if (bytes.size() > mostBytes)
        return failure(QStringLiteral("\"%1\" is longer than the %2 bytes that can be read.")
                           .arg(path.left(200))
                           .arg(mostBytes));
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::Stateless);
    const QString text = decoder(bytes);
    if (decoder.hasError() || bytes.contains('\0'))
        return failure(QStringLiteral("\"%1\" is not a text file.").arg(path.left(200)));
    const QStringList lines = text.split(u'\n');
    const qsizetype first = std::clamp<qsizetype>(firstLine, 1, lines.size()) - 1;
    QString part;
    qsizetype end = first;
    while (end < lines.size() && end - first < mostLines &&
           (end == first || part.size() + lines[end].size() < mostCharacters))
        part += (end > first ? QStringLiteral("\n") : QString()) + lines[end], ++end;
    if (end == lines.size()) return {part, false};
    // In front, where no bound of the whole result cuts it off: it says how to read on.
    return {QStringLiteral("[Lines %1 to %2 of %3.]\n").arg(first + 1).arg(end).arg(lines.size()) + part,
            false};
}

}  // namespace hearth::app
