#include "window/store_start.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>
#include <atomic>
#include <thread>
#include <vector>

#include "store/folder_lock.h"

using namespace hearth::app;

class TestStoreStart : public QObject {
    Q_OBJECT

private slots:
    void aFreeFolderIsOpenedAtOnce() {
        QTemporaryDir folder;
        const StoreStart start = startStore(folder.path(), [] { return false; });
        QVERIFY(start.store && start.problem.isEmpty() && !start.taken && !start.handedOver);
    }

    void withoutAStoreThereIsOneInMemory() {
        const StoreStart start = storeInMemory(QStringLiteral("It is gone."));
        QVERIFY(start.store && !start.taken && !start.handedOver);
        QCOMPARE(start.problem, QStringLiteral("It is gone."));
        QVERIFY(!start.store->hasMessages());
    }

    void waitsForOneThatEnds() {
        QTemporaryDir folder;
        auto lock = std::make_unique<store::FolderLock>(folder.path().toStdString());
        std::thread other([&lock] {
            QThread::msleep(500);
            lock.reset();
        });
        const StoreStart start = startStore(folder.path(), [] { return false; });
        other.join();
        QVERIFY(start.store && start.problem.isEmpty() && !start.taken);
    }

    void handsOverToOneThatStarts() {
        QTemporaryDir folder;
        const store::FolderLock lock(folder.path().toStdString());
        int asked = 0;
        const StoreStart start = startStore(folder.path(), [&asked] { return ++asked == 3; });
        QVERIFY(start.handedOver && !start.store);
    }

    void theWaitHasAnEnd() {
        QTemporaryDir folder;
        const store::FolderLock lock(folder.path().toStdString());
        QElapsedTimer time;
        time.start();
        const StoreStart start = startStore(
            folder.path(), [] { return false; }, 300);
        QVERIFY(time.elapsed() >= 300 && time.elapsed() < 3000);
        QVERIFY(start.store && start.taken && start.problem.contains("already open"));
    }

    void otherProblemsAreNotWaitedFor() {
        QTemporaryDir folder;
        QFile file(folder.filePath("hearth.db"));
        QVERIFY(file.open(QFile::WriteOnly) && file.write(QByteArray(8192, 'x')) > 0);
        file.close();
        const StoreStart start = startStore(folder.path(), [] { return true; });
        QVERIFY(start.store && !start.taken && !start.problem.isEmpty());
    }

    void ofFourAtOnceOneOpensAndTheOthersHandOver() {
        QTemporaryDir folder;
        std::atomic<int> opened = 0, handed = 0, failed = 0;
        std::atomic<bool> listening = false;
        std::vector<std::thread> starts;
        for (int i = 0; i < 4; ++i)
            starts.emplace_back([&] {
                const StoreStart start = startStore(folder.path(), [&] { return listening.load(); });
                if (start.handedOver) {
                    ++handed;
                } else if (start.problem.isEmpty()) {
                    ++opened;
                    QThread::msleep(600);  // as long as a window takes to come up
                    listening = true;
                    while (handed + failed < 3) QThread::msleep(5);
                } else {
                    ++failed;
                }
            });
        for (std::thread& start : starts) start.join();
        QCOMPARE(opened, 1);
        QCOMPARE(handed, 3);
    }
};

QTEST_GUILESS_MAIN(TestStoreStart)
#include "tst_store_start.moc"
