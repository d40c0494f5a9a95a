#include "cli/line_reader.h"

#include <QTemporaryFile>
#include <QtTest>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::cli;

class LineReaderTest : public QObject {
    Q_OBJECT

    QTemporaryFile m_file;

    platform::FileHandle fileOf(const QByteArray& bytes) {
        if (!m_file.open() || !m_file.resize(0) || !m_file.seek(0) || m_file.write(bytes) != bytes.size() ||
            !m_file.flush() || !m_file.seek(0))
            qFatal("cannot write");
        return platform::FileHandle(m_file.handle());
    }

private slots:
    void givesEveryLine() {
        LineReader reader(fileOf("one\n\ntwo\r\nthree"), "file");
        const auto one = reader.next();
        QVERIFY(one && one->text == "one" && one->number == 1 && one->begin == 0 && one->whole);
        const auto blank = reader.next();
        QVERIFY(blank && blank->text.empty() && blank->number == 2 && blank->begin == 4 && blank->whole);
        const auto two = reader.next();
        QVERIFY(two && two->text == "two\r" && two->begin == 5);
        const auto three = reader.next();
        QVERIFY(three && three->text == "three" && three->begin == 10 && !three->whole && !three->tooLong);
        QVERIFY(!reader.next());
        QVERIFY(!LineReader(fileOf(""), "file").next());
    }

    void linesMayBeLongerThanABlock() {
        const QByteArray line(200'000, 'x');
        LineReader reader(fileOf(line + "\n" + line + "\nz\n"), "file");
        QCOMPARE(reader.next()->text, std::string_view(line.data(), size_t(line.size())));
        QCOMPARE(reader.next()->begin, uint64_t(200'001));
        QCOMPARE(reader.next()->text, std::string_view("z"));
        QVERIFY(!reader.next());
    }

    void oneThatIsTooLongIsPassedOver() {
        LineReader reader(fileOf(QByteArray(100'000, 'x') + "\nabcd\nabcde\n"), "file", 4);
        const auto longOne = reader.next();
        QVERIFY(longOne->tooLong && longOne->text == "xxxx" && longOne->whole);
        const auto fits = reader.next();
        QVERIFY(!fits->tooLong && fits->text == "abcd" && fits->number == 2 && fits->begin == 100'001);
        QVERIFY(reader.next()->tooLong);
        QVERIFY(!reader.next());
    }

    void whatCannotBeReadIsAnError() {
        LineReader reader({}, "some file");
        try {
            (void)reader.next();
            QFAIL("nothing thrown");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Io);
            QVERIFY(QByteArray(error.what()).contains("some file"));
        }
    }
};

QTEST_GUILESS_MAIN(LineReaderTest)
#include "tst_line_reader.moc"
