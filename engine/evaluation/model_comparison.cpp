#include "hearth/model_comparison.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "evaluation/logit_distance.h"
#include "hearth/engine.h"
#include "hearth/error.h"
#include "hearth/probe.h"
#include "hearth/prompt_service.h"

namespace hearth {

namespace {

/// Logits of a model on disk until the other model's come: two models and all their logits seldom fit into
/// memory together.
class LogitsOnDisk {
public:
    /// `file`: used in place of a temporary one; nullptr: none.
    explicit LogitsOnDisk(std::FILE* file) : m_own(file == nullptr ? std::tmpfile() : nullptr) {
        m_file = file != nullptr ? file : m_own.get();
        if (m_file == nullptr) fail();
    }
    void append(std::span<const float> logits) {
        if (std::fwrite(logits.data(), sizeof(float), logits.size(), m_file) != logits.size()) fail();
    }
    void rewind() {
        if (std::fflush(m_file) != 0 || std::fseek(m_file, 0, SEEK_SET) != 0) fail();
    }
    void next(std::span<float> logits) {
        if (std::fread(logits.data(), sizeof(float), logits.size(), m_file) != logits.size()) fail();
    }

private:
    [[noreturn]] static void fail() {
        throw Error(ErrorCode::Io,
                    "The two models could not be compared: there is no room for temporary files.");
    }
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> m_own;
    std::FILE* m_file = nullptr;
};

size_t bestOf(std::span<const float> logits) {
    return static_cast<size_t>(std::max_element(logits.begin(), logits.end()) - logits.begin());
}

/// One of the two models at work on the text.
class Scorer {
public:
    Scorer(const std::filesystem::path& model, const ComparisonOptions& options, std::stop_token stop)
        : m_processor(options.processor), m_stop(std::move(stop)) {
        if (m_processor != nullptr) m_processor->leave();
        EngineOptions wanted;
        wanted.model = model;
        wanted.threads = options.threads;
        wanted.backend = options.backend;
        wanted.kvType = KvType::F32;
        wanted.contextLength = static_cast<int>(options.tokens);
        wanted.cacheBytes = 1;  // no more than the text needs
        m_engine = Engine::load(wanted, {}, m_stop);
    }

    std::vector<TokenId> tokensOf(std::string_view text, size_t limit) const {
        std::vector<TokenId> tokens = promptsOf(*m_engine).tokenizer().encode(text, {.addSpecial = true});
        tokens.resize(
            std::min({tokens.size(), limit, static_cast<size_t>(m_engine->info().trainedContextLength)}));
        if (tokens.size() < 2)
            throw Error(ErrorCode::BadInput, "The text has fewer than two tokens; give a longer one.");
        return tokens;
    }

    size_t vocabulary() const { return static_cast<size_t>(m_engine->info().vocabSize); }

    /// Tells each position's logits, and returns the perplexity.
    template <class Each>
    double score(const std::vector<TokenId>& tokens, Each each) {
        double nll = 0;
        m_engine->probe()->readLogits(
            {.tokens = tokens, .processor = m_processor},
            [&](size_t position, std::span<const float> logits) {
                for (; !logits.empty(); ++position, logits = logits.subspan(vocabulary())) {
                    const auto row = logits.first(vocabulary());
                    each(position, row);
                    if (position + 1 < tokens.size())
                        nll += negativeLogProbability(row, tokens[position + 1]);
                }
            },
            m_stop);
        return std::exp(nll / static_cast<double>(tokens.size() - 1));
    }

private:
    ProcessorShare* const m_processor;
    std::stop_token m_stop;
    std::unique_ptr<Engine> m_engine;
};

}  // namespace

std::string_view comparisonText() noexcept {
    return "The harbour town wakes slowly in winter. Before the first ferry leaves, the baker on the corner "
           "carries "
           "her trays outside, and the smell of warm bread drifts down to the water, where two men argue "
           "about the "
           "price of diesel.\n\nQuestion: A train leaves at 9:40 and arrives at 13:05. How long does the "
           "journey "
           "take?\nAnswer: From 9:40 to 13:00 are three hours and twenty minutes; five more make 3 h 25 "
           "min.\n\n"
           "def mean(values):\n    \"\"\"The arithmetic mean of a list that is not empty.\"\"\"\n    return "
           "sum(values) / len(values)\n\n1. Boil the water with a little salt.\n2. Add the pasta and stir "
           "once.\n"
           "3. Taste it a minute before the packet says so.\n\nDie Post kommt um zehn. Le train est en "
           "retard.\n";
}

ModelComparison compareModels(const std::filesystem::path& before, const std::filesystem::path& after,
                              const ComparisonOptions& options, const std::function<void(double)>& progress,
                              const std::stop_token& stop) {
    ModelComparison result;
    std::vector<TokenId> tokens;
    size_t vocabulary = 0;
    LogitsOnDisk disk(options.scratch);
    const auto tell = [&](size_t positions) {
        if (progress) progress(static_cast<double>(positions) / static_cast<double>(2 * tokens.size()));
    };
    {
        Scorer scorer(before, options, stop);
        vocabulary = scorer.vocabulary();
        tokens = scorer.tokensOf(options.text, options.tokens);
        result.perplexityBefore = scorer.score(tokens, [&](size_t position, std::span<const float> logits) {
            disk.append(logits);
            tell(position + 1);
        });
    }
    disk.rewind();
    std::vector<float> exact;
    size_t same = 0;
    const auto compare = [&](size_t position, std::span<const float> other) {
        exact.resize(other.size());
        disk.next(exact);
        const double divergence = klDivergence(exact, other);
        result.meanKl += divergence;
        result.largestKl = std::max(result.largestKl, divergence);
        same += bestOf(exact) == bestOf(other) ? 1 : 0;
        tell(tokens.size() + position + 1);
    };
    Scorer scorer(after, options, stop);
    if (scorer.vocabulary() != vocabulary)
        throw Error(ErrorCode::BadInput,
                    "The two models have different vocabularies and cannot be compared.");
    result.perplexityAfter = scorer.score(tokens, compare);
    const auto count = static_cast<double>(tokens.size());
    result.tokens = tokens.size();
    result.meanKl /= count;
    result.sameTopToken = static_cast<double>(same) / count;
    return result;
}

}  // namespace hearth
