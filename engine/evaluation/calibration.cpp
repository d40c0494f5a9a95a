#include "hearth/calibration.h"

#include <algorithm>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>

#include "backend/product_observer.h"
#include "backend/registry/built_in_backends.h"
#include "evaluation/evaluation_errors.h"

#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/host_resources.h"
#include "hearth/tokenizer.h"
#include "model/model.h"
#include "unicode/utf8.h"

namespace hearth {

namespace {

/// Positions of a part of the text, which begins without what was before; rows of a pass, all of which want
/// logits, for the head is to be met by as many rows as the layers.
constexpr uint32_t partPositions = 512, passRows = 128;
constexpr size_t fewestTokens = 128;
/// Of a matrix's mean importance: what a column counts at least, for a text meets some columns hardly ever.
constexpr double leastShare = 1e-3;

bool isText(std::string_view text) {
    for (size_t at = 0; at < text.size();) {
        const DecodedChar next = decodeUtf8(text, at);
        if (!next.valid || next.codePoint == 0) return false;
        at += next.bytes;
    }
    return true;
}

void checkText(std::string_view text) {
    if (!isText(text)) throw Error(errors::calibrationNotText);
}

/// Sums up the squares of what matrices meet.
class SquareSums final : public ProductObserver {
public:
    void meets(const Weight& weight, size_t matrix, std::span<const float> row) override {
        std::vector<Sum>& sums = m_sums[&weight];
        if (sums.empty()) sums.resize(weight.experts);
        Sum& sum = sums[matrix];
        if (sum.squares.empty()) sum.squares.resize(row.size());
        for (size_t i = 0; i < row.size(); ++i) sum.squares[i] += double{row[i]} * row[i];
        ++sum.rows;
    }

    /// Means by the tensors that the weights come from.
    WeightImportance means(const Model& model) const {
        WeightImportance importance;
        for (const auto& [weight, sums] : m_sums) {
            std::vector<float>& means = importance.columns[std::string(model.nameOf(*weight))];
            means.resize(sums.size() * weight->columns);
            for (size_t matrix = 0; matrix < sums.size(); ++matrix)
                fill(sums[matrix], std::span(means).subspan(matrix * weight->columns, weight->columns));
        }
        return importance;
    }

private:
    struct Sum {
        std::vector<double> squares;  ///< (columns); empty: no row came
        uint64_t rows = 0;
    };
    static void fill(const Sum& sum, std::span<float> means) {
        if (sum.squares.size() != means.size()) return;
        double all = 0;
        for (const double square : sum.squares) all += square;
        const double least = leastShare * all / static_cast<double>(means.size());
        if (!(least > 0)) return;
        for (size_t i = 0; i < means.size(); ++i)
            means[i] = static_cast<float>(std::max(sum.squares[i], least) / static_cast<double>(sum.rows));
    }

    std::unordered_map<const Weight*, std::vector<Sum>> m_sums;
};

/// Runs a part of the text from nothing.
void runPart(Model& model, PagedKvCache& kv, StateStore* states, std::span<const TokenId> tokens,
             const ForwardPass::Pause& pause, const std::stop_token& stop) {
    std::vector<int32_t> table;
    for (int32_t i = 0; i < static_cast<int32_t>(partPositions / PagedKvCache::blockPositions); ++i)
        table.push_back(i);
    Batch batch;
    batch.sequences.push_back(
        {.blockTables = std::vector<std::vector<int32_t>>(model.kvWindows().size(), table),
         .stateSlot = states != nullptr ? 0 : -1});
    if (states != nullptr) states->reset(0);
    for (size_t first = 0; first < tokens.size(); first += passRows) {
        batch.rows.clear();
        for (size_t i = first; i < std::min<size_t>(tokens.size(), first + passRows); ++i)
            batch.rows.push_back({.slot = static_cast<int32_t>(i), .token = tokens[i], .wantLogits = true});
        (void)model.compute(batch, kv, states, stop, pause);
    }
}

}  // namespace

WeightImportance calibrate(const std::filesystem::path& path, const CalibrationOptions& options,
                           const std::function<void(double)>& progress, const std::stop_token& stop) {
    checkText(options.text);
    if (options.processor != nullptr) options.processor->leave();
    const GgufFile file = GgufFile::open(path);
    std::vector<TokenId> tokens = Tokenizer::fromGguf(file)->encode(options.text, {.addSpecial = true});
    if (tokens.size() < fewestTokens) throw Error(errors::calibrationTooShort, {tokens.size(), fewestTokens});
    tokens.resize(std::min(tokens.size(), options.tokens));
    const int threads = options.threads != 0 ? options.threads : usableCores();
    const auto backend = builtInBackends().host().make({.threads = threads});
    auto* watched = dynamic_cast<WatchedBackend*>(backend.get());
    if (watched == nullptr)
        throw Error(ErrorCode::Unsupported, "This backend cannot report what its products read.");
    const auto model =
        Model::load(file, *backend, partPositions, {.rows = passRows, .logitRows = passRows}, {}, stop);
    const auto kv = model->makePagedKvCache(KvType::F32, partPositions / PagedKvCache::blockPositions);
    kv->commitAll();
    const auto states = model->makeStateStore(1);
    SquareSums sums;
    watched->watchProducts(&sums);
    const ForwardPass::Pause pause = ForwardPass::sharing(options.processor);
    for (size_t first = 0; first < tokens.size(); first += partPositions) {
        const size_t count = std::min<size_t>(partPositions, tokens.size() - first);
        runPart(*model, *kv, states.get(), std::span(tokens).subspan(first, count), pause, stop);
        if (progress) progress(static_cast<double>(first + count) / static_cast<double>(tokens.size()));
    }
    watched->watchProducts(nullptr);
    WeightImportance importance = sums.means(*model);
    importance.tokens = tokens.size();
    return importance;
}

}  // namespace hearth
