#include "look/emoji_style.h"

#include <QTextDocument>

#include "look/emoji_runs.h"
#include "look/fonts.h"

namespace hearth::app {

namespace {

/// The time to lay out a paragraph grows with the square of its changes of font.
constexpr int mostEmojiRuns = 40;

class EmojiPainter : public QSyntaxHighlighter {
public:
    explicit EmojiPainter(QTextDocument* document) : QSyntaxHighlighter(document), m_format(emojiFormat()) {}

protected:
    void highlightBlock(const QString& text) override {
        int left = m_format.propertyCount() > 0 ? mostEmojiRuns : 0;
        if (left == 0) return;
        for (const EmojiRun& run : joinedEmojiRuns(text)) {
            if (left-- == 0) return;
            setFormat(static_cast<int>(run.start), static_cast<int>(run.length), m_format);
        }
    }

private:
    const QTextCharFormat m_format;
};

/// Whether the character may belong to an emoji: most texts have none, and a highlighter lays them out twice.
bool mayBeEmoji(QChar c) {
    return c.isSurrogate() || c == QChar(0xfe0f) || c == QChar(0x20e3) ||
           (c >= QChar(0x203c) && c <= QChar(0x3299));
}

bool mayHoldEmoji(const QTextDocument& document, int from, int count) {
    for (int at = from; at < from + count; ++at)
        if (mayBeEmoji(document.characterAt(at))) return true;
    return false;
}

}  // namespace

QTextCharFormat emojiFormat() {
    QTextCharFormat format;
    const QString family = emojiFamily();
    if (family.isEmpty()) return format;
    format.setFontFamilies({family});
    format.setFontStyleStrategy(QFont::NoFontMerging);
    return format;
}

EmojiStyle::~EmojiStyle() {
    delete m_painter;
}

void EmojiStyle::setDocument(QQuickTextDocument* document) {
    if (document == m_document) return;
    disconnect(m_watched);
    m_document = document;
    delete m_painter;
    m_painter = nullptr;
    if (document) {
        QTextDocument* text = document->textDocument();
        m_watched = connect(text, &QTextDocument::contentsChange, this,
                            [this, text](int from, int, int added) { paintWhereNeeded(*text, from, added); });
        paintWhereNeeded(*text, 0, text->characterCount());
    }
    emit changed();
}

void EmojiStyle::paintWhereNeeded(QTextDocument& text, int from, int count) {
    if (m_painter || !mayHoldEmoji(text, from, count)) return;
    m_painter = new EmojiPainter(&text);
    // At once: its own first pass comes later, and lines would break anew before the reader's eyes.
    m_painter->rehighlight();
}

}  // namespace hearth::app

#include "moc_emoji_style.cpp"
