#include "hearth/platform/calendar.h"

#include <time.h>

namespace hearth::platform {

std::tm utcTime(std::time_t seconds) noexcept {
    std::tm date{};
    ::gmtime_r(&seconds, &date);
    return date;
}

std::tm localTime(std::time_t seconds) noexcept {
    std::tm date{};
    ::localtime_r(&seconds, &date);
    return date;
}

void completeDate(std::tm& date) noexcept {
    std::tm complete = date;
    (void)::timegm(&complete);
    date.tm_wday = complete.tm_wday;
    date.tm_yday = complete.tm_yday;
}

}  // namespace hearth::platform
