#include "folders/folder_reader.h"

#include <sys/stat.h>
#include <unistd.h>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace hearth::app;

class TestFolderReader : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    QStringList names(FolderQuery query) const {
        query.folder = m_folder.path();
        QStringList found;
        for (const FolderEntry& entry : readFolder(query).entries) found += entry.name;
        return found;
    }

private slots:
    void initTestCase() {
        QVERIFY(QDir(m_folder.path()).mkdir("b folder"));
        QVERIFY(QDir(m_folder.path()).mkdir(".config"));
        const std::pair<const char*, int> files[] = {
            {"model 10.gguf", 5}, {"Model 9.GGUF", 50}, {"notes.txt", 500}, {".hidden", 1}};
        for (const auto& [name, size] : files) {
            QFile file(m_folder.filePath(name));
            QVERIFY(file.open(QFile::WriteOnly) && file.write(QByteArray(size, 'x')) == size);
            QVERIFY(file.flush() && file.setFileTime(QDateTime::fromSecsSinceEpoch(1000 - size),
                                                     QFile::FileModificationTime));
        }
    }

    void foldersComeFirstAndNumbersCount() {
        QCOMPARE(names({}), QStringList({"b folder", "Model 9.GGUF", "model 10.gguf", "notes.txt"}));
        QCOMPARE(names({.hidden = true}).size(), 6);
        QCOMPARE(names({.foldersOnly = true}), QStringList({"b folder"}));
        QCOMPARE(names({.patterns = {"*.gguf"}}), QStringList({"b folder", "Model 9.GGUF", "model 10.gguf"}));
    }

    void whatIsLeftOutIsCounted() {
        const FolderContent all = readFolder({.folder = m_folder.path()});
        QCOMPARE(all.otherFiles, 0);
        QCOMPARE(all.hidden, 2);
        QCOMPARE(readFolder({.folder = m_folder.path(), .foldersOnly = true}).otherFiles, 3);
        QCOMPARE(readFolder({.folder = m_folder.path(), .foldersOnly = true, .hidden = true}).otherFiles, 4);
        QCOMPARE(readFolder({.folder = m_folder.path(), .patterns = {"*.gguf"}}).otherFiles, 1);
    }

    void ordersAreKept() {
        QCOMPARE(names({.order = FolderOrder::Size}),
                 QStringList({"b folder", "model 10.gguf", "Model 9.GGUF", "notes.txt"}));
        QCOMPARE(names({.order = FolderOrder::Changed}),
                 QStringList({"b folder", "notes.txt", "Model 9.GGUF", "model 10.gguf"}));
        QCOMPARE(names({.descending = true}).last(), "Model 9.GGUF");
    }

    void whatCannotBeReadSaysWhy() {
        QCOMPARE(readFolder({.folder = "/nowhere"}).fault, FolderFault::Missing);
        QCOMPARE(readFolder({.folder = m_folder.filePath("notes.txt")}).fault, FolderFault::NotAFolder);
        if (geteuid() == 0) return;
        QCOMPARE(readFolder({.folder = "/root"}).fault, FolderFault::Unreadable);
    }

    void pipesAreNotOpened() {
        const QByteArray pipe = m_folder.filePath("pipe.gguf").toLocal8Bit();
        QCOMPARE(mkfifo(pipe.constData(), 0600), 0);
        // Nobody writes into it: whoever opens it waits for ever.
        QVERIFY(names({}).size() >= 4);
        QFile::remove(QString::fromLocal8Bit(pipe));
    }

    void aStopEndsIt() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(readFolder({.folder = m_folder.path()}, stop.get_token()).entries.empty());
    }
};

QTEST_GUILESS_MAIN(TestFolderReader)
#include "tst_folder_reader.moc"
