#include "cli/text_lines.h"

#include <QTemporaryFile>
#include <QtTest>

#include "hearth/error.h"

using namespace hearth;

class TestTextLines : public QObject {
    Q_OBJECT

    using Texts = std::vector<std::string>;
    /// A file that is read from its beginning.
    static std::unique_ptr<QTemporaryFile> input(const QByteArray& text) {
        auto file = std::make_unique<QTemporaryFile>();
        if (!file->open() || file->write(text) != text.size() || !file->seek(0)) qFatal("cannot write");
        return file;
    }

private slots:
    void linesInGroups() {
        const auto file = input("one\n\ntwo  \nthree");
        cli::TextLines lines(false, platform::FileHandle(file->handle()));
        QCOMPARE(lines.next(3), (Texts{"one", "", "two  "}));
        QCOMPARE(lines.next(3), Texts{"three"});
        QVERIFY(lines.next(3).empty());
    }
    void stringsOfJson() {
        const auto file = input("\"a\\nb\"\n\"\\u00e4\"\n\"\"\n");
        cli::TextLines lines(true, platform::FileHandle(file->handle()));
        QCOMPARE(lines.next(10), (Texts{"a\nb", "ä", ""}));
        QVERIFY(lines.next(10).empty());
    }
    void namesTheLineThatIsNoString() {
        for (const char* bad : {"\"x\"\n[1]\n", "\"x\"\n\n", "\"x\"\n\"open\n"}) {
            const auto file = input(bad);
            cli::TextLines lines(true, platform::FileHandle(file->handle()));
            try {
                (void)lines.next(10);
                QFAIL(bad);
            } catch (const Error& error) {
                QCOMPARE(error.code(), ErrorCode::BadInput);
                QVERIFY2(std::string(error.what()).starts_with("Line 2 "), error.what());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestTextLines)
#include "tst_text_lines.moc"
