#include "models/precision_rows.h"

#include <QtTest>
#include <stdexcept>

#include "hearth/model_header.h"

using namespace hearth;
using namespace hearth::app;

class TestPrecisionRows : public QObject {
    Q_OBJECT

private slots:
    // The counts that transformers gives for the published checkpoints.
    void publishedModelsHaveTheirParameters() {
        QCOMPARE(llamaShapes(7).parameters(), uint64_t{6'738'415'616});
        QCOMPARE(llamaShapes(13).parameters(), uint64_t{13'015'864'320});
        QCOMPARE(llamaShapes(70).parameters(), uint64_t{68'976'648'192});
        QVERIFY_THROWS_EXCEPTION(std::out_of_range, llamaShapes(30));
    }

    // A token of 7B has 2 x 32 layers x 4,096 numbers: 512 KiB in 16 bits; of 70B, with 8 of 64 heads, 320.
    void theCacheIsThatOfThePapers() {
        for (const auto& [billions, kib] : {std::pair(7, 512), std::pair(13, 800), std::pair(70, 320)}) {
            const KvCost kv = llamaShapes(billions).kv;
            const uint64_t more =
                kv.conversationBytes(8192, KvType::F16) - kv.conversationBytes(4096, KvType::F16);
            QCOMPARE(more, uint64_t{4096} * static_cast<uint64_t>(kib) * 1024);
        }
    }

    void bytesFollowTheBits() {
        const WeightShapes shapes = llamaShapes(7);
        const std::vector<Precision> precisions = commonPrecisions();
        QCOMPARE(weightBytes(shapes, precisions[0]), shapes.parameters() * 4);
        // The checkpoint in 16 bits has 13,476,839,424 bytes of matrices; norms are 32 bits here.
        QCOMPARE(weightBytes(shapes, precisions[1]), shapes.parameters() * 2 + shapes.vectors * 2);
        for (size_t i = 1; i < precisions.size(); ++i)
            QVERIFY(weightBytes(shapes, precisions[i]) < weightBytes(shapes, precisions[i - 1]));
        // Rows of 100 weights are no blocks of 32.
        WeightShapes odd;
        odd.matrices = {{100, 10}};
        QCOMPARE(weightBytes(odd, precisions.back()), uint64_t{2000});
    }

    // Against a file that is all of one type: the bytes of its tensors.
    void aFileIsItsTensors() {
        const ModelHeader file = readModelHeader(HEARTH_SOURCE_DIR "/tests/reference/tiny/llama-f32.gguf");
        uint64_t bytes = 0;
        for (const GgufTensor& tensor : file.tensors) bytes += tensor.sizeBytes;
        QCOMPARE(weightBytes(shapesOf(file), commonPrecisions()[0]), bytes);
        QCOMPARE(shapesOf(file).parameters() * 4, bytes);
    }
};

QTEST_APPLESS_MAIN(TestPrecisionRows)
#include "tst_precision_rows.moc"
