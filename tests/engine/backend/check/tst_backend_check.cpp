#include "backend/check/backend_check.h"

#include "backend/cpu/cpu_backend.h"
#include "backend/reference/reference_backend.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;

namespace {

/// A backend that scales embeddings a little wrong, breaks in attention and has no experts: what the check is
/// there to notice.
class WrongBackend final : public Backend {
public:
    BackendInfo info() const override { return {.kind = "wrong", .device = {.name = "none"}}; }
    uint64_t uploadBytes(const WeightSource& source) const override { return m_right.uploadBytes(source); }
    std::unique_ptr<Weight> upload(const WeightSource& source) override { return m_right.upload(source); }
    std::unique_ptr<Buffer> allocate(uint64_t rows, uint64_t columns) override {
        return m_right.allocate(rows, columns);
    }
    std::unique_ptr<PagedKvCache> makePagedKvCache(std::vector<KvLayerShape> layers, KvTypes type,
                                                   const GroupBlocks& blocks) override {
        return m_right.makePagedKvCache(std::move(layers), type, blocks);
    }
    std::unique_ptr<StateStore> makeStateStore(std::vector<uint64_t> floats, uint32_t count) override {
        return m_right.makeStateStore(std::move(floats), count);
    }
    void beginBatch(const Batch& batch) override { m_right.beginBatch(batch); }
    void embed(const Weight& table, float scale, const Slice& out) override {
        m_right.embed(table, scale * 1.001F, out);
    }
    void linear(const LinearArgs& args) override { m_right.linear(args); }
    void writeKv(const KvWriteArgs& args) override { m_right.writeKv(args); }
    void attention(const AttentionArgs&) override { throw Error(ErrorCode::Device, "broken"); }
    void experts(const ExpertsArgs&) override { unsupported("experts"); }
    void norm(const NormArgs& args) override { m_right.norm(args); }
    void multiply(const MultiplyArgs& args) override { m_right.multiply(args); }
    void headLinear(const HeadLinearArgs& args) override { m_right.headLinear(args); }
    void convolve(const ConvolutionArgs& args) override { m_right.convolve(args); }
    void recur(const RecurrenceArgs& args) override { m_right.recur(args); }
    void placeRows(const PlaceRowsArgs& args) override { m_right.placeRows(args); }
    void upload(const Slice& to, uint64_t rows, std::span<const float> values) override {
        m_right.upload(to, rows, values);
    }
    void download(const Slice& from, uint64_t rows, std::span<float> out) override {
        m_right.download(from, rows, out);
    }
    void synchronize() override {}

private:
    ReferenceBackend m_right;
};

std::string describe(const OperationCheck& one) {
    return one.name + ": " + std::to_string(one.error) + " " + one.failure.text();
}

}  // namespace

class TestBackendCheck : public QObject {
    Q_OBJECT

private slots:
    void theReferenceAgreesWithItself() {
        ReferenceBackend backend;
        size_t heard = 0;
        const auto results = checkBackend(backend, [&](const OperationCheck&) { ++heard; });
        QCOMPARE(heard, results.size());
        QVERIFY(results.size() > 50);
        for (const auto& one : results) QVERIFY2(one.passed() && one.error == 0, one.name.c_str());
    }

    void theCpuAgrees() {
        CpuBackend backend(CpuOptions{.threads = 2});
        for (const auto& one : checkBackend(backend)) QVERIFY2(one.passed(), describe(one).c_str());
    }

    void mistakesAreFound() {
        WrongBackend backend;
        for (const auto& one : checkBackend(backend)) {
            const bool wrong = one.name == "embedding" || one.name.starts_with("attention");
            QVERIFY2(one.passed() != wrong, one.name.c_str());
            QCOMPARE(one.supported, !one.name.starts_with("experts"));
        }
    }
};

QTEST_GUILESS_MAIN(TestBackendCheck)
#include "tst_backend_check.moc"
