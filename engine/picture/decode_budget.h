#pragma once

#include <cstdint>

#include "hearth/picture.h"

namespace hearth {

inline constexpr uint64_t mostPicturePixels = 100'000'000;
/// Of the decoded picture and everything that its decoder holds beside it, without the file.
inline constexpr uint64_t mostPictureBytes = 500'000'000;

/// Refuses a picture that would have more pixels, or take more memory, than allowed. `bytesBeside`: what its
/// decoder needs for each pixel beside the 3 of the picture. Throws Error(errors::largePicture).
void checkPictureSize(PictureSize size, double bytesBeside);

/// The processor time of this thread that one picture may take.
class DecodeBudget {
public:
    /// The time that decodePicture() gives a file of that size.
    explicit DecodeBudget(uint64_t fileBytes);
    static DecodeBudget ofSeconds(double seconds);

    bool isSpent() const noexcept;
    /// Throws Error(errors::slowPicture) once it is.
    void check() const;

private:
    DecodeBudget() = default;

    double m_seconds = 0, m_end = 0;
};

/// decodePicture() with a budget of its own.
Picture decodeWithin(std::span<const std::byte> file, const DecodeBudget& budget);

}  // namespace hearth
