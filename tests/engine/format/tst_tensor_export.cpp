#include <QTemporaryDir>
#include <QtTest>
#include <cstring>
#include <filesystem>

#include "format/tensor_export.h"
#include "hearth/error.h"
#include "support/gguf_writer.h"
#include "support/reference_pack.h"

using namespace hearth;

class TensorExportTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path m_model = std::filesystem::path(m_folder.path().toStdString()) / "m.gguf";
    std::filesystem::path m_output = std::filesystem::path(m_folder.path().toStdString()) / "values.bin";

    static std::vector<float> floatsIn(const std::filesystem::path& path) {
        const auto bytes = test::readBytes(path);
        std::vector<float> values(bytes.size() / sizeof(float));
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(float));
        return values;
    }

private slots:
    void valuesOfSeveralChunksAreWritten() {
        // Q8_0 with scale 0.5 and quants that count: 300,000 values and more cross the border between two
        // chunks.
        constexpr size_t blocks = 9500;
        test::ByteList data;
        for (size_t i = 0; i < blocks * 32; ++i) {
            if (i % 32 == 0) data.add(uint16_t{0x3800});
            data.add(static_cast<int8_t>(i % 251 - 125));
        }
        test::GgufWriter().tensor("w", BlockType::Q8_0, {3200, blocks / 100}, data).save(m_model);
        const auto file = GgufFile::open(m_model);
        format::exportTensor(file, *file.findTensor("w"), m_output);
        const auto values = floatsIn(m_output);
        QCOMPARE(values.size(), blocks * 32);
        for (size_t i = 0; i < values.size(); ++i)
            if (values[i] != 0.5F * static_cast<float>(static_cast<int8_t>(i % 251 - 125)))
                QFAIL("a wrong value");
    }

    void theModelIsNotOverwritten() {
        const auto before = test::readBytes(m_model);
        const auto file = GgufFile::open(m_model);
        QVERIFY_THROWS_EXCEPTION(Error, format::exportTensor(file, file.tensors()[0], m_model));
        QVERIFY(test::readBytes(m_model) == before);
    }

    void aPlaceThatCannotBeWrittenGivesTheReason() {
        const auto file = GgufFile::open(m_model);
        try {
            format::exportTensor(file, file.tensors()[0], m_output / "below" / "a file");
            QFAIL("not refused");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Io);
            QVERIFY(QString(error.what()).contains("cannot be written"));
        }
        QVERIFY_THROWS_EXCEPTION(Error, format::exportTensor(file, file.tensors()[0], "/dev/full"));
        QVERIFY(std::filesystem::exists("/dev/full"));
    }

    void aModelThatShrinksLeavesNoFile() {
        const auto file = GgufFile::open(m_model);
        std::filesystem::resize_file(m_model, 1000);
        std::filesystem::remove(m_output);
        QVERIFY_THROWS_EXCEPTION(Error, format::exportTensor(file, file.tensors()[0], m_output));
        QVERIFY(!std::filesystem::exists(m_output));
    }
};

QTEST_APPLESS_MAIN(TensorExportTest)
#include "tst_tensor_export.moc"
