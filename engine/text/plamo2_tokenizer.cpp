#include "text/plamo2_tokenizer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include "text/text_errors.h"

#include "hearth/error.h"
#include "text/byte_trie.h"
#include "text/vocabulary.h"
#include "unicode/utf8.h"

namespace hearth::text {
namespace {

constexpr int64_t kUnknownCost = 10'000'000;
constexpr double kCostSteps = 1e4;

class Plamo2Tokenizer final : public Tokenizer {
public:
    explicit Plamo2Tokenizer(std::unique_ptr<const Vocabulary> owned) : Tokenizer(std::move(owned)) {
        m_byteToken.fill(-1);
        m_costs.assign(static_cast<size_t>(vocabulary().size()), 0);
        for (TokenId token = 0; token < vocabulary().size(); ++token) {
            const auto i = static_cast<size_t>(token);
            const TokenKind kind = vocabulary().kinds[i];
            if (kind == TokenKind::Byte) {
                m_byteToken[static_cast<size_t>(Vocabulary::byteOf(vocabulary().entries[i]))] = token;
            } else if (kind != TokenKind::Control && kind != TokenKind::Unknown &&
                       std::isfinite(vocabulary().scores[i])) {
                const double cost = -std::round(static_cast<double>(vocabulary().scores[i]) * kCostSteps);
                if (cost >= 2.0 * kUnknownCost) continue;
                m_costs[i] = static_cast<int64_t>(std::max(cost, -1e12));
                m_entries.add(vocabulary().entries[i], token);
            }
        }
        for (const TokenId token : m_byteToken) {
            if (token >= 0) continue;
            throw Error(errors::damagedVocabulary, {"it lacks an entry for some byte"});
        }
    }

protected:
    void encodeRun(std::string_view run, bool, std::vector<TokenId>& out) const override {
        constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
        if (run.starts_with(kByteOrderMark)) run.remove_prefix(kByteOrderMark.size());
        // best[i]: how to go on from byte i at the least cost; longer entries win among equals.
        struct Step {
            int64_t cost = 0;
            uint32_t bytes = 0;
            TokenId token = -1;
        };
        std::vector<Step> best(run.size() + 1);
        for (size_t i = run.size(); i-- > 0;) {
            if (i > 0 && (static_cast<unsigned char>(run[i]) & 0xC0U) == 0x80 && insideChar(run, i)) continue;
            const auto charBytes = decodeUtf8(run, i).bytes;
            best[i] = {best[i + charBytes].cost + kUnknownCost, charBytes, -1};
            m_entries.prefixes(run.substr(i), [&](size_t bytes, TokenId token) {
                const int64_t cost = best[i + bytes].cost + m_costs[static_cast<size_t>(token)];
                if (cost <= best[i].cost) best[i] = {cost, static_cast<uint32_t>(bytes), token};
            });
        }
        for (size_t i = 0; i < run.size(); i += best[i].bytes) {
            if (best[i].token >= 0) {
                out.push_back(best[i].token);
                continue;
            }
            for (const char byte : run.substr(i, best[i].bytes)) {
                out.push_back(m_byteToken[static_cast<unsigned char>(byte)]);
            }
        }
    }

private:
    /// True if a continuation byte belongs to a valid character before it.
    static bool insideChar(std::string_view text, size_t i) {
        for (size_t back = 1; back <= 3 && back <= i; ++back) {
            const DecodedChar c = decodeUtf8(text, i - back);
            if (c.valid) return c.bytes > back;
        }
        return false;
    }

    ByteTrie m_entries;
    std::vector<int64_t> m_costs;
    std::array<TokenId, 256> m_byteToken{};
};

}  // namespace

std::unique_ptr<Tokenizer> makePlamo2Tokenizer(std::unique_ptr<const Vocabulary> vocabulary) {
    return std::make_unique<Plamo2Tokenizer>(std::move(vocabulary));
}

}  // namespace hearth::text
