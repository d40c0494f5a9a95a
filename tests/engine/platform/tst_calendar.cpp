#include "hearth/platform/calendar.h"

#include <stdlib.h>
#include <time.h>

#include <QtTest>

using namespace hearth::platform;

class TestCalendar : public QObject {
    Q_OBJECT

    static std::string textOf(const std::tm& date) {
        std::string text(100, '\0');
        text.resize(std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S %w %j", &date));
        return text;
    }

private slots:
    void momentsHaveDates() {
        QCOMPARE(textOf(utcTime(0)), std::string("1970-01-01 00:00:00 4 001"));
        QCOMPARE(textOf(utcTime(1'709'210'096)), std::string("2024-02-29 12:34:56 4 060"));
        const QByteArray zone = qgetenv("TZ");
        ::setenv("TZ", "XYZ-02:00", 1);
        ::tzset();
        QCOMPARE(textOf(localTime(1'709'210'096)), std::string("2024-02-29 14:34:56 4 060"));
        zone.isNull() ? ::unsetenv("TZ") : ::setenv("TZ", zone.constData(), 1);
        ::tzset();
    }
    void datesAreCompleted() {
        std::tm date{};
        date.tm_year = 124;
        date.tm_mon = 1;
        date.tm_mday = 29;
        date.tm_hour = 23;
        completeDate(date);
        QCOMPARE(textOf(date), std::string("2024-02-29 23:00:00 4 060"));
    }
};

QTEST_APPLESS_MAIN(TestCalendar)
#include "tst_calendar.moc"
