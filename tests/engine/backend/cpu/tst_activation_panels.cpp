#include "backend/cpu/activation_panels.h"

#include "product_case.h"

// After the engine's headers: Qt makes "slots" a macro.
#include <QtTest>

using namespace hearth;
using namespace hearth::cpu;
using namespace hearth::test;

class TestActivationPanels : public QObject {
    Q_OBJECT

    CpuParts m_parts;
    ActivationPanels m_rows{m_parts.kernels};

    /// The views of the last thread, and for a single row of every thread.
    std::vector<ActivationPanels::View> prepare(const Gemm& product) {
        std::vector<ActivationPanels::View> views(m_parts.pool.threads());
        m_rows.reserve(product, m_parts.pool.threads());
        m_parts.pool.run([&](const ThreadPool::Region& region) {
            views[region.index()] = m_rows.prepare(product, region);
        });
        return views;
    }
    /// The panels of rows as kernels make them, one after the other.
    std::vector<std::byte> quantized(const Gemm& product, std::span<const float> rows) const {
        std::vector<std::byte> panels(product.in.size() * panelBytes(product.columns, product.planes));
        const auto quantize = product.planes == 2 ? m_parts.kernels.quantizeTwice : m_parts.kernels.quantize;
        for (size_t row = 0; row < product.in.size();) {
            const size_t width = panelRowsAt(row, product.in.size(), product.planes);
            quantize(rows.data() + row * product.columns, product.columns, product.columns, width,
                     product.bounded(m_parts.kernels),
                     panels.data() + row * panelBytes(product.columns, product.planes));
            row += width;
        }
        return panels;
    }

private slots:
    void panelsAreWideFirst() {
        std::vector<size_t> widths;
        for (size_t row = 0; row < 15; row += widths.back()) widths.push_back(panelRowsAt(row, 15, 1));
        QCOMPARE(widths, (std::vector<size_t>{8, 4, 2, 1}));
        widths.clear();
        for (size_t row = 0; row < 7; row += widths.back()) widths.push_back(panelRowsAt(row, 7, 2));
        QCOMPARE(widths, (std::vector<size_t>{4, 2, 1}));
    }

    void panelsHoldTheRows_data() {
        QTest::addColumn<size_t>("rows");
        QTest::addColumn<size_t>("planes");
        for (const size_t rows : {1UL, 5UL, 27UL})
            for (const size_t planes : {1UL, 2UL})
                QTest::addRow("%zu rows, %zu planes", rows, planes) << rows << planes;
    }
    void panelsHoldTheRows() {
        QFETCH(size_t, rows);
        QFETCH(size_t, planes);
        const ProductCase test(m_parts, {.types = {BlockType::Q8_0}, .rows = rows, .planes = planes});
        const auto wanted = quantized(test.product, test.x);
        for (const ActivationPanels::View& view : prepare(test.product))
            QVERIFY(std::memcmp(view.panels, wanted.data(), wanted.size()) == 0);
    }

    /// Weights in floats meet floats, and those in blocks beside them panels.
    void floatsAreNormalized() {
        for (const size_t rows : {1UL, 11UL}) {
            const ProductCase test(
                m_parts, {.types = {BlockType::F16, BlockType::Q4_0}, .rows = rows, .norm = NormKind::Rms});
            std::vector<float> normalized(test.x.size());
            for (size_t row = 0; row < rows; ++row)
                m_parts.kernels.norm(NormKind::Rms, test.in[row], test.columns, nullptr, nullptr, 1e-5F,
                                     normalized.data() + row * test.columns);
            const auto panels = quantized(test.product, normalized);
            for (const ActivationPanels::View& view : prepare(test.product)) {
                QVERIFY(sameBitsIn(std::span(view.floats, normalized.size()), normalized));
                QVERIFY(std::memcmp(view.panels, panels.data(), panels.size()) == 0);
            }
        }
    }

    /// Rows that do not lie behind each other, as those of an expert.
    void rowsFromAnywhere() {
        ProductCase test(m_parts, {.types = {BlockType::Q8_0}, .rows = 9});
        std::reverse(test.in.begin(), test.in.end());
        std::swap(test.in[2], test.in[7]);
        std::vector<float> ordered;
        for (const float* row : test.in) ordered.insert(ordered.end(), row, row + test.columns);
        const auto wanted = quantized(test.product, ordered);
        for (const ActivationPanels::View& view : prepare(test.product))
            QVERIFY(std::memcmp(view.panels, wanted.data(), wanted.size()) == 0);
    }
};

QTEST_APPLESS_MAIN(TestActivationPanels)
#include "tst_activation_panels.moc"
