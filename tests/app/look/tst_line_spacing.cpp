#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickItem>
#include <QTest>
#include <QTextBlock>
#include <QTextDocument>

#include "look/line_spacing.h"

using hearth::app::LineSpacing;

// With a real TextEdit, since only that makes a QQuickTextDocument.
class TestLineSpacing : public QObject {
    Q_OBJECT

    QQmlEngine m_engine;

    std::unique_ptr<QQuickItem> edit() {
        QQmlComponent component(&m_engine);
        component.setData("import QtQuick\nTextEdit { font.pixelSize: 15; width: 400 }", {});
        return std::unique_ptr<QQuickItem>(qobject_cast<QQuickItem*>(component.create()));
    }
    static QQuickTextDocument* documentOf(QQuickItem* item) {
        return item->property("textDocument").value<QQuickTextDocument*>();
    }

private slots:
    void linesStandAtTheirDistance() {
        const auto item = edit();
        QVERIFY(item);
        LineSpacing spacing;
        spacing.setLine(24);
        spacing.setDocument(documentOf(item.get()));
        item->setProperty("text", "one\ntwo\nthree");
        QCOMPARE(item->property("contentHeight").toReal(), 72.0);
        spacing.setLine(30);
        QCOMPARE(item->property("contentHeight").toReal(), 90.0);
        QMetaObject::invokeMethod(item.get(), "insert", Q_ARG(int, 3), Q_ARG(QString, "\nmore\n"));
        QCOMPARE(item->property("contentHeight").toReal(), 150.0);
    }

    void undoTakesBackTheTextAndNotTheSpacing() {
        const auto item = edit();
        LineSpacing spacing;
        spacing.setLine(24);
        spacing.setDocument(documentOf(item.get()));
        QMetaObject::invokeMethod(item.get(), "insert", Q_ARG(int, 0), Q_ARG(QString, "a\nb"));
        QMetaObject::invokeMethod(item.get(), "undo");
        QCOMPARE(documentOf(item.get())->textDocument()->toPlainText(), QString());
        QMetaObject::invokeMethod(item.get(), "redo");
        QCOMPARE(documentOf(item.get())->textDocument()->toPlainText(), QString("a\nb"));
        QCOMPARE(item->property("contentHeight").toReal(), 48.0);
    }

    void theDocumentMayGoFirst() {
        LineSpacing spacing;
        {
            const auto item = edit();
            spacing.setDocument(documentOf(item.get()));
            item->setProperty("text", "text");
        }
        spacing.setLine(22);
        QCOMPARE(spacing.document(), nullptr);
    }
};

QTEST_MAIN(TestLineSpacing)
#include "tst_line_spacing.moc"
