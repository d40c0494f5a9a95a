#include "hub/file_path.h"

#include <QRegularExpression>
#include <algorithm>

namespace hearth::app {

namespace {

bool isSafePart(const QString& part) {
    if (part.isEmpty() || part.toUtf8().size() > 200 || part.startsWith(u'.') || part.endsWith(u'.') ||
        part.startsWith(u' ') || part.endsWith(u' '))
        return false;
    for (const QChar letter : part) {
        const QChar::Category kind = letter.category();
        if (kind == QChar::Other_Control || kind == QChar::Other_Format || kind == QChar::Other_Surrogate ||
            kind == QChar::Other_NotAssigned || kind == QChar::Other_PrivateUse ||
            QStringLiteral("\\:*?\"<>|").contains(letter))
            return false;
    }
    static const QRegularExpression reserved(
        QStringLiteral("^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\\..*)?\\z"),
        QRegularExpression::CaseInsensitiveOption);
    return !reserved.match(part).hasMatch();
}

}  // namespace

QString safeFilePath(const QString& path) {
    const QStringList parts = path.split(u'/');
    if (parts.size() > 8 || !std::all_of(parts.begin(), parts.end(), isSafePart)) return {};
    return path;
}

bool isRepositoryId(const QString& id) {
    static const QRegularExpression valid(
        QStringLiteral("^[A-Za-z0-9_][A-Za-z0-9_.-]{0,95}(/[A-Za-z0-9_][A-Za-z0-9_.-]{0,95})?\\z"));
    return valid.match(id).hasMatch() && !safeFilePath(id).isEmpty();
}

bool isCommit(const QString& text) {
    static const QRegularExpression valid(QStringLiteral("^[0-9a-f]{40}\\z"));
    return valid.match(text).hasMatch();
}

bool isSha256(const QByteArray& text) {
    return text.size() == 64 && std::all_of(text.begin(), text.end(), [](char c) {
               return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
           });
}

}  // namespace hearth::app
