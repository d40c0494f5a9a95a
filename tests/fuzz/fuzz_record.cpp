// Files of the cache on disk from any bytes: none, or the record that was wanted and nothing else.
#include <cstdlib>
#include <cstring>
#include <span>
#include <vector>

#include "fuzz/fuzz_target.h"
#include "prefix_store/block_record.h"

namespace {

using namespace hearth;

const ContentHash space{1, 2};
const std::vector<TokenId> tokens{3, 1, 4, 1};
const BlockShape shape{.groupBytes = {64, 32}, .stateBytes = 16, .vocabulary = 8};

BlockRecord record() {
    BlockRecord made;
    made.parent = PrefixKey{5, 6};
    made.tokens = tokens;
    made.name = endName(made.parent, made.tokens, 1);
    made.groups = {std::vector<std::byte>(64, std::byte{7}), {}};
    made.state = std::vector<std::byte>(16, std::byte{8});
    made.logits = std::vector<float>(8, 0.5F);
    return made;
}

std::vector<uint8_t> bytesOf(const BlockRecord& made) {
    const std::vector<std::byte> head = encodeHead(made, space);
    std::vector<uint8_t> bytes(head.size());
    std::memcpy(bytes.data(), head.data(), head.size());
    const auto add = [&bytes](const void* from, size_t size) {
        const auto* begin = static_cast<const uint8_t*>(from);
        bytes.insert(bytes.end(), begin, begin + size);
    };
    for (const auto& group : made.groups) add(group.data(), group.size());
    add(made.state.data(), made.state.size());
    add(made.logits.data(), made.logits.size() * sizeof(float));
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const BlockRecord made = record();
    const auto read = readRecord(std::as_bytes(std::span(data, size)), space, shape,
                                 {.name = made.name, .parent = made.parent, .tokens = tokens});
    if (!read) return 0;
    // Every byte is under a hash: what is read is what was written.
    if (read->tokens != made.tokens || read->state != made.state || read->logits != made.logits ||
        (!read->groups.empty() && !read->groups[0].empty() && read->groups[0] != made.groups[0]))
        std::abort();
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    std::vector<uint8_t> seed = bytesOf(record());
    const auto whole = readRecord(std::as_bytes(std::span(seed)), space, shape,
                                  {.name = record().name, .parent = record().parent, .tokens = tokens});
    if (!whole) std::abort();  // the mutations would say nothing
    return {seed, {}, std::vector<uint8_t>(seed.begin(), seed.begin() + 40)};
}
