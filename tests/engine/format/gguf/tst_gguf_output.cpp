#include "format/gguf/gguf_output.h"

#include <QTemporaryDir>
#include <QtTest>

#include "hearth/error.h"
#include "hearth/gguf.h"

using namespace hearth;
using namespace hearth::format;

/// Written files are read by the reader that is tested against llama.cpp's own files.
class TestGgufOutput : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    std::filesystem::path path(const char* name) const {
        return std::filesystem::path(m_folder.path().toStdString()) / name;
    }

private slots:
    void writesWhatTheReaderReads() {
        const std::vector<std::pair<std::string, GgufValue::Storage>> values = {
            {"general.architecture", std::string("llama")},
            {"llama.block_count", uint64_t{3}},
            {"llama.large", uint64_t{1} << 40U},
            {"llama.negative", int64_t{-7}},
            {"llama.scale", 0.25},
            {"llama.flag", true},
            {"llama.window_pattern", GgufValue::Integers{1, 0, 1}},
            {"llama.sections", GgufValue::Integers{3, -2}},
            {"tokenizer.ggml.scores", GgufValue::Floats{0.5F, -1.5F}},
            {"tokenizer.ggml.tokens", GgufValue::Strings{"a", "", "\xc3\xa9"}},
        };
        std::vector<RawPair> metadata{rawNumber("general.alignment", 64)};
        for (const auto& [key, value] : values) metadata.push_back(rawPair(key, GgufValue(value)));
        const std::vector<OutputTensor> tensors = {{"a", BlockType::F32, {3}},
                                                   {"b", BlockType::Q8_0, {32, 2}}};
        QCOMPARE(tensors[0].sizeBytes(), uint64_t{12});
        QCOMPARE(tensors[1].sizeBytes(), uint64_t{68});
        std::vector<std::byte> data[2];
        {
            GgufOutput out(path("x.gguf"), metadata, tensors, 64);
            for (size_t i = 0; i < 2; ++i) {
                for (uint64_t k = 0; k < tensors[i].sizeBytes(); ++k)
                    data[i].push_back(static_cast<std::byte>(k * 7 + i));
                out.beginTensor();
                out.write(std::span(data[i]).first(5));
                out.write(std::span(data[i]).subspan(5));
            }
            QVERIFY(!std::filesystem::exists(path("x.gguf")));
            out.finish();
        }
        const GgufFile file = GgufFile::open(path("x.gguf"));
        for (const auto& [key, value] : values) {
            const GgufValue* read = file.find(key);
            QVERIFY2(read != nullptr, key.c_str());
            QVERIFY2(read->storage() == value, key.c_str());
        }
        for (size_t i = 0; i < 2; ++i) {
            const GgufTensor* tensor = file.findTensor(tensors[i].name);
            QVERIFY(tensor != nullptr);
            QCOMPARE(tensor->shape, tensors[i].shape);
            QCOMPARE(tensor->offset % 64, uint64_t{0});
            std::vector<std::byte> bytes(tensor->sizeBytes);
            file.read(*tensor, 0, bytes);
            QVERIFY(bytes == data[i]);
        }
        // The same bytes come out of the raw reader.
        const auto raw = readRawMetadata(ByteSource::openFile(path("x.gguf")));
        QCOMPARE(raw.size(), metadata.size());
        for (size_t i = 0; i < raw.size(); ++i) {
            QCOMPARE(raw[i].key, metadata[i].key);
            QVERIFY(raw[i].bytes == metadata[i].bytes);
        }
    }

    void leavesNothingBehindUnfinished() {
        { const GgufOutput out(path("y.gguf"), {}, {}, 32); }
        QVERIFY(!std::filesystem::exists(path("y.gguf")));
        QVERIFY(!std::filesystem::exists(path("y.gguf.part")));
    }

    void saysThatItCannotWrite() {
        try {
            const GgufOutput out(path("no/such/folder.gguf"), {}, {}, 32);
            QFAIL("was written");
        } catch (const Error& error) {
            QCOMPARE(error.code(), ErrorCode::Io);
        }
    }
};

QTEST_GUILESS_MAIN(TestGgufOutput)
#include "tst_gguf_output.moc"
