#include "reading/zip_archive.h"

#include <QtTest>

#include "support/small_zip.h"

using namespace hearth::app;

class TestZipArchive : public QObject {
    Q_OBJECT

    static int reasonOf(const QByteArray& bytes, const QString& name, qint64 most = 1 << 20) {
        try {
            ZipArchive(bytes, most).read(name);
            return -1;
        } catch (const ArchiveError& error) {
            return error.reason();
        }
    }

private slots:
    void filesAreRead() {
        const QByteArray bytes = smallZip({{"a/b.txt", "words"}, {"empty", ""}});
        ZipArchive archive(bytes, 100);
        QVERIFY(archive.has("a/b.txt"));
        QVERIFY(!archive.has("a"));
        QCOMPARE(archive.read("a/b.txt"), QByteArray("words"));
        QCOMPARE(archive.read("empty"), QByteArray());
    }

    void filesOnDiskAreReadWithoutLoadingThem() {
        const QByteArray bytes = smallZip({{"a/b.txt", "words"}, {"c", "more"}});
        QTemporaryFile file;
        QVERIFY(file.open() && file.write(bytes) == bytes.size() && file.flush());
        ZipArchive archive(file, 100);
        file.close();
        QCOMPARE(archive.names(), QStringList({"a/b.txt", "c"}));
        QCOMPARE(archive.read("c"), QByteArray("more"));
        QTemporaryFile none;
        QVERIFY(none.open() && none.write("PK\x03\x04") == 4 && none.flush());
        QVERIFY_EXCEPTION_THROWN(ZipArchive(none, 100), ArchiveError);
    }

    void whatIsTooMuchIsNotUnpacked() {
        const QByteArray bomb = smallZip({{"a", QByteArray(64 << 20, '0')}, {"b", "small"}});
        QVERIFY(bomb.size() < 100'000);
        QCOMPARE(reasonOf(bomb, "a"), int{ArchiveError::TooMuch});
        QCOMPARE(reasonOf(bomb, "b"), -1);
        // All of it counts, not each file.
        ZipArchive archive(bomb, 12);
        archive.read("b");
        archive.read("b");
        QVERIFY_EXCEPTION_THROWN(archive.read("b"), ArchiveError);
    }

    void damageIsNoticed() {
        const QByteArray good = smallZip({{"a", QByteArray("many words ").repeated(50)}});
        QCOMPARE(reasonOf(good, "none"), int{ArchiveError::Unreadable});
        QCOMPARE(reasonOf("PK\x03\x04 nothing", "a"), int{ArchiveError::Unreadable});
        QCOMPARE(reasonOf("", "a"), int{ArchiveError::Unreadable});
        int noticed = 0;
        for (qsizetype i = 0; i < good.size(); ++i) {
            QByteArray bad = good;
            bad[i] = static_cast<char>(bad[i] ^ 0x55);
            if (reasonOf(bad, "a") >= 0) ++noticed;
            reasonOf(good.left(i), "a");
        }
        QVERIFY(noticed > 40);
    }
};

QTEST_APPLESS_MAIN(TestZipArchive)
#include "tst_zip_archive.moc"
