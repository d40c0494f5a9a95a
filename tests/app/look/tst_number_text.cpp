#include <QTest>
#include <limits>

#include "look/number_text.h"

using hearth::app::NumberText;

class TestNumberText : public QObject {
    Q_OBJECT

private slots:
    void counts() {
        const NumberText numbers;
        QCOMPARE(numbers.shortCount(0), QStringLiteral("0"));
        QCOMPARE(numbers.shortCount(1455), QStringLiteral("1,455"));
        QCOMPARE(numbers.shortCount(9999), QStringLiteral("9,999"));
        QCOMPARE(numbers.shortCount(31104), QStringLiteral("31.1k"));
        QCOMPARE(numbers.shortCount(131072), QStringLiteral("131k"));
        QCOMPARE(numbers.count(48210), QStringLiteral("48,210"));
    }
    void memoryCountsInPowersOfTwo() {
        const NumberText numbers;
        const double gb = 1024.0 * 1024 * 1024;
        QCOMPARE(numbers.memory(4.6 * gb), QStringLiteral("4.6"));
        QCOMPARE(numbers.memory(128 * gb), QStringLiteral("128"));
        QCOMPARE(numbers.memoryWithUnit(12 * gb), QStringLiteral("12.0 GB"));
        QCOMPARE(numbers.memoryWithUnit(90 * 1024 * 1024), QStringLiteral("90 MB"));
    }
    void filesCountInPowersOfTen() {
        const NumberText numbers;
        QCOMPARE(numbers.fileSize(4.92e9), QStringLiteral("4.9 GB"));
        QCOMPARE(numbers.fileSize(98.4e6), QStringLiteral("98 MB"));
        QCOMPARE(numbers.fileSize(230e9), QStringLiteral("230 GB"));
        QCOMPARE(numbers.fileSize(999500), QStringLiteral("1 MB"));
        QCOMPARE(numbers.fileSize(4200), QStringLiteral("4 kB"));
        QCOMPARE(numbers.fileSize(12), QStringLiteral("12 B"));
        QCOMPARE(numbers.fileSize(0), QStringLiteral("0 B"));
    }
    void durations() {
        const NumberText numbers;
        QCOMPARE(numbers.duration(0.0842), QStringLiteral("84 ms"));
        QCOMPARE(numbers.duration(0.9996), QStringLiteral("1.0 s"));
        QCOMPARE(numbers.duration(3.61), QStringLiteral("3.6 s"));
        QCOMPARE(numbers.duration(125.2), QStringLiteral("2 min 05 s"));
        QCOMPARE(numbers.duration(-1), QString());
        QCOMPARE(numbers.duration(std::numeric_limits<double>::quiet_NaN()), QString());
    }
    void waits() {
        const NumberText numbers;
        QCOMPARE(numbers.wait(0.02), QStringLiteral("0.1 s"));
        QCOMPARE(numbers.wait(0.61), QStringLiteral("0.6 s"));
        QCOMPARE(numbers.wait(7.4), QStringLiteral("8 s"));
        QCOMPARE(numbers.wait(8.0), QStringLiteral("8 s"));
        QCOMPARE(numbers.wait(125), QStringLiteral("2 min 05 s"));
        QCOMPARE(numbers.wait(-1), QString());
    }
    void tokensAreCounted() {
        const NumberText numbers;
        QCOMPARE(numbers.tokens(1), QStringLiteral("1 token"));
        QCOMPARE(numbers.tokens(0), QStringLiteral("0 tokens"));
        QCOMPARE(numbers.tokens(48210), QStringLiteral("48,210 tokens"));
    }
    void figuresAndCommandsStayWhole() {
        const NumberText numbers;
        const QChar space = QChar::Nbsp, joiner(0x2060);
        QCOMPARE(numbers.unbroken("first token 84 ms · 61 tok/s · 214 tokens · 9.4 s"),
                 QString("first token 84%1ms · 61%1tok/s · 214 tokens · 9.4%1s").arg(space));
        QCOMPARE(numbers.unbroken("begins with /large or /small, 3 sheep"),
                 QString("begins with /%1large or /%1small, 3 sheep").arg(joiner));
        QCOMPARE(numbers.unbroken("a/b https://c/d"), QString("a/b https://c/d"));
        QCOMPARE(numbers.unbroken(""), QString());
    }
    void fixedUsesATrueMinus() {
        const NumberText numbers;
        QCOMPARE(numbers.fixed(-0.5, 2), QString(QChar(0x2212)) + QStringLiteral("0.50"));
        QCOMPARE(numbers.fixed(40, 0), QStringLiteral("40"));
    }
};

QTEST_GUILESS_MAIN(TestNumberText)
#include "tst_number_text.moc"
