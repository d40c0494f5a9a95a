#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QtTest>
#include <cmath>
#include <cstring>

#include "command_line.h"
#include "support/reference_pack.h"
#include "support/tiny_llama_gguf.h"

using namespace hearth;
using test::isOneLineFailure;
using test::runCommand;

class EncodeImageCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    const QString m_picture = QStringLiteral(HEARTH_SOURCE_DIR "/tests/reference/pictures/png-0-1.png");

private slots:
    void rowsAndTheirNumbersAreWritten() {
        HEARTH_REQUIRE(golden, test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
        const QString pack = QString::fromStdString((golden / "vision").string()),
                      rows = m_folder.filePath("rows");
        const auto done = runCommand({"encode-image", "-m", pack + "/qwen2.5-vl-a/hf", "--backend", "cpu",
                                      pack + "/pictures/fit224.png", "--out", rows, "--time"});
        QCOMPARE(done.status, 0);
        const auto told = QJsonDocument::fromJson(done.output).object();
        const auto made = test::readJson(golden / "vision/qwen2.5-vl-a/reference.json")["cases"]["fit224"];
        const auto expected =
            test::readNpy(golden / "vision/qwen2.5-vl-a" / made["rows"]["file"].get<std::string>());
        QCOMPARE(told["rows"].toInt(), int(expected.shape[0]));
        QCOMPARE(told["width"].toInt(), int(expected.shape[1]));
        QCOMPARE(told["grid"].toArray(), QJsonArray({8, 8}));
        QCOMPARE(told["tokens"].toInt(), 64);
        QVERIFY(told["encode_ms"].toDouble() > 0);
        QFile file(rows);
        QVERIFY(file.open(QFile::ReadOnly));
        const QByteArray bytes = file.readAll();
        QCOMPARE(size_t(bytes.size()), expected.values.size() * sizeof(float));
        for (size_t i = 0; i < expected.values.size(); ++i) {
            float value = 0;
            std::memcpy(&value, bytes.constData() + i * sizeof value, sizeof value);
            QVERIFY(std::abs(value - expected.values[i]) < 1e-4F);
        }
    }

    void failuresAreOneLine() {
        const QString model = m_folder.filePath("m.gguf");
        test::tinyLlamaGguf().save(model.toStdString());
        const QString out = m_folder.filePath("none");
        QVERIFY(isOneLineFailure(runCommand({"encode-image", "-m", model, m_picture, "--out", out}), 1));
        QVERIFY(!QFile::exists(out));
        QCOMPARE(runCommand({"encode-image", "-m", model, "--out", out}).status, 2);
        QCOMPARE(runCommand({"encode-image", "-m", model, m_picture}).status, 2);
    }
};

QTEST_GUILESS_MAIN(EncodeImageCommandTest)
#include "tst_encode_image_command.moc"
