#include "inspector/token_shares.h"

#include <QCoreApplication>
#include <algorithm>

#include "look/spoken_locale.h"

namespace hearth::app {

namespace {

struct ShareText {
    Q_DECLARE_TR_FUNCTIONS(TokenShares)
};

/// Length of the run of ` or ~ that opens or closes a block of code; 0: the line is not one.
int fenceLength(const QByteArray& line) {
    const char mark = line.isEmpty() ? '\0' : line[0];
    if (mark != '`' && mark != '~') return 0;
    const auto end = std::find_if(line.begin(), line.end(), [mark](char c) { return c != mark; });
    const int length = static_cast<int>(end - line.begin());
    return length >= 3 ? length : 0;
}

int charactersIn(const QByteArray& utf8) {
    return static_cast<int>(std::ranges::count_if(utf8, [](char c) { return (c & 0xc0) != 0x80; }));
}

/// The share that each line of a text belongs to.
class Lines {
public:
    std::vector<TokenShare> shares{TokenShare()};

    size_t shareOf(const QByteArray& line) {
        const QByteArray bare = line.trimmed();
        const int length = fenceLength(bare);
        if (m_fence.isEmpty()) {
            if (length == 0) return 0;
            m_fence = bare.left(length);
            return m_code = codeIn(QString::fromUtf8(bare.mid(length).trimmed().split(' ').constFirst()));
        }
        if (length == bare.size() && bare.startsWith(m_fence)) m_fence.clear();
        return m_code;
    }

private:
    size_t codeIn(const QString& language) {
        const auto found = std::find_if(shares.begin() + 1, shares.end(),
                                        [&](const TokenShare& share) { return share.language == language; });
        if (found != shares.end()) return static_cast<size_t>(found - shares.begin());
        shares.push_back({true, language, 0, 0});
        return shares.size() - 1;
    }

    QByteArray m_fence;  ///< that the block of code began with; empty outside
    size_t m_code = 0;
};

}  // namespace

std::vector<TokenShare> tokenShares(const QList<QByteArray>& pieces) {
    const QByteArray text = pieces.join();
    Lines lines;
    qsizetype lineEnd = 0, at = 0;
    size_t share = 0;
    const auto readLinesUpTo = [&](qsizetype place) {
        while (place >= lineEnd && lineEnd < text.size()) {
            const qsizetype from = lineEnd, newline = text.indexOf('\n', from);
            lineEnd = newline < 0 ? text.size() : newline + 1;
            const QByteArray line = text.mid(from, lineEnd - from);
            share = lines.shareOf(line);
            lines.shares[share].characters += charactersIn(line);
        }
    };
    for (const QByteArray& piece : pieces) {
        readLinesUpTo(at);
        ++lines.shares[share].tokens;
        at += piece.size();
    }
    // Lines in which no token begins.
    readLinesUpTo(at);
    std::erase_if(lines.shares, [](const TokenShare& part) { return part.tokens == 0; });
    return lines.shares;
}

QString tokenSharesText(const std::vector<TokenShare>& shares) {
    QStringList parts;
    for (const TokenShare& share : shares) {
        const QString each =
            spokenLocale().toString(static_cast<double>(share.characters) / share.tokens, 'f', 1);
        const QString name = !share.code                ? ShareText::tr("Text")
                             : share.language.isEmpty() ? ShareText::tr("Code")
                                                        : share.language;
        const QString part = (parts.isEmpty() ? ShareText::tr("%1: %2 tokens, %3 characters each on average")
                                              : ShareText::tr("%1: %2, %3 each"))
                                 .arg(name, spokenLocale().toString(share.tokens), each);
        // A line breaks between parts only.
        parts += QString(part).replace(u' ', QChar::Nbsp);
    }
    return parts.join(QStringLiteral("  ·  "));
}

}  // namespace hearth::app
