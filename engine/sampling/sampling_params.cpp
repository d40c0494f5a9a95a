#include <cmath>
#include <string>

#include "hearth/error.h"
#include "hearth/sampling.h"

namespace hearth {

namespace {

void checkRange(const char* name, double value, double low, double high) {
    if (value >= low && value <= high) return;  // NaN fails both
    const auto text = [](double number) {
        std::string digits = std::to_string(number);
        digits.erase(digits.find_last_not_of('0') + 1);
        if (digits.back() == '.') digits.pop_back();
        return digits;
    };
    throw Error(ErrorCode::BadInput, std::string(name) + " is " +
                                         (std::isnan(value) ? "not a number" : text(value)) +
                                         "; choose a value from " + text(low) + " to " + text(high) + ".");
}

}  // namespace

void SamplingParams::check() const {
    constexpr double anyCount = 1 << 30;
    checkRange("The temperature", temperature, 0, 2);
    checkRange("Top-k", topK, 0, anyCount);
    checkRange("Top-p", topP, 0, 1);
    checkRange("Min-p", minP, 0, 1);
    checkRange("The repeat penalty", repeatPenalty, 0.5, 2);
    checkRange("The presence penalty", presencePenalty, -2, 2);
    checkRange("The frequency penalty", frequencyPenalty, -2, 2);
    checkRange("The number of tokens that penalties look at", penaltyLastN, -1, anyCount);
    checkRange("The largest number of tokens", maxTokens, -1, anyCount);
    for (const auto& [token, bias] : logitBias) checkRange("The bias of a token", bias, -100, 100);
    for (const std::string& text : stop) {
        if (text.empty())
            throw Error(ErrorCode::BadInput,
                        "A stop string is empty; remove it or write what should end the reply.");
    }
}

}  // namespace hearth
