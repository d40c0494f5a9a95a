#include "models/file_mover.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>
#include <cerrno>

using namespace hearth::app;

class TestFileMover : public QObject {
    Q_OBJECT

    static void write(const QString& path, const QByteArray& bytes) {
        QVERIFY(QDir().mkpath(QFileInfo(path).path()));
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    static QByteArray content(const QString& path) {
        QFile file(path);
        return file.open(QFile::ReadOnly) ? file.readAll() : QByteArray("(none)");
    }
    /// "a/x=1 b=2" for files and what is in them.
    static QString tree(const QString& folder) {
        QStringList found;
        QDirIterator files(folder, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString path = files.next();
            found += path.mid(folder.size() + 1) + "=" + QString::fromLatin1(content(path).left(8));
        }
        found.sort();
        return found.join(' ');
    }
    static std::vector<FileMove> moves(const QTemporaryDir& folder) {
        return {{folder.filePath("from/a"), folder.filePath("to/a")},
                {folder.filePath("from/sub/b"), folder.filePath("to/sub/b")}};
    }
    static int otherDisk(const QString&, const QString&) { return EXDEV; }

private slots:
    void withinADiskFilesAreRenamed() {
        QTemporaryDir folder;
        write(folder.filePath("from/a"), "1");
        write(folder.filePath("from/sub/b"), "2");
        double share = 0;
        const MoveOutcome outcome = moveFiles(moves(folder), [&](double fraction) { share = fraction; }, {});
        QCOMPARE(outcome.kind, MoveOutcome::Moved);
        QCOMPARE(tree(folder.path()), QString("to/a=1 to/sub/b=2"));
        QCOMPARE(share, 1.0);
    }

    void toAnotherDiskTheyAreCopied() {
        QTemporaryDir folder;
        QByteArray large(9 << 20, 'x');
        for (qsizetype i = 0; i < large.size(); i += 4096) large[i] = static_cast<char>(i / 4096);
        write(folder.filePath("from/a"), large);
        write(folder.filePath("from/sub/b"), "2");
        QList<double> shares;
        const MoveOutcome outcome = moveFiles(
            moves(folder), [&](double fraction) { shares += fraction; }, {}, otherDisk);
        QCOMPARE(outcome.kind, MoveOutcome::Moved);
        QCOMPARE(content(folder.filePath("to/a")), large);
        QCOMPARE(content(folder.filePath("to/sub/b")), QByteArray("2"));
        QVERIFY(!QFile::exists(folder.filePath("from/a")) && !QFile::exists(folder.filePath("from/sub/b")));
        QVERIFY(shares.size() >= 3 && std::is_sorted(shares.begin(), shares.end()));
        QCOMPARE(shares.last(), 1.0);
    }

    void whatIsThereIsNeverWrittenOver() {
        QTemporaryDir folder;
        write(folder.filePath("from/a"), "1");
        write(folder.filePath("from/sub/b"), "2");
        write(folder.filePath("to/sub/b"), "mine");
        const MoveOutcome outcome = moveFiles(moves(folder), {}, {});
        QCOMPARE(outcome.kind, MoveOutcome::Failed);
        QCOMPARE(outcome.problem,
                 folder.filePath("to/sub/b") + " already exists. Rename it, or choose another folder.");
        QCOMPARE(tree(folder.path()), QString("from/a=1 from/sub/b=2 to/sub/b=mine"));
    }

    void aFailureLeavesAllWhereItWas_data() {
        QTest::addColumn<bool>("other");
        QTest::newRow("same disk") << false;
        QTest::newRow("another disk") << true;
    }
    void aFailureLeavesAllWhereItWas() {
        QFETCH(bool, other);
        QTemporaryDir folder;
        write(folder.filePath("from/a"), "1");  // and from/sub/b is not there
        const auto list = moves(folder);
        const MoveOutcome outcome = other ? moveFiles(list, {}, {}, otherDisk) : moveFiles(list, {}, {});
        QCOMPARE(outcome.kind, MoveOutcome::Failed);
        QCOMPARE(outcome.problem, folder.filePath("from/sub/b") +
                                      " could not be moved: No such file or "
                                      "directory. Nothing was changed.");
        QCOMPARE(tree(folder.path()), QString("from/a=1"));
    }

    void stoppingLeavesAllWhereItWas() {
        QTemporaryDir folder;
        write(folder.filePath("from/a"), QByteArray(9 << 20, '1'));
        write(folder.filePath("from/sub/b"), "2");
        std::stop_source stop;
        const MoveOutcome outcome = moveFiles(
            moves(folder), [&](double) { stop.request_stop(); }, stop.get_token(), otherDisk);
        QCOMPARE(outcome.kind, MoveOutcome::Cancelled);
        QCOMPARE(tree(folder.path()), QString("from/a=11111111 from/sub/b=2"));
    }
};

QTEST_GUILESS_MAIN(TestFileMover)
#include "tst_file_mover.moc"
