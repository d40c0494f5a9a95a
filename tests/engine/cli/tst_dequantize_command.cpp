#include <QTemporaryDir>
#include <QtTest>

#include "command_line.h"
#include "hearth/quantize.h"
#include "support/gguf_writer.h"

using namespace hearth;
using test::isOneLineFailure;
using test::runCommand;

class DequantizeCommandTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_model = m_folder.filePath("m.gguf");
    QString m_output = m_folder.filePath("values");
    std::vector<float> m_expected = std::vector<float>(512);

private slots:
    void initTestCase() {
        std::vector<float> values(512);
        for (size_t i = 0; i < values.size(); ++i) values[i] = std::sin(static_cast<float>(i));
        std::vector<std::byte> blocks(2 * 144);
        quantizeRow(BlockType::Q4_K, values, blocks);
        dequantizeRow(BlockType::Q4_K, blocks, m_expected);
        test::GgufWriter().tensor("w", BlockType::Q4_K, {256, 2}, blocks).save(m_model.toStdString());
    }

    void valuesAreLittleEndianFloats() {
        QCOMPARE(runCommand({"dequantize", m_model, "w", "--out", m_output}).status, 0);
        QFile file(m_output);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray bytes = file.readAll();
        QCOMPARE(bytes.size(), 2048);
        QVERIFY(std::memcmp(bytes.data(), m_expected.data(), 2048) == 0);
    }

    void mistakesAreSaidInOneLine() {
        QVERIFY(isOneLineFailure(runCommand({"dequantize", m_model}), 2));
        QVERIFY(isOneLineFailure(runCommand({"dequantize", m_model, "w"}), 2));
        const auto missing = runCommand({"dequantize", m_model, "x", "--out", m_output});
        QVERIFY(isOneLineFailure(missing, 1));
        QVERIFY(missing.error.contains("x"));
        QVERIFY(isOneLineFailure(runCommand({"dequantize", m_model, "w", "--out", m_output + "/below"}), 1));
        QVERIFY(isOneLineFailure(runCommand({"dequantize", m_model, "w", "--out", m_model}), 1));
        QVERIFY(isOneLineFailure(runCommand({"dequantize", m_model, "w", "--out", "/dev/full"}), 1));
    }
};

QTEST_GUILESS_MAIN(DequantizeCommandTest)
#include "tst_dequantize_command.moc"
