#include "look/code_highlighter.h"

#include <QTextDocument>

#include "look/code_language.h"
#include "look/emoji_runs.h"
#include "look/emoji_style.h"

namespace hearth::app {

namespace {
/// The time to lay out a line grows with the square of its changes of colour.
constexpr int mostSpansOfLine = 120;
}  // namespace

class CodeHighlighter::Painter : public QSyntaxHighlighter {
public:
    Painter(const CodeHighlighter& owner, QTextDocument* document)
        : QSyntaxHighlighter(document), m_owner(owner) {}

protected:
    void highlightBlock(const QString& text) override {
        int left = mostSpansOfLine;
        if (const CodeLanguage* language = findCodeLanguage(m_owner.language())) {
            int state = std::max(0, previousBlockState());
            for (const CodeSpan& span : codeSpans(*language, text, state))
                if (left-- > 0) setFormat(span.start, span.length, colourOf(span.part));
            setCurrentBlockState(state);
        }
        const QTextCharFormat emoji = emojiFormat();
        if (emoji.propertyCount() == 0) return;
        for (const EmojiRun& run : joinedEmojiRuns(text))
            if (left-- > 0) setFormat(static_cast<int>(run.start), static_cast<int>(run.length), emoji);
    }

private:
    QColor colourOf(CodePart part) const {
        switch (part) {
            case CodePart::Keyword:
                return m_owner.keyword();
            case CodePart::String:
                return m_owner.string();
            case CodePart::Number:
                return m_owner.number();
            case CodePart::Call:
                return m_owner.call();
            case CodePart::Comment:
                return m_owner.comment();
        }
        return {};
    }

    const CodeHighlighter& m_owner;
};

CodeHighlighter::CodeHighlighter(QObject* parent) : QObject(parent) {
    const auto repaint = [this] {
        if (m_painter) m_painter->rehighlight();
    };
    connect(this, &CodeHighlighter::coloursChanged, this, repaint);
}

CodeHighlighter::~CodeHighlighter() {
    delete m_painter;
}

void CodeHighlighter::setDocument(QQuickTextDocument* document) {
    if (document == m_document) return;
    m_document = document;
    delete m_painter;
    m_painter = document ? new Painter(*this, document->textDocument()) : nullptr;
    emit changed();
}

void CodeHighlighter::setLanguage(const QString& language) {
    if (language == m_language) return;
    m_language = language;
    if (m_painter) m_painter->rehighlight();
    emit changed();
}

}  // namespace hearth::app

#include "moc_code_highlighter.cpp"
