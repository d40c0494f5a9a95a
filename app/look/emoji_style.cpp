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
    m_document = document;
    delete m_painter;
    m_painter = document ? new EmojiPainter(document->textDocument()) : nullptr;
    // At once: its own first pass comes later, and lines would break anew before the reader's eyes.
    if (m_painter) m_painter->rehighlight();
    emit changed();
}

}  // namespace hearth::app

#include "moc_emoji_style.cpp"
