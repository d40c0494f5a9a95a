#include "attachments/shortened_files.h"

#include <QCoreApplication>
#include <algorithm>

#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

struct ShortenedText {
    Q_DECLARE_TR_FUNCTIONS(Attachments)
};

/// Of a file that is shortened at least this much stays, and the sentence about what is missing.
constexpr int fewestTokens = 64, sentenceTokens = 24;
constexpr int charactersPerToken = 3;

int tokensOf(const store::Attachment& file) {
    return file.tokens > 0 ? file.tokens : static_cast<int>(file.text.size() / charactersPerToken);
}

/// Tokens that are saved by leaving this many to each file that has more.
int savedBy(const std::vector<store::Attachment>& files, int level) {
    int saved = 0;
    for (const store::Attachment& file : files)
        if (file.passage.isEmpty()) saved += std::max(0, tokensOf(file) - level);
    return saved;
}

/// The beginning of a text, up to the end of a line or a word where one is near.
QString beginningOf(const QString& text, qsizetype characters) {
    qsizetype end = std::clamp<qsizetype>(characters, 0, text.size());
    if (end > 0 && end < text.size() && text[end - 1].isHighSurrogate()) --end;
    for (const QChar mark : {u'\n', u' '})
        if (const qsizetype at = text.lastIndexOf(mark, end); at > end - end / 8)
            return text.left(at).trimmed();
    return text.left(end);
}

void shorten(store::Attachment& file, int level) {
    const int tokens = tokensOf(file);
    if (file.whole.isEmpty()) {
        file.whole = file.text;
        file.wholeTokens = tokens;
    }
    // Beginnings may have more tokens a character than the rest.
    const double share = 0.95 * std::max(fewestTokens / 2, level - sentenceTokens) / tokens;
    const QString kept =
        beginningOf(file.text, static_cast<qsizetype>(share * static_cast<double>(file.text.size())));
    const QLocale locale = spokenLocale();
    file.text =
        kept + QStringLiteral("\n\n") +
        ShortenedText::tr("[The file continues: %1 of its %2 characters are left out here.]")
            .arg(locale.toString(file.whole.size() - kept.size()), locale.toString(file.whole.size()));
    file.tokens = level;
}

}  // namespace

int shortenableTokens(const std::vector<store::Attachment>& files) {
    return savedBy(files, fewestTokens);
}

void shareTokens(std::vector<store::Attachment>& files, int together) {
    qsizetype characters = 1;
    for (const store::Attachment& file : files) characters += file.text.size();
    for (store::Attachment& file : files)
        if (file.tokens == 0)
            file.tokens =
                static_cast<int>(static_cast<double>(together) * static_cast<double>(file.text.size()) /
                                 static_cast<double>(characters));
}

void shortenFiles(std::vector<store::Attachment>& files, int tokens) {
    if (tokens <= 0) return;
    int level = fewestTokens, tooMany = 1;
    for (const store::Attachment& file : files) tooMany = std::max(tooMany, tokensOf(file));
    // The longest that each may stay.
    while (tooMany - level > 1) {
        const int middle = level + (tooMany - level) / 2;
        (savedBy(files, middle) >= tokens ? level : tooMany) = middle;
    }
    for (store::Attachment& file : files)
        if (file.passage.isEmpty() && tokensOf(file) > level) shorten(file, level);
}

}  // namespace hearth::app
