#include "format/huggingface/safetensors.h"

#include <QTemporaryDir>
#include <QtTest>
#include <cstring>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

class TestSafetensors : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    /// A file with this header, spelled with ' for ", and so many bytes of data.
    std::vector<SafeTensor> read(QByteArray header, int dataBytes, qint64 lengthToo = 0) const {
        header.replace('\'', '"');
        const auto length = static_cast<quint64>(header.size() + lengthToo);
        QFile file(m_folder.filePath("x.safetensors"));
        if (!file.open(QIODevice::WriteOnly)) qFatal("cannot write");
        file.write(reinterpret_cast<const char*>(&length), sizeof length);
        file.write(header + QByteArray(dataBytes, 'd'));
        file.close();
        return readSafetensors(ByteSource::openFile(file.fileName().toStdString()));
    }
    bool refuses(const QByteArray& header, int dataBytes, qint64 lengthToo = 0) const {
        try {
            (void)read(header, dataBytes, lengthToo);
        } catch (const Error& error) {
            return error.code() == ErrorCode::BadFile;
        }
        return false;
    }

private slots:
    void readsTheTable() {
        const QByteArray header =
            "{'__metadata__': {'format': 'pt'},"
            " 'a': {'dtype': 'F16', 'shape': [2, 3], 'data_offsets': [0, 12]},"
            " 'b': {'dtype': 'I64', 'shape': [], 'data_offsets': [12, 20]}}";
        const auto tensors = read(header, 20);
        QCOMPARE(tensors.size(), size_t{2});
        const auto& a = tensors[0].name == "a" ? tensors[0] : tensors[1];
        const auto& b = tensors[0].name == "a" ? tensors[1] : tensors[0];
        QCOMPARE(a.type, std::string("F16"));
        QCOMPARE(a.shape, (std::vector<uint64_t>{2, 3}));
        QCOMPARE(a.elements(), uint64_t{6});
        QCOMPARE(a.offset, static_cast<uint64_t>(8 + header.size()));
        QCOMPARE(a.sizeBytes, uint64_t{12});
        QCOMPARE(b.offset, a.offset + 12);
        QCOMPARE(b.elements(), uint64_t{1});
        QVERIFY(read("{}", 0).empty());
    }

    void knowsTheTypes() {
        const std::pair<const char*, uint32_t> types[] = {
            {"F64", 8}, {"F32", 4}, {"I32", 4}, {"BF16", 2}, {"F8_E4M3", 1}, {"BOOL", 1}, {"F4", 0}};
        for (const auto& [type, bytes] : types) QCOMPARE(safetensorsElementBytes(type), bytes);
    }

    void refusesWhatCannotBe() {
        QVERIFY(refuses("{", 0));
        QVERIFY(refuses("[]", 0));
        QVERIFY(refuses("{}", 0, 1));                // the header is cut short
        QVERIFY(refuses("{}", 0, qint64{1} << 62));  // and by far
        QVERIFY(refuses("{'a': 1}", 0));
        QVERIFY(refuses("{'a': {'dtype': 'F32', 'shape': [1]}}", 4));
        const auto entry = [](const char* shape, const char* range) {
            return QByteArray("{'a': {'dtype': 'F32', 'shape': ") + shape + ", 'data_offsets': " + range +
                   "}}";
        };
        QVERIFY(!refuses(entry("[2]", "[0, 8]"), 8));
        QVERIFY(refuses(entry("[2]", "[0, 8]"), 7));
        QVERIFY(refuses(entry("[2]", "[8, 0]"), 8));
        QVERIFY(refuses(entry("[2]", "[0, 4]"), 8));
        QVERIFY(refuses(entry("[2]", "[-8, 0]"), 8));
        QVERIFY(refuses(entry("[-2]", "[0, 8]"), 8));
        QVERIFY(refuses(entry("[1.5]", "[0, 8]"), 8));
        QVERIFY(refuses(entry("[4294967296, 4294967296, 4294967296]", "[0, 8]"), 8));
        QVERIFY(refuses(entry("[1,1,1,1,1,1,1,1,2]", "[0, 8]"), 8));
        QVERIFY(
            refuses("{'a': {'dtype': 'F32', 'shape': [2], 'data_offsets': [0, 8]},"
                    " 'b': {'dtype': 'F32', 'shape': [2], 'data_offsets': [4, 12]}}",
                    12));
    }
};

QTEST_GUILESS_MAIN(TestSafetensors)
#include "tst_safetensors.moc"
