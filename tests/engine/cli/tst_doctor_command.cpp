#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include "command_line.h"

using hearth::test::isOneLineFailure;
using hearth::test::runCommand;

class DoctorCommandTest : public QObject {
    Q_OBJECT

private slots:
    void everyOperationOfThisMachineAgrees() {
        const auto result = runCommand({"doctor", "--json"});
        QCOMPARE(result.status, 0);
        const auto root = QJsonDocument::fromJson(result.output).object();
        QVERIFY(root["healthy"].toBool());
        const auto cpu = root["cpu"].toObject();
        QVERIFY(cpu["read_bytes_per_s"].toDouble() > 1e8);
        QVERIFY(cpu["operations"].toArray().size() > 50);
        QVERIFY(root["now"][0]["total_bytes"].toDouble() > root["now"][0]["used_bytes"].toDouble());
        // The child that decodes pictures says it of itself; tst_picture_decoder has what it may be.
        const QString sandbox = root["picture_sandbox"].toString();
        QVERIFY2(sandbox.startsWith("no files") || sandbox.startsWith("no network") ||
                     sandbox.startsWith("none but limits"),
                 qPrintable(sandbox));
        // Either GPUs with their own lists, or one sentence.
        QVERIFY(root["gpu"].isArray() || root["gpu"].toObject()["reason"].toString().endsWith("."));
    }

    void wrongUseIsStatusTwo() { QVERIFY(isOneLineFailure(runCommand({"doctor", "me"}), 2)); }
};

QTEST_GUILESS_MAIN(DoctorCommandTest)
#include "tst_doctor_command.moc"
