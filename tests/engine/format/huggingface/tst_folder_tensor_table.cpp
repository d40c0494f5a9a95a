#include "format/huggingface/folder_tensor_table.h"

#include <QtTest>
#include <atomic>
#include <cstring>
#include <numeric>
#include <thread>

#include "hearth/error.h"

using namespace hearth;
using namespace hearth::format;

/// A matrix of 4 rows and 6 columns that counts from 0.
class TestFolderTensorTable : public QObject {
    Q_OBJECT

    FolderModel m_model;
    SafeTensor m_tensor{.name = "counts", .type = "F32", .shape = {4, 6}, .offset = 0, .sizeBytes = 96};
    TensorSources m_sources =
        std::make_shared<std::vector<BytesReader>>(1, [](uint64_t offset, std::span<std::byte> out) {
            std::vector<float> values(24);
            std::iota(values.begin(), values.end(), 0.0F);
            std::memcpy(out.data(), reinterpret_cast<const std::byte*>(values.data()) + offset, out.size());
        });

    /// Elements [first, first + count) of the newest tensor.
    std::vector<float> read(uint64_t first, uint64_t count) const {
        std::vector<float> values(count);
        m_model.readers.back()(first * 4, std::as_writable_bytes(std::span(values)));
        return values;
    }

private slots:
    void init() { m_model = {}; }

    void takesTheLayerOfAName() {
        const auto taken = [](std::string_view name, uint64_t limit = mostLayers) {
            const std::string block = takeBlock(name, "h.", limit);
            return block + '|' + std::string(name);
        };
        QCOMPARE(taken("h.11.ln_1.bias"), std::string("blk.11.|ln_1.bias"));
        for (const char* other : {"", "h.", "h.x.ln_1", "h..ln_1", "h.12", "g.1.ln_1", "h.512.ln_1"})
            QCOMPARE(taken(other), '|' + std::string(other));
        QCOMPARE(taken("h.2.ln_1", 2), std::string("|h.2.ln_1"));
    }

    void rowsComeInTheirOrder() {
        TensorTable table(m_model, m_sources);
        table.addRows("some", {.pieces = {{m_tensor, 1}}, .rowsEach = 2, .order = {2, 0}}, 6);
        QCOMPARE(m_model.tables.tensors.back().shape, (std::vector<uint64_t>{6, 2}));
        QCOMPARE(read(0, 12), (std::vector<float>{18, 19, 20, 21, 22, 23, 6, 7, 8, 9, 10, 11}));
        QCOMPARE(read(5, 2), (std::vector<float>{23, 6}));
        QVERIFY_THROWS_EXCEPTION(Error, table.addValues("some", {1}));
    }

    void columnsChangePlaces() {
        TensorTable table(m_model, m_sources);
        table.addColumns("moved", m_tensor, {2, 0, 1}, 2);
        QCOMPARE(m_model.tables.tensors.back().shape, (std::vector<uint64_t>{6, 4}));
        QCOMPARE(read(0, 8), (std::vector<float>{4, 5, 0, 1, 2, 3, 10, 11}));
        QCOMPARE(read(17, 3), (std::vector<float>{15, 22, 23}));
        SafeTensor blocks = m_tensor;
        blocks.type = "Q8_0";
        QVERIFY_THROWS_EXCEPTION(Error, table.addColumns("blocks", blocks, {2, 0, 1}, 2));
    }

    void picksMatricesOutAtRegularDistances() {
        TensorTable table(m_model, m_sources);
        // Two matrices of 3 x 2, each turned over, of every second column.
        const Strides strides{.matrices = 2,
                              .rows = 3,
                              .columns = 2,
                              .first = 1,
                              .matrixStep = 12,
                              .rowStep = 2,
                              .columnStep = 6};
        table.addStrided("turned", m_tensor, strides);
        QCOMPARE(m_model.tables.tensors.back().shape, (std::vector<uint64_t>{2, 3, 2}));
        const std::vector<float> all{1, 7, 3, 9, 5, 11, 13, 19, 15, 21, 17, 23};
        QCOMPARE(read(0, 12), all);
        QCOMPARE(read(4, 4), std::vector<float>(all.begin() + 4, all.begin() + 8));
        QCOMPARE(read(0, 12), all);
        Strides far = strides;
        far.matrixStep = 13;
        QVERIFY_THROWS_EXCEPTION(Error, table.addStrided("far", m_tensor, far));
        far.rows = 0;
        QVERIFY_THROWS_EXCEPTION(Error, table.addStrided("none", m_tensor, far));
    }

    void severalThreadsMayRead() {
        TensorTable table(m_model, m_sources);
        table.addStrided(
            "turned", m_tensor,
            {.matrices = 2, .rows = 3, .columns = 2, .matrixStep = 12, .rowStep = 2, .columnStep = 6});
        const std::vector<float> all = read(0, 12);
        std::atomic<int> wrong = 0;
        {
            std::vector<std::jthread> threads;
            for (uint64_t t = 0; t < 4; ++t)
                threads.emplace_back([&, t] {
                    const std::vector<float> part(all.begin() + static_cast<ptrdiff_t>(3 * t),
                                                  all.begin() + static_cast<ptrdiff_t>(3 * t + 3));
                    for (int i = 0; i < 200; ++i)
                        if (read(3 * t, 3) != part) ++wrong;
                });
        }
        QCOMPARE(wrong.load(), 0);
    }

    void valuesHaveTheShapeThatIsAskedFor() {
        TensorTable table(m_model, m_sources);
        table.addValues("decay", {1, 2, 3}, {1, 3});
        QCOMPARE(m_model.tables.tensors.back().shape, (std::vector<uint64_t>{1, 3}));
        table.addValues("bias", {4, 5});
        QCOMPARE(m_model.tables.tensors.back().shape, (std::vector<uint64_t>{2}));
        QCOMPARE(read(1, 1), (std::vector<float>{5}));
    }
};

QTEST_GUILESS_MAIN(TestFolderTensorTable)
#include "tst_folder_tensor_table.moc"
