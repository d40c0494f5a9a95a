// The rate of a reply alone, and beside an index that is being made: as two models of one host, which take
// turns, and as models of two hosts, which do not.
#include <QString>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "documents/background_work.h"
#include "documents/shared_embedder.h"
#include "hearth/model_host.h"
#include "runtime/reply_wait.h"

using namespace hearth;
using namespace hearth::app;
using Clock = std::chrono::steady_clock;

namespace {

/// Waits between its tokens.
struct Gaps final : GenerationListener {
    void prefillProgress(int, int, int, double) override {}
    void replied(const ReplyDelta&) override {
        const auto now = Clock::now();
        if (last != Clock::time_point())
            longestMs = std::max(longestMs, std::chrono::duration<double, std::milli>(now - last).count());
        last = now;
    }
    void finished(GenerationResult) override {}
    void failed(const Error&) override {}
    Clock::time_point last;
    double longestMs = 0;
};

/// Makes vectors of passages until it ends.
class Index {
public:
    explicit Index(SharedEmbedder& embedder)
        : m_thread([this, &embedder](const std::stop_token& stop) {
              hearth::platform::becomeBackground();
              std::string text;
              while (text.size() < 1000) text += "The harbour office keeps a list of boats and their dues. ";
              const std::vector<std::string> texts(4, text);
              try {
                  while (!stop.stop_requested()) {
                      (void)embedder.passages(texts, stop);
                      passages += static_cast<int>(texts.size());
                  }
              } catch (const Error&) {
                  // It was stopped.
              }
          }) {}
    std::atomic<int> passages = 0;

private:
    std::jthread m_thread;
};

struct Rate {
    double tokensPerS = 0, longestMs = 0;
};

Rate replyOf(HostedModel& model, int tokens) {
    GenerationRequest request;
    request.messages.push_back({"user", "Tell me a long story about a harbour.", {}, {}});
    request.sampling.temperature = 0;
    request.sampling.maxTokens = tokens;
    request.ignoreEndOfText = true;
    request.useCache = false;
    Gaps gaps;
    const auto result = waitForReply(model.requests, request, gaps, {}, {.speculation = Speculation::Off});
    return {result.metrics.generatedTokens * 1000.0 / result.metrics.decodeMs, gaps.longestMs};
}

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

ModelHost::Options hostOptions() {
    ModelHost::Options options;
    options.idleUnload = std::chrono::milliseconds(0);
    return options;
}

}  // namespace

int main(int argc, char* argv[]) {
    if (argc < 3) return 2;
    const int rounds = argc > 3 ? std::atoi(argv[3]) : 7, tokens = argc > 4 ? std::atoi(argv[4]) : 200;
    try {
        ModelHost host(hostOptions()), another(hostOptions());
        host.add("model", {.load = [path = argv[1]](const std::stop_token& stop) {
                     EngineOptions options;
                     options.model = path;
                     options.backend = "cpu";
                     return Engine::load(options, {}, stop);
                 }});
        const EmbedderLoader loader = [](const EmbedderOptions& wanted, const std::stop_token& stop) {
            EmbedderOptions options = wanted;
            options.backend = "cpu";
            return Embedder::load(options, {}, stop);
        };
        SharedEmbedder inTurns(host, loader), apart(another, loader);
        for (SharedEmbedder* embedder : {&inTurns, &apart}) {
            embedder->setModel(QString::fromLocal8Bit(argv[2]));
            (void)embedder->loaded({});
        }
        const auto model = host.find("model");
        (void)replyOf(*model, 20);
        constexpr std::array names{"alone", "beside an index, in turns", "beside an index, without turns"};
        std::array<std::vector<double>, names.size()> rates, longest, passages;
        for (int round = 0; round < rounds; ++round)
            for (size_t i = 0; i < names.size(); ++i) {
                std::optional<Index> index;
                if (i > 0) index.emplace(i == 1 ? inTurns : apart);
                // Its first passages are there.
                if (index) std::this_thread::sleep_for(std::chrono::milliseconds(500));
                const int before = index ? index->passages.load() : 0;
                const auto begun = Clock::now();
                const Rate rate = replyOf(*model, tokens);
                const double seconds = std::chrono::duration<double>(Clock::now() - begun).count();
                rates[i].push_back(rate.tokensPerS);
                longest[i].push_back(rate.longestMs);
                passages[i].push_back(index ? (index->passages - before) / seconds : 0);
            }
        for (size_t i = 0; i < names.size(); ++i)
            std::printf("%s: %.1f tokens/s (%.3f of alone), longest wait %.0f ms, %.1f passages/s\n",
                        names[i], median(rates[i]), median(rates[i]) / median(rates[0]), median(longest[i]),
                        median(passages[i]));
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
    return 0;
}
