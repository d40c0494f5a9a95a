#include "store/folder_lock.h"

#include <QTemporaryDir>
#include <QtTest>

using hearth::app::store::FolderLock;

class TestFolderLock : public QObject {
    Q_OBJECT

private slots:
    void oneAtATime() {
        QTemporaryDir folder;
        {
            const FolderLock first(folder.path().toStdString());
            QVERIFY(first.isHeld());
            const FolderLock second(folder.path().toStdString());
            QVERIFY(!second.isHeld());
            QVERIFY(second.isTaken());
        }
        QVERIFY(FolderLock(folder.path().toStdString()).isHeld());
    }

    void saysWhoHoldsIt() {
        QTemporaryDir folder;
        QCOMPARE(FolderLock::holder(folder.path().toStdString()), 0);
        const FolderLock first(folder.path().toStdString());
        QCOMPARE(FolderLock::holder(folder.path().toStdString()),
                 static_cast<int>(QCoreApplication::applicationPid()));
    }

    void aMissingFolderIsNotTaken() {
        const FolderLock lock("/nowhere/at/all");
        QVERIFY(!lock.isHeld());
        QVERIFY(!lock.isTaken());
    }
};

QTEST_GUILESS_MAIN(TestFolderLock)
#include "tst_folder_lock.moc"
