#include "picture/decode_budget.h"

#include <algorithm>
#include <cmath>

#include "hearth/platform/threads.h"
#include "picture/picture_errors.h"

namespace hearth {

void checkPictureSize(PictureSize size, double bytesBeside) {
    // A few rows, tables and buffers are in every decoder.
    constexpr double otherBytes = 16e6;
    const double most = std::min(static_cast<double>(mostPicturePixels),
                                 (static_cast<double>(mostPictureBytes) - otherBytes) / (3 + bytesBeside));
    const auto pixels = static_cast<double>(size.pixels());
    if (pixels <= most) return;
    throw Error(errors::largePicture, {static_cast<int64_t>(std::ceil(pixels / 1e6)),
                                       static_cast<int64_t>(std::floor(most / 1e6))});
}

DecodeBudget::DecodeBudget(uint64_t fileBytes)
    : DecodeBudget(ofSeconds(std::min(5 + static_cast<double>(fileBytes) / 1e6, 30.0))) {
}

DecodeBudget DecodeBudget::ofSeconds(double seconds) {
    DecodeBudget budget;
    budget.m_seconds = seconds;
    budget.m_end = platform::ThreadClock().seconds() + seconds;
    return budget;
}

bool DecodeBudget::isSpent() const noexcept {
    return platform::ThreadClock().seconds() > m_end;
}

void DecodeBudget::check() const {
    if (isSpent()) throw Error(errors::slowPicture, {static_cast<int64_t>(std::ceil(m_seconds))});
}

}  // namespace hearth
