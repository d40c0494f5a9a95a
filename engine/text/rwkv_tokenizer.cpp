#include "text/rwkv_tokenizer.h"

#include "text/byte_trie.h"
#include "text/vocabulary.h"

namespace hearth::text {
namespace {

class RwkvTokenizer final : public Tokenizer {
public:
    explicit RwkvTokenizer(std::unique_ptr<const Vocabulary> owned) : Tokenizer(std::move(owned)) {
        for (TokenId token = 0; token < vocabulary().size(); ++token) {
            const std::string_view bytes = vocabulary().bytes[static_cast<size_t>(token)];
            if (!bytes.empty() && !vocabulary().is(token, TokenKind::Control)) m_entries.add(bytes, token);
        }
    }

protected:
    void encodeRun(std::string_view run, bool, std::vector<TokenId>& out) const override {
        while (!run.empty()) {
            size_t length = 1;
            TokenId longest = vocabulary().special.unk;
            m_entries.prefixes(run, [&](size_t bytes, TokenId token) {
                length = bytes;
                longest = token;
            });
            if (longest >= 0) out.push_back(longest);
            run.remove_prefix(length);
        }
    }

private:
    ByteTrie m_entries;
};

}  // namespace

std::unique_ptr<Tokenizer> makeRwkvTokenizer(std::unique_ptr<const Vocabulary> vocabulary) {
    return std::make_unique<RwkvTokenizer>(std::move(vocabulary));
}

}  // namespace hearth::text
