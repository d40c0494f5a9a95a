#include "picture/resized_picture.h"

#include <QtTest>
#include <cmath>

using namespace hearth;

namespace {

Picture noise(PictureSize size) {
    Picture picture{size, std::vector<uint8_t>(size.pixels() * 3)};
    uint32_t state = 7;
    for (uint8_t& value : picture.rgb) {
        state = state * 1664525U + 1013904223U;
        value = static_cast<uint8_t>(state >> 24U);
    }
    return picture;
}

double reach(ResizeFilter filter) {
    return filter == ResizeFilter::Bilinear ? 1 : filter == ResizeFilter::Bicubic ? 2 : 3;
}
double weight(ResizeFilter filter, double x) {
    x = std::abs(x);
    if (x >= reach(filter)) return 0;
    if (filter == ResizeFilter::Bilinear) return 1 - x;
    if (filter == ResizeFilter::Bicubic)
        return x < 1 ? 1.5 * x * x * x - 2.5 * x * x + 1 : -0.5 * x * x * x + 2.5 * x * x - 4 * x + 2;
    const auto sinc = [](double t) { return t == 0 ? 1 : std::sin(M_PI * t) / (M_PI * t); };
    return sinc(x) * sinc(x / 3);
}

/// One axis by the formula of the reference pack's README, in double, rounded.
std::vector<double> line(const std::vector<double>& from, uint32_t to, ResizeFilter filter) {
    std::vector<double> out;
    const double ratio = double(from.size()) / to, stretch = std::max(ratio, 1.0);
    for (uint32_t i = 0; i < to; ++i) {
        double sum = 0, weights = 0;
        for (size_t j = 0; j < from.size(); ++j) {
            const double w = weight(filter, (double(j) + 0.5 - (i + 0.5) * ratio) / stretch);
            sum += w * from[j];
            weights += w;
        }
        out.push_back(std::clamp(std::floor(sum / weights + 0.5), 0.0, 255.0));
    }
    return out;
}

Picture byFormula(const Picture& picture, PictureSize size, ResizeFilter filter) {
    Picture wide{{size.width, picture.size.height},
                 std::vector<uint8_t>(size_t{size.width} * picture.size.height * 3)};
    Picture out{size, std::vector<uint8_t>(size.pixels() * 3)};
    for (size_t c = 0; c < 3; ++c) {
        for (size_t y = 0; y < picture.size.height; ++y) {
            std::vector<double> row;
            for (size_t x = 0; x < picture.size.width; ++x)
                row.push_back(picture.rgb[(y * picture.size.width + x) * 3 + c]);
            row = line(row, size.width, filter);
            for (size_t x = 0; x < size.width; ++x) wide.rgb[(y * size.width + x) * 3 + c] = uint8_t(row[x]);
        }
        for (size_t x = 0; x < size.width; ++x) {
            std::vector<double> column;
            for (size_t y = 0; y < picture.size.height; ++y)
                column.push_back(wide.rgb[(y * size.width + x) * 3 + c]);
            column = line(column, size.height, filter);
            for (size_t y = 0; y < size.height; ++y)
                out.rgb[(y * size.width + x) * 3 + c] = uint8_t(column[y]);
        }
    }
    return out;
}

}  // namespace

class TestResizedPicture : public QObject {
    Q_OBJECT
private slots:
    void followsTheFormula_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::newRow("smaller") << 13 << 9;
        QTest::newRow("larger") << 97 << 61;
        QTest::newRow("wider and lower") << 90 << 7;
        QTest::newRow("one pixel") << 1 << 1;
        QTest::newRow("one axis") << 41 << 12;
    }
    void followsTheFormula() {
        QFETCH(int, width);
        QFETCH(int, height);
        const PictureSize size{uint32_t(width), uint32_t(height)};
        const Picture picture = noise({41, 29});
        for (const auto filter : {ResizeFilter::Bilinear, ResizeFilter::Bicubic, ResizeFilter::Lanczos}) {
            const Picture ours = resizedPicture(picture, size, filter),
                          expected = byFormula(picture, size, filter);
            QCOMPARE(ours.size, size);
            size_t off = 0;
            for (size_t i = 0; i < ours.rgb.size(); ++i) {
                const int distance = std::abs(ours.rgb[i] - expected.rgb[i]);
                // Weights of 16 bits round differently now and then, after either pass.
                QVERIFY(distance <= 2);
                off += distance != 0;
            }
            QVERIFY(off <= ours.rgb.size() / 50 + 1);
        }
    }
    void theSameSizeIsTheSamePicture() {
        const Picture picture = noise({5, 4});
        QCOMPARE(resizedPicture(picture, {5, 4}, ResizeFilter::Bicubic).rgb, picture.rgb);
    }
    void oneColourStays() {
        const Picture grey{{7, 300}, std::vector<uint8_t>(7 * 300 * 3, 201)};
        for (const PictureSize size : {PictureSize{2000, 3}, {1, 1}, {64, 64}, {7, 301}}) {
            const Picture out = resizedPicture(grey, size, ResizeFilter::Lanczos);
            QVERIFY(std::all_of(out.rgb.begin(), out.rgb.end(),
                                [](uint8_t v) { return std::abs(v - 201) <= 1; }));
        }
    }
};

QTEST_GUILESS_MAIN(TestResizedPicture)
#include "tst_resized_picture.moc"
