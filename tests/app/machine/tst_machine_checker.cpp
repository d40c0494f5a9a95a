#include "machine/machine_checker.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QJsonDocument>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QtTest>
#include <atomic>

#include "hearth/error.h"
#include "runtime/processor_turns.h"

using namespace hearth;
using namespace hearth::app;

namespace {

DeviceCheck processor() {
    DeviceCheck device;
    device.title = "CPU";
    device.device = {.name = "", .threads = 2, .instructions = "AVX2"};
    device.bandwidth.read = 25.34e9;
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
            report.missing.push_back(
                {.title = "GPU",
                 .type = DeviceType::GraphicsCard,
                 .reason =
                     Error(ErrorCode::Device, Message({"card.none-found", "No graphics card was found."}))});
            return report;
        });
        const QAbstractItemModelTester tester(&checker);
        checker.start();
        QVERIFY(checker.isRunning() && !checker.isFinished());
        QTRY_VERIFY(!checker.isRunning());
        QVERIFY(checker.isFinished());
        QCOMPARE(column(checker, MachineChecker::NameRole),
                 QStringList({"Graphics card", "Processor", "Operations", "attention"}));
        QCOMPARE(column(checker, MachineChecker::ValueRole),
                 QStringList({"No graphics card was found.", "2 threads, AVX2",
                              "1 of 2 match the reference. Use another device, or update its driver.",
                              "off by 0.5, 0.01 allowed"}));
        QCOMPARE(column(checker, MachineChecker::DetailRole), QStringList({"", "reads 25.3 GB/s", "", ""}));
        QCOMPARE(column(checker, MachineChecker::MarkRole), QStringList({"0", "1", "2", "2"}));
        // The operation that is wrong and its summary are one thing to see to.
        static const QRegularExpression verdict("^Checked at .+, 2 checks in \\d+\\.\\d s, one problem$");
        QVERIFY2(verdict.match(checker.status()).hasMatch(), qPrintable(checker.status()));
        QVERIFY2(checker.report().contains("\n! attention: off by 0.5, 0.01 allowed\n") &&
                     checker.report().contains("\n  Processor: 2 threads, AVX2 (reads 25.3 GB/s)\n"),
                 qPrintable(checker.report()));
    }

    void tellsOfCardDiskAndKeyring_data() {
        QTest::addColumn<double>("rate");
        QTest::addColumn<bool>("reached");
        QTest::addColumn<int>("keys");
        QTest::addColumn<QStringList>("values");
        QTest::addColumn<QString>("marks");
        QTest::addColumn<QString>("verdict");
        const QString card = "GeForce RTX 4070, 12.0 GB, compute capability 8.9, driver for CUDA 12.4";
        const QString processor = "Ryzen 7 7700, 2 threads, AVX2";
        const QString operations = "1 of 1 match the reference";
        QTest::newRow("all is well") << 2e9 << true << 2
                                     << QStringList{card, processor, operations,
                                                    "~/Models: a 5 GB model takes 3 s to load",
                                                    "Reachable; 2 keys kept"}
                                     << "11111"
                                     << "no problems found";
        QTest::newRow("slow and without a keyring")
            << 140e6 << false << 1
            << QStringList{card, processor, operations,
                           "~/Models, a slow disk: a 5 GB model takes 36 s to load",
                           "Not available; server keys are kept until Hearth closes"}
            << "11122"
            << "2 problems";
        QTest::newRow("nothing to measure, no keys")
            << 0.0 << false << 0
            << QStringList{card, processor, operations, "No model in ~/Models to measure with",
                           "Not available; server keys are kept until Hearth closes"}
            << "11100"
            << "no problems found";
    }
    void tellsOfCardDiskAndKeyring() {
        QFETCH(double, rate);
        QFETCH(bool, reached);
        QFETCH(int, keys);
        QString measured;
        MachineChecker checker(
            [](const MachineCheckListener& listener, const std::stop_token&) {
                DeviceCheck card;
                card.title = "GPU";
                card.type = DeviceType::GraphicsCard;
                card.info = {.name = "GeForce RTX 4070",
                             .memoryBytes = 12ULL << 30U,
                             .details = {{"compute_capability", "8.9", "compute capability"},
                                         {"driver_cuda_version", "12.4", "driver for CUDA"},
                                         {"multiprocessors", "46", ""}}};
                card.bandwidth.read = 471e9;
                listener.device(processor());
                listener.operation(operation("product", 0.001));
                listener.device(card);
                return MachineReport();
            },
            {[] { return QString("Ryzen 7 7700"); },
             [] {
                 return MachineSurroundings::Folder{"/home/me/Models", "~/Models"};
             },
             [&](const QString& path, const std::stop_token&) {
                 measured = path;
                 return rate;
             },
             [&](const auto& answer) {
                 answer({reached, keys});
             }});
        QSignalSpy disk(&checker, &MachineChecker::diskMeasured);
        checker.start();
        QTRY_VERIFY(checker.isFinished());
        QCOMPARE(column(checker, MachineChecker::NameRole),
                 QStringList({"Graphics card", "Processor", "Operations", "Disk", "Keyring"}));
        QTEST(column(checker, MachineChecker::ValueRole), "values");
        QTEST(column(checker, MachineChecker::MarkRole).join(QString()), "marks");
        QFETCH(QString, verdict);
        QVERIFY2(checker.status().endsWith(verdict), qPrintable(checker.status()));
        QCOMPARE(checker.data(checker.index(0), MachineChecker::DetailRole).toString(),
                 QString("reads 471 GB/s"));
        QCOMPARE(measured, QString("/home/me/Models"));
        QCOMPARE(disk.count(), rate > 0 ? 1 : 0);
        QCOMPARE(checker.data(checker.index(3), MachineChecker::MovableRole).toBool(), rate == 140e6);
    }

    void isTheSameAfterARestart() {
        DeviceCheck card;
        card.title = "GPU";
        card.type = DeviceType::GraphicsCard;
        card.info = {.name = "GeForce RTX 4070",
                     .memoryBytes = 12ULL << 30U,
                     .details = {{"compute_capability", "8.9", "compute capability"},
                                 {"driver_cuda_version", "12.4", "driver for CUDA"},
                                 {"multiprocessors", "46", ""}}};
        card.bandwidth.read = 471e9;
        MachineChecker checker(
            [&](const MachineCheckListener& listener, const std::stop_token&) {
                listener.device(processor());
                listener.operation(operation("product", 0.001));
                listener.operation(operation("attention", 0.5));
                listener.device(card);
                MachineReport report;
                report.devices = {processor(), card};
                report.devices[1].info.name = "Second card";
                report.devices[1].failure = Message::verbatim("It has fallen off the bus.");
                return report;
            },
            {[] { return QString("Ryzen 7 7700"); },
             [] {
                 return MachineSurroundings::Folder{"/home/me/Models", "~/Models"};
             },
             [](const QString&, const std::stop_token&) { return 140e6; },
             [](const auto& answer) {
                 answer({true, 2});
             }});
        QSignalSpy found(&checker, &MachineChecker::found);
        checker.start();
        QTRY_VERIFY(checker.isFinished());
        QCOMPARE(found.count(), 1);
        const QByteArray kept = QJsonDocument(checker.findings().toJson()).toJson();

        MachineChecker later(
            [](const MachineCheckListener&, const std::stop_token&) { return MachineReport(); });
        const QAbstractItemModelTester tester(&later);
        QSignalSpy disk(&later, &MachineChecker::diskMeasured);
        auto findings = MachineFindings::fromJson(QJsonDocument::fromJson(kept).object());
        QVERIFY(findings);
        findings->at = QDateTime(QDate(2026, 3, 1), QTime(14, 2));
        later.restore(*findings);
        QVERIFY(later.isFinished() && !later.isRunning());
        QCOMPARE(later.rowCount(), 7);
        for (const auto role :
             {MachineChecker::NameRole, MachineChecker::ValueRole, MachineChecker::DetailRole,
              MachineChecker::MarkRole, MachineChecker::MovableRole})
            QCOMPARE(column(later, role), column(checker, role));
        static const QRegularExpression verdict(
            "^As of 3/1/26 2:02\\sPM: 2 checks in \\d+\\.\\d s, 3 problems$");
        QVERIFY2(verdict.match(later.status()).hasMatch(), qPrintable(later.status()));
        QCOMPARE(disk.count(), 0);
        later.retranslate();
        QCOMPARE(later.rowCount(), 7);
        // Another check takes its place.
        later.start();
        QCOMPARE(later.rowCount(), 0);
        QTRY_VERIFY(later.isFinished());
        QVERIFY2(later.status().startsWith("Checked at "), qPrintable(later.status()));
    }

    void theSandboxOfPicturesHasARow_data() {
        QTest::addColumn<PictureSandbox>("sandbox");
        QTest::addColumn<QString>("row");
        QTest::addColumn<QString>("verdict");
        QTest::newRow("whole") << PictureSandbox::Whole
                               << "\n  Sandbox for pictures: No files, no network, no other programs\n"
                               << "no problems found";
        QTest::newRow("no Landlock")
            << PictureSandbox::FilesOpen
            << "\n  Sandbox for pictures: No network and no other programs. Files can "
               "be opened: this kernel has no Landlock.\n"
            << "no problems found";
        QTest::newRow("no seccomp")
            << PictureSandbox::LimitsAlone
            << "\n! Sandbox for pictures: Limits of memory and time alone: this kernel "
               "has no seccomp. Open pictures of people you trust.\n"
            << "one problem";
    }
    void theSandboxOfPicturesHasARow() {
        QFETCH(PictureSandbox, sandbox);
        QFETCH(QString, row);
        MachineSurroundings around;
        around.pictureSandbox = [sandbox](const std::stop_token&) { return sandbox; };
        MachineChecker checker(
            [](const MachineCheckListener& listener, const std::stop_token&) {
                listener.device(processor());
                return MachineReport();
            },
            around);
        checker.start();
        QTRY_VERIFY(checker.isFinished());
        QVERIFY2(checker.report().contains(row), qPrintable(checker.report()));
        QTEST(checker.status().section(", ", -1), "verdict");
        MachineChecker later(
            [](const MachineCheckListener&, const std::stop_token&) { return MachineReport(); });
        later.restore(*MachineFindings::fromJson(checker.findings().toJson()));
        QVERIFY2(later.report().contains(row), qPrintable(later.report()));
    }

    void whatIsNoResultIsNotShown() {
        QVERIFY(!MachineFindings::fromJson({}));
        QVERIFY(!MachineFindings::fromJson({{"at", "yesterday"}}));
        QVERIFY(!MachineFindings::fromJson(MachineFindings().toJson()));
        const auto odd = MachineFindings::fromJson({{"at", "2026-03-01T14:02:00Z"},
                                                    {"pictures", 9},
                                                    {"devices", 7},
                                                    {"wrong", QJsonArray{1, "a"}},
                                                    {"disk", "x"}});
        QVERIFY(odd);
        QCOMPARE(odd->devices.size(), size_t(0));
        QVERIFY(!odd->disk && !odd->keyring && !odd->pictures);
    }

    void repliesGoFirst() {
        MachineSurroundings around;
        around.turns = std::make_shared<ProcessorTurns>();
        ProcessorTurns::Seat reply(*around.turns, [] {});
        std::atomic<bool> hasTurn = true;
        MachineChecker checker(
            [&](const MachineCheckListener& listener, const std::stop_token&) {
                // It would be granted to the reply if nobody else had it.
                hasTurn = !reply.begin(Priority::Reading);
                reply.leave();
                listener.device(processor());
                listener.operation(operation("product", 0.001));
                return MachineReport();
            },
            around);
        QVERIFY(reply.begin(Priority::Reading));
        checker.start();
        QTest::qWait(50);
        QCOMPARE(checker.rowCount(), 0);
        reply.leave();
        QTRY_VERIFY(checker.isFinished());
        QVERIFY(hasTurn);
        QVERIFY(reply.begin(Priority::Reading));
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
            QCOMPARE(checker.rowCount(), 2);
            QVERIFY2(checker.status().endsWith("no problems found"), qPrintable(checker.status()));
        }
    }

    void processorsHaveShortNames() {
        QCOMPARE(processorName("processor\t: 0\nmodel name\t: Intel(R) Xeon(R) Platinum 8480C CPU @ 2.00GHz\n"
                               "model name\t: second\n"),
                 QString("Intel Xeon Platinum 8480C"));
        QCOMPARE(processorName("model name : AMD Ryzen 7 7700 8-Core Processor\n"),
                 QString("AMD Ryzen 7 7700"));
        QCOMPARE(processorName("Hardware: something else\n"), QString());
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
