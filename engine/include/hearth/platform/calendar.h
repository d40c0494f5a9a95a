#pragma once

#include <ctime>

/// Dates of moments in seconds since 1970. Any thread.
namespace hearth::platform {

std::tm utcTime(std::time_t seconds) noexcept;
/// The same in the time zone of this machine.
std::tm localTime(std::time_t seconds) noexcept;
/// Fills in the day of the week and of the year, without any time zone. Nothing else of `date` changes.
void completeDate(std::tm& date) noexcept;

}  // namespace hearth::platform
