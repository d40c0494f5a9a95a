#include "attachments/shortened_files.h"

#include <QJsonObject>
#include <QtTest>

using namespace hearth::app;
using store::Attachment;

class TestShortenedFiles : public QObject {
    Q_OBJECT

    /// A file of this many words of five characters, two words a token.
    static Attachment file(const QString& name, int words) {
        Attachment file;
        file.name = name;
        for (int i = 0; i < words; ++i) file.text += QStringLiteral("%1 ").arg(i, 4, 10, QLatin1Char('0'));
        file.text = file.text.trimmed();
        file.tokens = words / 2;
        return file;
    }
    static int sum(const std::vector<Attachment>& files) {
        int tokens = 0;
        for (const Attachment& file : files) tokens += file.tokens;
        return tokens;
    }
    /// The part that is left of the file itself.
    static QString kept(const Attachment& file) {
        return file.text.left(file.text.lastIndexOf(QStringLiteral("\n\n[The file continues: ")));
    }

private slots:
    void theBeginningIsKeptAndWhatIsMissingIsSaid() {
        std::vector<Attachment> files{file("book.md", 2000)};
        const QString whole = files[0].text;
        shortenFiles(files, 600);
        QVERIFY(whole.startsWith(kept(files[0])));
        // Close to what fits, and not above: 400 tokens are 4,000 characters.
        QVERIFY2(kept(files[0]).size() < 4000 && kept(files[0]).size() > 3300,
                 qPrintable(QString::number(kept(files[0]).size())));
        QVERIFY(files[0].text.endsWith(
            QStringLiteral("[The file continues: %L1 of its 9,999 characters are left out here.]")
                .arg(whole.size() - kept(files[0]).size())));
        // At the end of a word.
        QVERIFY(whole.mid(kept(files[0]).size()).startsWith(u' '));
        QCOMPARE(files[0].wholeTokens, 1000);
        // Again: by as much as is missing of the whole.
        shortenFiles(files, 200);
        QVERIFY(kept(files[0]).size() < 2000);
        QVERIFY(files[0].text.contains(" of its 9,999 characters"));
        QCOMPARE(files[0].text.count("The file continues"), 1);
        QCOMPARE(files[0].wholeTokens, 1000);
    }

    void theLongestAreShortenedFirst() {
        std::vector<Attachment> files{file("a", 200), file("b", 4000), file("c", 3000)};
        const std::vector<Attachment> before = files;
        shortenFiles(files, 1500);
        QCOMPARE(files[0].text, before[0].text);
        QCOMPARE(files[0].wholeTokens, 0);
        QCOMPARE(files[1].tokens, files[2].tokens);
        QVERIFY(sum(before) - sum(files) >= 1500 && sum(before) - sum(files) < 1510);
        // The short one only when there is no other way.
        shortenFiles(files, 1950);
        QVERIFY(files[0].wholeTokens > 0);
    }

    void passagesAndShortFilesStay() {
        std::vector<Attachment> files{file("a", 100), file("b", 4000)};
        files[1].passage = QJsonObject{{"number", 1}};
        const QString first = files[0].text, second = files[1].text;
        QCOMPARE(shortenableTokens(files), 0);
        shortenFiles(files, 100);
        QCOMPARE(files[0].text, first);
        QCOMPARE(files[1].text, second);
        shortenFiles(files, 0);
        shortenFiles(files, -5);
        QCOMPARE(files[0].text, first);
    }

    void charactersStayWhole() {
        for (int words = 300; words < 340; ++words) {
            Attachment one;
            one.text = QString::fromUtf8("😀").repeated(words);
            one.tokens = words;
            std::vector<Attachment> files{one};
            shortenFiles(files, 150);
            QVERIFY(one.text.startsWith(kept(files[0])));
            QCOMPARE(kept(files[0]).size() % 2, qsizetype{0});
        }
    }

    void whatWasNotCountedIsEstimated() {
        std::vector<Attachment> files{file("a", 3000)};
        files[0].tokens = 0;
        const int all = shortenableTokens(files);
        QVERIFY(all > 4000 && all < 5000);
        shortenFiles(files, 4000);
        QVERIFY(kept(files[0]).size() < 15000 / 4);
        std::vector<Attachment> two{file("a", 300), file("b", 600)};
        two[0].tokens = two[1].tokens = 0;
        shareTokens(two, 4500);
        QVERIFY(qAbs(two[0].tokens - 1500) < 5 && qAbs(two[1].tokens - 3000) < 5);
        two[0].tokens = 7;
        shareTokens(two, 4500);
        QCOMPARE(two[0].tokens, 7);
    }
};

QTEST_GUILESS_MAIN(TestShortenedFiles)
#include "tst_shortened_files.moc"
