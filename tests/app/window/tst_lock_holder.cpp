#include "window/lock_holder.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QtTest>
#include <chrono>
#include <csignal>
#include <thread>

#include "store/folder_lock.h"

using hearth::app::LockHolder;
using hearth::app::store::FolderLock;

namespace {

/// Holds the lock of a folder for ever; the test starts itself with the folder's name.
int holdLock(const char* folder, bool deaf) {
    if (deaf) std::signal(SIGTERM, SIG_IGN);
    const FolderLock lock(folder);
    puts(lock.isHeld() ? "held" : "taken");
    fflush(stdout);
    for (;;) std::this_thread::sleep_for(std::chrono::hours(1));
}

}  // namespace

class TestLockHolder : public QObject {
    Q_OBJECT

    static void hold(QProcess& process, const QString& folder, bool deaf) {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("HEARTH_LOCK_FOLDER", folder);
        if (deaf) environment.insert("HEARTH_LOCK_DEAF", "1");
        process.setProcessEnvironment(environment);
        process.start(QCoreApplication::applicationFilePath(), QStringList());
        QVERIFY(process.waitForReadyRead(10000));
        QCOMPARE(process.readAllStandardOutput(), QByteArray("held\n"));
    }

private slots:
    void nobodyHoldsAFreeFolder() {
        QTemporaryDir folder;
        QVERIFY(!LockHolder::find(folder.path()));
        { const FolderLock lock(folder.path().toStdString()); }
        QVERIFY(!LockHolder::find(folder.path()));
    }

    void oneThatIsGoneIsNotFound() {
        QTemporaryDir folder;
        QProcess process;
        hold(process, folder.path(), false);
        process.kill();
        process.waitForFinished();
        QVERIFY(!LockHolder::find(folder.path()));
    }

    void isFoundAndEnded_data() {
        QTest::addColumn<bool>("deaf");
        QTest::newRow("listens") << false;
        QTest::newRow("does not listen") << true;
    }
    void isFoundAndEnded() {
        QFETCH(const bool, deaf);
        QTemporaryDir folder;
        QProcess process;
        hold(process, folder.path(), deaf);
        QVERIFY(!FolderLock(folder.path().toStdString()).isHeld());
        const auto holder = LockHolder::find(folder.path());
        QVERIFY(holder);
        QCOMPARE(holder->process(), process.processId());
        QVERIFY(holder->end(300));
        QVERIFY(FolderLock(folder.path().toStdString()).isHeld());
        process.waitForFinished();
    }

    void anotherProgramIsNeverTakenForIt() {
        QTemporaryDir folder;
        QProcess other;
        other.start("sleep", {"100"});
        QVERIFY(other.waitForStarted());
        QFile lock(folder.filePath("hearth.lock"));
        QVERIFY(lock.open(QFile::WriteOnly));
        lock.write(QByteArray::number(other.processId()));
        lock.close();
        QVERIFY(!LockHolder::find(folder.path()));
        other.kill();
        other.waitForFinished();
    }

    void whatIsNoNumberIsNobody() {
        QTemporaryDir folder;
        for (const char* text : {"", "x", "-1", "0", "1", "99999999999999999999", "4194305"}) {
            QFile lock(folder.filePath("hearth.lock"));
            QVERIFY(lock.open(QFile::WriteOnly));
            lock.write(text);
            lock.close();
            QVERIFY2(!LockHolder::find(folder.path()), text);
        }
    }
};

int main(int argc, char** argv) {
    if (const QByteArray folder = qgetenv("HEARTH_LOCK_FOLDER"); !folder.isEmpty())
        return holdLock(folder.constData(), qEnvironmentVariableIsSet("HEARTH_LOCK_DEAF"));
    QCoreApplication application(argc, argv);
    TestLockHolder test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_lock_holder.moc"
