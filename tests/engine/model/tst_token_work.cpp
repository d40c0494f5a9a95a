#include "hearth/token_work.h"

#include <QtTest>

#include "hearth/gguf.h"

using namespace hearth;

class TestTokenWork : public QObject {
    Q_OBJECT

    static GgufFile tiny(const char* name) {
        return GgufFile::open(std::string(HEARTH_SOURCE_DIR "/tests/reference/tiny/") + name);
    }

private slots:
    // Two layers of width 32 with 4 heads of 8 and 2 of keys, 96 wide inside, 300 tokens whose embeddings are
    // the head; as tst_bench_command counts the bytes that are read.
    void aSmallLlamaIsCountedByHand() {
        const TokenWork work = tokenWork(tiny("llama-f32.gguf"));
        const uint64_t layers = 2 * (2 * 1024 + 2 * 512 + 3 * 1536), head = 300 * 32;
        QCOMPARE(work.products.size(), size_t{1});
        QCOMPARE(work.products[0].type, BlockType::F32);
        QCOMPARE(work.products[0].weights, layers + head);
        QCOMPARE(work.products[0].headWeights, head);
        QCOMPARE(work.weightBytes(), 4 * (layers + head + 2 * 64 + 32));
        QCOMPARE(work.parameters, layers + head + 2 * 64 + 32);
        QCOMPARE(work.activeParameters, work.parameters);
        QCOMPARE(work.flops(), 2.0 * static_cast<double>(layers + head));
        QCOMPARE(work.promptFlops(), 2.0 * static_cast<double>(layers));
        QCOMPARE(work.layers, 2);
        QCOMPARE(work.cachedNumbers, uint64_t{2 * 2 * 16});
        QVERIFY(work.isKnown());
        QVERIFY(!TokenWork().isKnown());
    }

    // Of stacked experts only those that are chosen are read, of a table that is no head one row.
    void ofExpertsTheChosenOnesCount() {
        const GgufFile file = tiny("llama-moe.gguf");
        const uint64_t experts = *file.getUint("llama.expert_count"),
                       used = *file.getUint("llama.expert_used_count");
        QVERIFY(used < experts);
        const bool hasHead = file.findTensor("output.weight") != nullptr;
        uint64_t all = 0, active = 0, bytes = 0;
        for (const GgufTensor& tensor : file.tensors()) {
            all += tensor.elements();
            const bool stacked = tensor.shape.size() == 3;
            const bool table = tensor.name == "token_embd.weight" && hasHead;
            active += table     ? tensor.shape[0]
                      : stacked ? tensor.elements() / experts * used
                                : tensor.elements();
            bytes += table ? 0 : stacked ? tensor.sizeBytes / experts * used : tensor.sizeBytes;
        }
        const TokenWork work = tokenWork(file);
        QCOMPARE(work.parameters, all);
        QCOMPARE(work.activeParameters, active);
        QCOMPARE(work.weightBytes(), bytes);
        QVERIFY(work.activeParameters < work.parameters);
    }
};

QTEST_APPLESS_MAIN(TestTokenWork)
#include "tst_token_work.moc"
