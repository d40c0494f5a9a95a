#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include "command_line.h"
#include "support/hostile_pictures.h"
#include "support/reference_pack.h"

using namespace hearth;

/// Pictures that strangers made to do harm, given to the commands that take pictures: each is answered, or
/// refused with one sentence. A share of them, all with HEARTH_ALL_PICTURES in the environment.
class TestHostileImageFiles : public QObject {
    Q_OBJECT

private slots:
    void eachIsReadOrRefused_data() {
        QTest::addColumn<QString>("command");
        QTest::newRow("encode-image") << "encode-image";
        QTest::newRow("run") << "run";
    }
    void eachIsReadOrRefused() {
        HEARTH_REQUIRE(golden, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        QFETCH(QString, command);
        const QTemporaryDir out;
        const QString model = QString::fromStdString((golden / "vision/qwen2.5-vl-a/hf").string()),
                      rows = out.filePath("rows");
        int read = 0, refused = 0;
        const test::HostilePictures pictures(test::HostilePictures::shortShare());
        for (const QFileInfo& file : pictures.files()) {
            const QStringList more =
                command == "run" ? QStringList{"--image", file.filePath(), "-p", "What is it?", "-n", "1"}
                                 : QStringList{file.filePath(), "--out", rows};
            const auto result =
                test::runCommand(QStringList{command, "-m", model, "--backend", "cpu", "-t", "1"} + more);
            const QByteArray told = file.fileName().toUtf8() + ": " + result.error;
            const bool isRead = result.status == 0;
            if (isRead)
                QVERIFY2(result.error.isEmpty() && result.output.endsWith('\n'), told);
            else
                QVERIFY2(test::isOneLineFailure(result, 1) && result.error.size() < 250, told);
            if (command == "encode-image") QCOMPARE(QFile::remove(rows), isRead);
            ++(isRead ? read : refused);
        }
        qInfo("%d read, %d refused", read, refused);
        QVERIFY(read >= 5 && refused >= 5);
    }
};

QTEST_GUILESS_MAIN(TestHostileImageFiles)
#include "tst_hostile_image_files.moc"
