#include "log/message_log.h"

#include <QTemporaryDir>
#include <QtTest>

#include "log/error_log.h"

using namespace hearth::app;

class TestMessageLog : public QObject {
    Q_OBJECT

private slots:
    void keepsWarningsWhileItLives() {
        const QTemporaryDir place;
        ErrorLog log(place.filePath("logs"));
        static QStringList heard;
        const QtMessageHandler before = qInstallMessageHandler(
            [](QtMsgType, const QMessageLogContext&, const QString& text) { heard += text; });
        {
            const MessageLog messages(log);
            qWarning("a warning");
            qDebug("not kept");
        }
        qWarning("too late");
        qInstallMessageHandler(before);
        QCOMPARE(heard, QStringList({"a warning", "not kept", "too late"}));
        const QStringList lines = log.lastLines(5);
        QCOMPARE(lines.size(), 1);
        QVERIFY(lines[0].endsWith(" Qt: a warning"));
    }
};

QTEST_GUILESS_MAIN(TestMessageLog)
#include "tst_message_log.moc"
