#include "model_files/model_name.h"

#include <QRegularExpression>
#include <algorithm>

#include "hub/quantization_files.h"

namespace hearth::app {

namespace {

QStringList words(const QString& text) {
    static const QRegularExpression separator(QStringLiteral("[^\\p{L}\\p{N}]+"));
    return text.toLower().split(separator, Qt::SkipEmptyParts);
}

bool saysNothing(const QString& file) {
    static const QRegularExpression pattern(
        QStringLiteral("^(sha256[-: ]?)?[0-9a-f]{32,}\\z|^(ggml )?(model|unsloth|untitled|output|merged)( "
                       "f16| f32)?\\z"),
        QRegularExpression::CaseInsensitiveOption);
    return file.isEmpty() || pattern.match(file).hasMatch();
}

/// The snapshots of the Hugging Face cache are named by their commits, the folder around them by the model.
QString publishedName(const QString& path) {
    static const QRegularExpression snapshot(
        QStringLiteral("/models--(?:[^/]+--)?([^/]+)/snapshots/[0-9a-f]{40}\\z"));
    const QRegularExpressionMatch match = snapshot.match(path);
    return match.hasMatch() ? match.captured(1) : path.section(u'/', -1);
}

}  // namespace

QString modelName(const QString& generalName, const QString& path) {
    const QString general = generalName.simplified().left(120);
    const QString name = publishedName(path), file = modelTitle(name);
    // Folders say their own names.
    if (general.isEmpty() || general == path.section(u'/', -1)) return file.isEmpty() ? name : file;
    if (saysNothing(file)) return general;
    const QStringList said = words(general), named = words(file);
    const auto shared =
        std::count_if(said.begin(), said.end(), [&](const QString& word) { return named.contains(word); });
    return shared * 5 >= said.size() * 3 ? general : file;
}

}  // namespace hearth::app
