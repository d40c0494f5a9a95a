#include "tools/clock_text.h"

#include <QTimeZone>
#include <QtTest>

using namespace hearth::app;

class TestClockText : public QObject {
    Q_OBJECT

    const QDateTime m_moment{QDate(2026, 3, 29), QTime(0, 30), Qt::UTC};

private slots:
    void momentsAreToldInAZone_data() {
        QTest::addColumn<QString>("zone");
        QTest::addColumn<QString>("start");
        QTest::newRow("UTC") << "UTC"
                             << "Sunday, 29 March 2026, 00:30:00 (UTC";
        QTest::newRow("Berlin") << "Europe/Berlin"
                                << "Sunday, 29 March 2026, 01:30:00 (Europe/Berlin";
        QTest::newRow("any case") << "asia/tokyo"
                                  << "Sunday, 29 March 2026, 09:30:00 (Asia/Tokyo";
        QTest::newRow("blank") << "America/New York"
                               << "Saturday, 28 March 2026, 20:30:00 (America/New_York";
        QTest::newRow("offset") << "+05:30"
                                << "Sunday, 29 March 2026, 06:00:00 (UTC+05:30";
    }
    void momentsAreToldInAZone() {
        QFETCH(QString, zone);
        QFETCH(QString, start);
        const ToolResult result = clockText(m_moment, zone);
        QVERIFY(!result.failed);
        QVERIFY2(result.text.startsWith(start), qPrintable(result.text));
    }
    void withoutAZoneItIsThatOfTheComputer() {
        QVERIFY(clockText(m_moment, " ").text.contains(QString::fromUtf8(QTimeZone::systemTimeZoneId())));
    }
    void anUnknownZoneSaysSo() {
        for (const char* zone : {"Mars/Olympus", "+99:99", "../etc/passwd", "Berlin"}) {
            const ToolResult result = clockText(m_moment, QString(zone));
            QVERIFY(result.failed && result.text.contains(zone));
        }
    }
};

QTEST_GUILESS_MAIN(TestClockText)
#include "tst_clock_text.moc"
