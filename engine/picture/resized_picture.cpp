#include "picture/resized_picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hearth {

namespace {

double reachOf(ResizeFilter filter) {
    switch (filter) {
        case ResizeFilter::Bilinear:
            return 1;
        case ResizeFilter::Bicubic:
            return 2;
        case ResizeFilter::Lanczos:
            break;
    }
    return 3;
}

double sinc(double x) {
    return x == 0 ? 1 : std::sin(std::numbers::pi * x) / (std::numbers::pi * x);
}

double weightAt(ResizeFilter filter, double x) {
    x = std::abs(x);
    if (x >= reachOf(filter)) return 0;
    switch (filter) {
        case ResizeFilter::Bilinear:
            return 1 - x;
        case ResizeFilter::Bicubic: {
            constexpr double a = -0.5;
            return x < 1 ? ((a + 2) * x - (a + 3)) * x * x + 1 : (((x - 5) * x + 8) * x - 4) * a;
        }
        case ResizeFilter::Lanczos:
            break;
    }
    return sinc(x) * sinc(x / 3);
}

/// The pixels of a row or column that each pixel of its resized one is the mean of.
struct AxisWeights {
    struct Window {
        uint32_t first, count;
        size_t weights;  ///< index of the first one
    };
    std::vector<Window> windows;
    std::vector<int16_t> weights;
    int bits = 0;  ///< weights are whole multiples of 2^-bits
};

/// As many bits as keep the largest weight within 16.
int bitsFor(double largest) {
    constexpr int mostBits = 22;
    int bits = 0;
    while (bits < mostBits && 0.5 + largest * (1 << (bits + 1)) < (1 << 15)) ++bits;
    return bits;
}

AxisWeights axisWeights(uint32_t from, uint32_t to, ResizeFilter filter) {
    const double ratio = static_cast<double>(from) / to, stretch = std::max(ratio, 1.0);
    const double support = reachOf(filter) * stretch;
    AxisWeights axis;
    std::vector<double> exact;
    double largest = 0;
    for (uint32_t i = 0; i < to; ++i) {
        const double centre = ratio * (i + 0.5);
        const auto first = static_cast<uint32_t>(std::max(centre - support + 0.5, 0.0));
        const auto end = std::min(static_cast<uint32_t>(centre + support + 0.5), from);
        const size_t start = exact.size();
        double sum = 0;
        for (uint32_t j = first; j < end; ++j) {
            exact.push_back(weightAt(filter, (j - centre + 0.5) / stretch));
            sum += exact.back();
        }
        for (size_t j = start; j < exact.size(); ++j) {
            if (sum != 0) exact[j] /= sum;
            largest = std::max(largest, exact[j]);
        }
        axis.windows.push_back({first, end - first, start});
    }
    axis.bits = bitsFor(largest);
    const double unit = 1 << axis.bits;
    for (const double weight : exact)
        axis.weights.push_back(static_cast<int16_t>(weight < 0 ? weight * unit - 0.5 : weight * unit + 0.5));
    return axis;
}

uint8_t rounded(int32_t sum, int bits) {
    return static_cast<uint8_t>(std::clamp(sum >> bits, 0, 255));
}
int32_t halfOf(int bits) {
    return bits == 0 ? 0 : 1 << (bits - 1);
}

void resizeRow(const uint8_t* row, const AxisWeights& axis, std::vector<uint8_t>& out) {
    const int32_t half = halfOf(axis.bits);
    for (size_t i = 0; i < axis.windows.size(); ++i) {
        const auto& [first, count, start] = axis.windows[i];
        int32_t red = half, green = half, blue = half;
        const uint8_t* pixel = row + size_t{first} * 3;
        for (uint32_t j = 0; j < count; ++j, pixel += 3) {
            const int32_t weight = axis.weights[start + j];
            red += weight * pixel[0];
            green += weight * pixel[1];
            blue += weight * pixel[2];
        }
        out[i * 3] = rounded(red, axis.bits);
        out[i * 3 + 1] = rounded(green, axis.bits);
        out[i * 3 + 2] = rounded(blue, axis.bits);
    }
}

/// Adds up the rows of a picture into those of a resized one while they come from the top, so that only rows
/// which are not finished yet take memory.
class RowSums {
public:
    RowSums(const AxisWeights& axis, size_t values, std::vector<uint8_t>& out)
        : m_axis(axis), m_values(values), m_out(out) {
        // Windows rise, so the open ones follow each other.
        size_t most = 1;
        for (size_t begin = 0, end = 0; end < axis.windows.size(); ++end) {
            while (endOf(begin) <= axis.windows[end].first) ++begin;
            most = std::max(most, end - begin + 1);
        }
        m_sums.resize(most * values);
        m_slots = most;
    }

    void add(uint32_t y, const std::vector<uint8_t>& row) {
        for (; m_opened < m_axis.windows.size() && m_axis.windows[m_opened].first <= y; ++m_opened)
            std::fill_n(sumsOf(m_opened), m_values, halfOf(m_axis.bits));
        for (size_t i = m_finished; i < m_opened; ++i) {
            const auto& [first, count, start] = m_axis.windows[i];
            if (y >= first + count) continue;
            const int32_t weight = m_axis.weights[start + (y - first)];
            int32_t* const sums = sumsOf(i);
            for (size_t v = 0; v < m_values; ++v) sums[v] += weight * row[v];
        }
        for (; m_finished < m_opened && endOf(m_finished) == y + 1; ++m_finished) {
            const int32_t* const sums = sumsOf(m_finished);
            uint8_t* const to = m_out.data() + m_finished * m_values;
            for (size_t v = 0; v < m_values; ++v) to[v] = rounded(sums[v], m_axis.bits);
        }
    }

private:
    uint32_t endOf(size_t i) const { return m_axis.windows[i].first + m_axis.windows[i].count; }
    int32_t* sumsOf(size_t i) { return m_sums.data() + i % m_slots * m_values; }

    const AxisWeights& m_axis;
    size_t m_values, m_slots = 1;
    std::vector<uint8_t>& m_out;
    std::vector<int32_t> m_sums;
    size_t m_opened = 0, m_finished = 0;
};

}  // namespace

Picture resizedPicture(const Picture& picture, PictureSize size, ResizeFilter filter) {
    if (size == picture.size) return picture;
    // Weights of an axis that keeps its length are 0 and 1.
    const AxisWeights across = axisWeights(picture.size.width, size.width, filter);
    const AxisWeights down = axisWeights(picture.size.height, size.height, filter);
    Picture resized{size, std::vector<uint8_t>(size.pixels() * 3)};
    std::vector<uint8_t> row(size_t{size.width} * 3);
    RowSums sums(down, row.size(), resized.rgb);
    for (uint32_t y = 0; y < picture.size.height; ++y) {
        const uint8_t* const from = picture.rgb.data() + size_t{y} * picture.size.width * 3;
        if (size.width == picture.size.width)
            std::copy_n(from, row.size(), row.begin());
        else
            resizeRow(from, across, row);
        sums.add(y, row);
    }
    return resized;
}

}  // namespace hearth
