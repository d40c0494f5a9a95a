#include "hearth/machine_check.h"

#include <QElapsedTimer>
#include <QtTest>

#include "hearth/error.h"
#include "support/plausible_bandwidth.h"

using namespace hearth;

class MachineCheckTest : public QObject {
    Q_OBJECT

private slots:
    void theProcessorComesFirstAndIsRight() {
        QStringList heard;
        int operations = 0;
        const MachineReport report = checkMachine(
            {.device = [&](const DeviceCheck& d) { heard << QString::fromStdString(d.info.name); },
             .operation = [&](const OperationCheck&) { ++operations; }});
        QVERIFY(!report.devices.empty());
        const DeviceCheck& processor = report.devices.front();
        QCOMPARE(processor.type, DeviceType::Processor);
        QVERIFY(processor.bandwidth.read > test::leastReadBandwidth);
        QVERIFY(processor.operations.size() > 50);
        QVERIFY(report.healthy());
        QCOMPARE(heard.first(), QString::fromStdString(processor.info.name));
        size_t all = 0;
        for (const DeviceCheck& device : report.devices) all += device.operations.size();
        QCOMPARE(static_cast<size_t>(operations), all);
        QCOMPARE(report.missing.empty(), report.devices.size() > 1);
    }

    void stopsWhenAsked() {
        std::stop_source stop;
        int operations = 0;
        const auto check = [&] {
            MachineCheckListener listener;
            listener.operation = [&](const OperationCheck&) {
                if (++operations == 3) stop.request_stop();
            };
            checkMachine(listener, stop.get_token());
        };
        try {
            check();
            QFAIL("it went on to the end");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Cancelled);
        }
        QCOMPARE(operations, 3);
    }

    void oneWrongOperationIsNotHealthy() {
        const auto operation = [](const char* name, double error) {
            OperationCheck one;
            one.name = name;
            one.error = error;
            one.tolerance = 0.2;
            return one;
        };
        MachineReport report;
        report.devices.resize(2);
        report.devices[0].operations = {operation("a", 0.1)};
        QVERIFY(report.healthy());
        report.devices[1].operations = {operation("missing", 9)};
        report.devices[1].operations[0].supported = false;
        QVERIFY(report.healthy());
        report.devices[0].operations.push_back(operation("b", 0.3));
        QVERIFY(!report.healthy());
        report.devices[0].operations.pop_back();
        report.devices[1].failure = Message::verbatim("the card fell off the bus");
        QVERIFY(!report.healthy());
    }
};

QTEST_GUILESS_MAIN(MachineCheckTest)
#include "tst_machine_check.moc"
