#include "cli/batch_progress.h"

#include <array>
#include <cmath>
#include <cstdio>

#include "hearth/platform/terminal.h"

namespace hearth::cli {

namespace {

std::string rateText(const BatchTotals& totals, double seconds) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f tokens/s",
                  seconds > 0 ? static_cast<double>(totals.tokens) / seconds : 0.0);
    return text.data();
}

std::string countText(uint64_t count, const char* one, const char* many) {
    return std::to_string(count) + " " + (count == 1 ? one : many);
}

std::string timeText(double seconds) {
    const auto whole = static_cast<uint64_t>(std::llround(seconds));
    if (whole < 60) return std::to_string(whole) + " s";
    if (whole < 3600) return std::to_string((whole + 30) / 60) + " min";
    return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

}  // namespace

std::string batchProgressText(const BatchTotals& totals, double seconds) {
    const uint64_t reached = totals.before + totals.done;
    std::string text = std::to_string(reached);
    if (totals.requests > 0) text += " of " + std::to_string(totals.requests);
    text += " done, " + countText(totals.errors, "error", "errors") + ", " + rateText(totals, seconds);
    if (totals.requests > reached && totals.done > 0)
        text += ", " +
                timeText(seconds * static_cast<double>(totals.requests - reached) /
                         static_cast<double>(totals.done)) +
                " left";
    return text;
}

std::string batchTotalsText(const BatchTotals& totals, double seconds) {
    std::string text = std::to_string(totals.done) + " done";
    if (totals.before > 0) text += " (and " + std::to_string(totals.before) + " before)";
    text += ", " + countText(totals.errors, "error", "errors") + ", " + std::to_string(totals.tokens) +
            " tokens, " + rateText(totals, seconds);
    if (totals.promptTokens > 0)
        text += ", " + std::to_string(100 * totals.cachedTokens / totals.promptTokens) +
                " % of the prompts cached";
    return text;
}

BatchProgress::BatchProgress() : m_terminal(platform::isTerminal(platform::StandardStream::Errors)) {
}

void BatchProgress::showIfDue(const BatchTotals& totals) {
    const auto now = Clock::now();
    if (now - m_shown < std::chrono::seconds(m_terminal ? 1 : 30)) return;
    m_shown = now;
    const std::string text = batchProgressText(totals, seconds());
    std::fprintf(stderr, m_terminal ? "\r\033[K%s" : "%s\n", text.c_str());
}

void BatchProgress::finish(const BatchTotals& totals) {
    if (m_terminal) std::fputs("\r\033[K", stderr);
    std::fprintf(stderr, "%s\n", batchTotalsText(totals, seconds()).c_str());
}

}  // namespace hearth::cli
