#include "machine/sandbox_note.h"

#include <QSignalSpy>
#include <QtTest>
#include <atomic>

using namespace hearth;
using namespace hearth::app;

class TestSandboxNote : public QObject {
    Q_OBJECT
private slots:
    void saysWhatHolds_data() {
        QTest::addColumn<PictureSandbox>("sandbox");
        QTest::addColumn<QString>("text");
        QTest::addColumn<bool>("weak");
        QTest::newRow("whole") << PictureSandbox::Whole << "No files, no network, no other programs" << false;
        QTest::newRow("no Landlock")
            << PictureSandbox::FilesOpen
            << "No network and no other programs. Files can be opened: this kernel has no Landlock." << false;
        QTest::newRow("no seccomp") << PictureSandbox::LimitsAlone
                                    << "Limits of memory and time alone: this kernel has no seccomp. Open "
                                       "pictures of people you trust."
                                    << true;
        QTest::newRow("nothing started")
            << PictureSandbox::Unknown << "Not known: the process that decodes pictures could not be started."
            << true;
    }
    void saysWhatHolds() {
        QFETCH(PictureSandbox, sandbox);
        std::atomic<int> asked = 0;
        SandboxNote note([&](const std::stop_token&) {
            ++asked;
            return sandbox;
        });
        QSignalSpy changed(&note, &SandboxNote::changed);
        QVERIFY(note.text().isEmpty() && !note.isWeak());
        note.ask();
        note.ask();
        QVERIFY(changed.wait());
        QTEST(note.text(), "text");
        QTEST(note.isWeak(), "weak");
        note.ask();
        QTest::qWait(20);
        QCOMPARE(asked.load(), 1);
        note.retranslate();
        QCOMPARE(changed.count(), 2);
    }

    void mayEndWhileItIsAsked() {
        for (int i = 0; i < 50; ++i) {
            SandboxNote note([](const std::stop_token& stop) {
                while (!stop.stop_requested()) std::this_thread::yield();
                return PictureSandbox::Unknown;
            });
            note.ask();
            if (i % 2) QCoreApplication::processEvents();
        }
    }
};

QTEST_GUILESS_MAIN(TestSandboxNote)
#include "tst_sandbox_note.moc"
