#include "store/passage_rank.h"

#include <sqlite3.h>

#include <QString>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "store/database.h"

namespace hearth::app::store {

namespace {

constexpr double k1 = 1.2, b = 0.75;
constexpr double ofOtherColumns = 0.6;
/// As in FTS5: a word in most passages still distinguishes them from those without it.
constexpr double leastWeight = 1e-6;

/// Data that is the same for all rows of a query.
struct RankState {
    std::vector<double> weights;
    double meanTokens = 1;
};

/// Null, with the code, for invalid arguments.
RankState* stateOf(const Fts5ExtensionApi* api, Fts5Context* context, int arguments, sqlite3_value** values,
                   int& code) {
    if (auto* known = static_cast<RankState*>(api->xGetAuxdata(context, 0))) return known;
    const auto phrases = static_cast<size_t>(api->xPhraseCount(context));
    code = SQLITE_MISUSE;
    if (arguments != 1 || sqlite3_value_bytes(values[0]) != static_cast<int>(phrases * sizeof(double)))
        return nullptr;
    auto state = std::make_unique<RankState>();
    state->weights.resize(phrases);
    if (phrases > 0)
        std::memcpy(state->weights.data(), sqlite3_value_blob(values[0]), phrases * sizeof(double));
    sqlite3_int64 rows = 0, tokens = 0;
    if ((code = api->xRowCount(context, &rows)) != SQLITE_OK) return nullptr;
    if ((code = api->xColumnTotalSize(context, -1, &tokens)) != SQLITE_OK) return nullptr;
    state->meanTokens =
        std::max(1.0, static_cast<double>(tokens) / static_cast<double>(std::max<sqlite3_int64>(1, rows)));
    // SQLite frees it, also when this fails.
    RankState* made = state.release();
    code = api->xSetAuxdata(context, made, [](void* gone) { delete static_cast<RankState*>(gone); });
    return code == SQLITE_OK ? made : nullptr;
}

void rank(const Fts5ExtensionApi* api, Fts5Context* context, sqlite3_context* result, int arguments,
          sqlite3_value** values) {
    int code = SQLITE_OK;
    const RankState* state = stateOf(api, context, arguments, values, code);
    int tokens = 0;
    if (state) code = api->xColumnSize(context, -1, &tokens);
    double score = 0;
    for (size_t phrase = 0; state && code == SQLITE_OK && phrase < state->weights.size(); ++phrase) {
        Fts5PhraseIter at;
        int column = 0, offset = 0;
        double often = 0;
        code = api->xPhraseFirst(context, static_cast<int>(phrase), &at, &column, &offset);
        for (; code == SQLITE_OK && column >= 0; api->xPhraseNext(context, &at, &column, &offset))
            often += column == 0 ? 1 : ofOtherColumns;
        score += state->weights[phrase] * often * (k1 + 1) /
                 (often + k1 * (1 - b + b * tokens / state->meanTokens));
    }
    if (code == SQLITE_OK)
        sqlite3_result_double(result, score);
    else
        sqlite3_result_error_code(result, code);
}

/// FTS5 of this connection; null if SQLite was built without it.
fts5_api* fts5Of(sqlite3* handle) {
    fts5_api* api = nullptr;
    sqlite3_stmt* statement = nullptr;
    if (sqlite3_prepare_v2(handle, "SELECT fts5(?1)", -1, &statement, nullptr) == SQLITE_OK) {
        sqlite3_bind_pointer(statement, 1, static_cast<void*>(&api), "fts5_api_ptr", nullptr);
        sqlite3_step(statement);
    }
    sqlite3_finalize(statement);
    return api;
}

}  // namespace

void addPassageRank(sqlite3* handle) {
    fts5_api* api = fts5Of(handle);
    if (!api || api->xCreateFunction(api, "passage_rank", nullptr, rank, nullptr) != SQLITE_OK)
        throw StoreError(StoreFault::Other, QStringLiteral("This SQLite has no full-text search (FTS5)."));
}

double rarityWeight(double with, double count) {
    return std::max(leastWeight, std::log((count - with + 0.5) / (with + 0.5)));
}

QByteArray rankWeights(std::span<const double> weights) {
    return {reinterpret_cast<const char*>(weights.data()), static_cast<qsizetype>(weights.size_bytes())};
}

}  // namespace hearth::app::store
