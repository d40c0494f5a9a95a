#include "window/qml_lockdown.h"

#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QQmlComponent>
#include <QQmlEngine>
#include <QQuickItem>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QtTest>

using namespace hearth::app;

class TestQmlLockdown : public QObject {
    Q_OBJECT

    /// Makes an object and lets it load for a while; whether the server was asked.
    static bool reaches(const QByteArray& qml, QTcpServer& server, bool locked) {
        QQmlEngine engine;
        if (locked) lockDown(engine);
        QQmlComponent component(&engine);
        component.setData("import QtQuick\n" + qml, QUrl(QStringLiteral("qrc:/test.qml")));
        const std::unique_ptr<QObject> object(component.create());
        if (!object) qFatal("%s", qPrintable(component.errorString()));
        for (int i = 0; i < 30 && !server.hasPendingConnections(); ++i) QTest::qWait(10);
        bool any = false;
        while (server.hasPendingConnections()) {
            delete server.nextPendingConnection();
            any = true;
        }
        return any;
    }

private slots:
    void noImageLeavesTheMachine_data() {
        QTest::addColumn<QByteArray>("qml");
        QTest::newRow("image") << QByteArray("Image { source: 'http://127.0.0.1:PORT/a.png' }");
        QTest::newRow("rich text") << QByteArray(
            "Text { width: 9; textFormat: Text.RichText; text: '<img src=\"http://127.0.0.1:PORT/a.png\">' "
            "}");
        QTest::newRow("markdown text") << QByteArray(
            "Text { width: 9; textFormat: Text.MarkdownText; text: '![a](http://127.0.0.1:PORT/a.png)' }");
        QTest::newRow("request") << QByteArray(
            "Item { Component.onCompleted: { var r = new XMLHttpRequest(); r.open('GET', "
            "'http://127.0.0.1:PORT/'); "
            "r.send() } }");
    }
    void noImageLeavesTheMachine() {
        QFETCH(QByteArray, qml);
        // A server each: what was asked for before the lock must not count after it.
        const auto reached = [&](bool locked) {
            QTcpServer server;
            if (!server.listen(QHostAddress::LocalHost)) qFatal("no port on the loopback");
            QByteArray text = qml;
            return reaches(text.replace("PORT", QByteArray::number(server.serverPort())), server, locked);
        };
        // Without the lock it does, so the test can fail.
        QVERIFY2(reached(false), "the text no longer loads anything by itself; this test proves nothing");
        QVERIFY(!reached(true));
    }

    void noFileIsShown() {
        QTemporaryDir folder;
        QImage picture(4, 4, QImage::Format_RGB32);
        picture.fill(Qt::red);
        const QString file = folder.filePath("secret.png");
        QVERIFY(picture.save(file));
        const auto status = [&](bool locked) {
            QQmlEngine engine;
            if (locked) lockDown(engine);
            QQmlComponent component(&engine);
            component.setData("import QtQuick\nImage { source: 'file://" + file.toUtf8() + "' }",
                              QUrl(QStringLiteral("qrc:/test.qml")));
            const std::unique_ptr<QObject> object(component.create());
            return object->property("status").toInt();
        };
        QCOMPARE(status(false), 1);  // Image.Ready
        QVERIFY(status(true) != 1);
    }
};

QTEST_MAIN(TestQmlLockdown)
#include "tst_qml_lockdown.moc"
