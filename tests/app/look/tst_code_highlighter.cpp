#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickItem>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>
#include <QTextLayout>

#include "look/code_highlighter.h"

using hearth::app::CodeHighlighter;

class TestCodeHighlighter : public QObject {
    Q_OBJECT

    QQmlEngine m_engine;

    std::unique_ptr<QQuickItem> edit(const QString& text) {
        QQmlComponent component(&m_engine);
        component.setData("import QtQuick\nTextEdit {}", {});
        std::unique_ptr<QQuickItem> item(qobject_cast<QQuickItem*>(component.create()));
        item->setProperty("text", text);
        return item;
    }
    static QQuickTextDocument* documentOf(QQuickItem* item) {
        return item->property("textDocument").value<QQuickTextDocument*>();
    }
    static QColor colourAt(QQuickItem* item, int position) {
        const QTextBlock block = documentOf(item)->textDocument()->findBlock(position);
        for (const auto& range : block.layout()->formats())
            if (position - block.position() >= range.start &&
                position - block.position() < range.start + range.length)
                return range.format.foreground().color();
        return {};
    }

private slots:
    void coloursTheDocument() {
        const auto item = edit("int x = 1;\n/* a\nb */ return;");
        CodeHighlighter highlighter;
        highlighter.setProperty("keyword", QColor(Qt::red));
        highlighter.setProperty("number", QColor(Qt::blue));
        highlighter.setProperty("comment", QColor(Qt::gray));
        highlighter.setLanguage("C");
        highlighter.setDocument(documentOf(item.get()));
        QTRY_COMPARE(colourAt(item.get(), 0), QColor(Qt::red));
        QCOMPARE(colourAt(item.get(), 8), QColor(Qt::blue));
        QCOMPARE(colourAt(item.get(), 4), QColor());
        QCOMPARE(colourAt(item.get(), 16), QColor(Qt::gray));  // the comment goes on in the next line
        highlighter.setProperty("keyword", QColor(Qt::green));
        QCOMPARE(colourAt(item.get(), 0), QColor(Qt::green));
        highlighter.setLanguage("unknown");
        QCOMPARE(colourAt(item.get(), 0), QColor());
    }

    void theDocumentMayGoFirst() {
        CodeHighlighter highlighter;
        {
            const auto item = edit("return");
            highlighter.setDocument(documentOf(item.get()));
        }
        highlighter.setLanguage("python");
        highlighter.setProperty("keyword", QColor(Qt::red));
        QCOMPARE(highlighter.document(), nullptr);
    }
};

QTEST_MAIN(TestCodeHighlighter)
#include "tst_code_highlighter.moc"
