#include "http/content_coding.h"

#include <QProcess>
#include <QtTest>

using namespace hearth::app;

class TestContentCoding : public QObject {
    Q_OBJECT

    const QByteArray m_text = QByteArray("<p>A page of some words.</p>\n").repeated(20000);

    /// By Python's own library.
    static QByteArray coded(const QString& how, const QByteArray& text) {
        QProcess python;
        python.start("python3", {"-c", QStringLiteral("import sys, gzip, zlib\n"
                                                      "text = sys.stdin.buffer.read()\n"
                                                      "sys.stdout.buffer.write(%1)")
                                           .arg(how)});
        python.write(text);
        python.closeWriteChannel();
        python.waitForFinished();
        return python.readAllStandardOutput();
    }

private slots:
    void bodiesAreReadInEveryFormat_data() {
        QTest::addColumn<QByteArray>("coding");
        QTest::addColumn<QString>("how");
        QTest::newRow("gzip") << QByteArray("gzip") << QString("gzip.compress(text)");
        QTest::newRow("older name") << QByteArray(" X-GZIP ") << QString("gzip.compress(text)");
        QTest::newRow("two members") << QByteArray("gzip")
                                     << QString("gzip.compress(text[:1000]) + gzip.compress(text[1000:])");
        QTest::newRow("deflate") << QByteArray("deflate") << QString("zlib.compress(text)");
        QTest::newRow("deflate without head")
            << QByteArray("deflate") << QString("zlib.compress(text, wbits=-15)");
        QTest::newRow("none") << QByteArray() << QString("text");
        QTest::newRow("identity") << QByteArray("identity") << QString("text");
    }
    void bodiesAreReadInEveryFormat() {
        QFETCH(QByteArray, coding);
        QFETCH(QString, how);
        const QByteArray body = coded(how, m_text);
        QVERIFY(!body.isEmpty());
        QCOMPARE(withoutCoding(coding, body, 10 << 20), std::optional(m_text));
    }
    void aBodyThatIsCutOffIsReadAsFarAsItGoes() {
        const QByteArray body = coded("gzip.compress(text)", m_text);
        const auto begun = withoutCoding("gzip", body.left(body.size() / 2), 10 << 20);
        QVERIFY(begun && begun->size() > 1000 && m_text.startsWith(*begun));
    }
    void noBodyBecomesLongerThanItMay() {
        const QByteArray body = coded("gzip.compress(bytes(20 << 20))", {});
        QVERIFY(body.size() < 100'000);
        QCOMPARE(withoutCoding("gzip", body, 1 << 20), std::optional(QByteArray(1 << 20, '\0')));
    }
    void whatIsNotReadSaysSo() {
        QVERIFY(!withoutCoding("br", "x", 100) && !withoutCoding("gzip, br", "x", 100));
        QCOMPARE(withoutCoding("gzip", "no gzip", 100), std::optional(QByteArray()));
        QCOMPARE(withoutCoding("gzip", "", 100), std::optional(QByteArray()));
    }
};

QTEST_GUILESS_MAIN(TestContentCoding)
#include "tst_content_coding.moc"
