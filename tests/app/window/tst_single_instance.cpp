// The second start of a program: what it hands over, and what a crash leaves.
#include "window/single_instance.h"

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <QDir>
#include <QFile>
#include <QLocalSocket>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <atomic>
#include <thread>

using namespace hearth::app;

class TestSingleInstance : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    /// A second start in another thread, as its calls wait for this one.
    static bool startAgain(const QString& folder, const QStringList& files) {
        std::atomic<bool> done = false, handed = false;
        std::thread other([&] {
            handed = SingleInstance(folder).handOver(files);
            done = true;
        });
        while (!done) QTest::qWait(5);
        other.join();
        return handed;
    }

private slots:
    void init() { QVERIFY(m_folder.isValid()); }

    void nobodyIsThere() { QVERIFY(!SingleInstance(m_folder.path()).handOver({"/tmp/a.gguf"})); }

    void aFolderThatItMakesIsItsOwnersAlone() {
        const QString folder = m_folder.filePath("new");
        QVERIFY(!SingleInstance(folder).handOver({}));
        const QFile::Permissions others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup |
                                          QFile::ReadOther | QFile::WriteOther | QFile::ExeOther;
        QCOMPARE(QFile::permissions(folder) & others, QFile::Permissions());
    }

    void filesArriveAndTheSecondKnowsIt() {
        SingleInstance first(m_folder.path());
        QVERIFY(first.listen());
        QSignalSpy again(&first, &SingleInstance::startedAgain);
        const QStringList files{"/tmp/Ein Modell – ü.gguf", "/tmp/two\nlines.gguf"};
        QVERIFY(startAgain(m_folder.path(), files));
        QCOMPARE(again.count(), 1);
        QCOMPARE(again[0][0].toStringList(), files);
        // The same folder by another name; without files it is a wish to see the window.
        QVERIFY(startAgain(m_folder.path() + "/./", {}));
        QCOMPARE(again.count(), 2);
        QVERIFY(again[1][0].toStringList().isEmpty());
    }

    void anotherFolderIsAnotherProgram() {
        SingleInstance first(m_folder.path());
        QVERIFY(first.listen());
        QTemporaryDir other;
        QVERIFY(!startAgain(other.path(), {}));
        QVERIFY(SingleInstance(other.path()).listen());
    }

    void onlyOneListens() {
        SingleInstance first(m_folder.path());
        QVERIFY(first.listen());
        QVERIFY(!SingleInstance(m_folder.path()).listen());
        QSignalSpy again(&first, &SingleInstance::startedAgain);
        QVERIFY(startAgain(m_folder.path(), {}));
        QCOMPARE(again.count(), 1);
    }

    void aSocketThatACrashLeftIsTakenOver() {
        SingleInstance first(m_folder.path());
        const QByteArray path = QFile::encodeName(first.address());
        const int file = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address{};
        address.sun_family = AF_UNIX;
        QVERIFY(path.size() < static_cast<qsizetype>(sizeof address.sun_path));
        std::copy(path.begin(), path.end(), address.sun_path);
        ::unlink(path.constData());
        QCOMPARE(::bind(file, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        QCOMPARE(::listen(file, 1), 0);
        ::close(file);
        QVERIFY(QFile::exists(first.address()));
        QVERIFY(!SingleInstance(m_folder.path()).handOver({}));
        QVERIFY(first.listen());
        QVERIFY(startAgain(m_folder.path(), {}));
    }

    void onlyThisUserMayOpenIt() {
        SingleInstance first(m_folder.path());
        QVERIFY(first.listen());
        struct stat facts {};
        QCOMPARE(::stat(QFile::encodeName(first.address()).constData(), &facts), 0);
        QCOMPARE(facts.st_mode & 077U, 0U);
        QCOMPARE(facts.st_uid, ::getuid());
    }

    void nonsenseIsDropped() {
        SingleInstance first(m_folder.path());
        QVERIFY(first.listen());
        QSignalSpy again(&first, &SingleInstance::startedAgain);
        for (const QByteArray& bytes :
             {QByteArray("hello\n"), QByteArray("[1,2]\n"), QByteArray(3 << 20, 'x')}) {
            QLocalSocket socket;
            socket.connectToServer(first.address());
            QVERIFY(socket.waitForConnected(1000));
            socket.write(bytes);
            QTRY_COMPARE_WITH_TIMEOUT(socket.state(), QLocalSocket::UnconnectedState, 5000);
        }
        QCOMPARE(again.count(), 0);
        QVERIFY(startAgain(m_folder.path(), {}));
    }
};

QTEST_GUILESS_MAIN(TestSingleInstance)
#include "tst_single_instance.moc"
