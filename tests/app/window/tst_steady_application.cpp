#include "window/steady_application.h"

#include <QSignalSpy>
#include <QThread>
#include <QtTest>
#include <atomic>
#include <new>

#include "store/database.h"

using namespace hearth::app;

class TestSteadyApplication : public QObject {
    Q_OBJECT

private slots:
    void aFullMemoryEndsTheEventAlone() {
        auto& application = *qobject_cast<SteadyApplication*>(qApp);
        // Two threads emit it, perhaps at once: a QSignalSpy would not stand that.
        std::atomic<int> full = 0;
        connect(
            &application, &SteadyApplication::memoryWasFull, this, [&full] { ++full; }, Qt::DirectConnection);
        QThread thread;
        QObject elsewhere;
        elsewhere.moveToThread(&thread);
        thread.start();
        const auto fails = [] { throw std::bad_alloc(); };
        QMetaObject::invokeMethod(this, fails, Qt::QueuedConnection);
        QMetaObject::invokeMethod(&elsewhere, fails, Qt::QueuedConnection);
        QTRY_COMPARE(full.load(), 2);
        // Both go on.
        int done = 0;
        QMetaObject::invokeMethod(
            this, [&] { ++done; }, Qt::QueuedConnection);
        QMetaObject::invokeMethod(
            &elsewhere, [&] { ++done; }, Qt::BlockingQueuedConnection);
        QTRY_COMPARE(done, 2);
        thread.quit();
        thread.wait();
        // So does what cannot be read or kept.
        QSignalSpy failed(&application, &SteadyApplication::storeFailed);
        QMetaObject::invokeMethod(
            this, [] { throw store::StoreError(store::StoreFault::Other, QStringLiteral("It failed.")); },
            Qt::QueuedConnection);
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(failed[0][0].toString(), QStringLiteral("It failed."));
        QVERIFY(SteadyApplication::sentence().startsWith("The memory was full"));
    }
};

int main(int argc, char* argv[]) {
    SteadyApplication application(argc, argv);
    TestSteadyApplication test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_steady_application.moc"
