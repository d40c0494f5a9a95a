#include "machine/machine_checker.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::app;

namespace {

DeviceCheck processor() {
    DeviceCheck device;
    device.name = "CPU, 2 threads";
    device.readBytesPerS = 25.34e9;
    return device;
}

OperationCheck operation(const char* name, double error) {
    OperationCheck one;
    one.name = name;
    one.error = error;
    one.tolerance = 0.01;
    return one;
}

QStringList column(const MachineChecker& checker, MachineChecker::Role role) {
    QStringList out;
    for (int row = 0; row < checker.rowCount(); ++row)
        out << checker.data(checker.index(row), role).toString();
    return out;
}

}  // namespace

class TestMachineChecker : public QObject {
    Q_OBJECT

private slots:
    void tellsWhatIsWrongAndWhatIsNot() {
        MachineChecker checker([](const MachineCheckListener& listener, const std::stop_token&) {
            MachineReport report;
            report.devices = {processor()};
            listener.device(report.devices[0]);
            report.devices[0].operations = {operation("product", 0.001), operation("attention", 0.5)};
            for (const OperationCheck& one : report.devices[0].operations) listener.operation(one);
            report.noGpuReason = "No graphics card was found.";
            return report;
        });
        const QAbstractItemModelTester tester(&checker);
        checker.start();
        QVERIFY(checker.isRunning());
        QTRY_VERIFY(!checker.isRunning());
        QCOMPARE(column(checker, MachineChecker::NameRole),
                 QStringList({"CPU, 2 threads", "attention", "Graphics card"}));
        QCOMPARE(column(checker, MachineChecker::ValueRole),
                 QStringList({"reads 25.3 GB/s from its memory", "wrong by 0.5, allowed 0.01",
                              "No graphics card was found."}));
        QCOMPARE(column(checker, MachineChecker::BadRole), QStringList({"false", "true", "false"}));
        QVERIFY(checker.status().startsWith("Some operations are wrong"));
    }

    void allIsWellTheSecondTime() {
        MachineChecker checker([](const MachineCheckListener& listener, const std::stop_token&) {
            MachineReport report;
            report.devices = {processor()};
            listener.device(report.devices[0]);
            listener.operation(operation("product", 0.001));
            return report;
        });
        for (int i = 0; i < 2; ++i) {
            checker.start();
            QTRY_VERIFY(!checker.isRunning());
            QCOMPARE(checker.rowCount(), 1);
            QCOMPARE(checker.status(), QStringLiteral("All 1 operations agree with their plain reference."));
        }
    }

    void cancelsAtOnceAndNothingArrivesAfterwards() {
        MachineChecker checker([](const MachineCheckListener& listener, const std::stop_token& stop) {
            while (!stop.stop_requested()) {
                listener.operation(operation("product", 1));
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            throw Error(ErrorCode::Cancelled, "late news");
            return MachineReport();
        });
        checker.start();
        QTRY_VERIFY(checker.rowCount() > 0);
        checker.cancel();
        QVERIFY(!checker.isRunning());
        const int rows = checker.rowCount();
        QTest::qWait(30);
        QCOMPARE(checker.rowCount(), rows);
        QCOMPARE(checker.status(), QStringLiteral("The check was cancelled."));
    }

    void aFailureIsASentence() {
        MachineChecker checker([](const MachineCheckListener&, const std::stop_token&) -> MachineReport {
            throw Error(ErrorCode::OutOfMemory, "There is not enough memory to measure with.");
        });
        checker.start();
        QTRY_VERIFY(!checker.isRunning());
        QCOMPARE(checker.status(), QStringLiteral("There is not enough memory to measure with."));
    }

    void canBeDestroyedAtAnyTime() {
        for (int i = 0; i < 50; ++i) {
            MachineChecker checker([](const MachineCheckListener& listener, const std::stop_token& stop) {
                while (!stop.stop_requested()) listener.operation(operation("product", 0));
                return MachineReport();
            });
            checker.start();
            if (i % 2) QCoreApplication::processEvents();
        }
    }
};

QTEST_GUILESS_MAIN(TestMachineChecker)
#include "tst_machine_checker.moc"
