// Chat files of other programs from any bytes: an ImportError with a sentence, or chats with messages.
#include <cstdio>
#include <cstdlib>

#include "exchange/chat_importers.h"
#include "fuzz/fuzz_target.h"

using namespace hearth::app;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    try {
        const QByteArray bytes(reinterpret_cast<const char*>(data), static_cast<qsizetype>(size));
        for (const ExchangedConversation& chat : importChats(bytes).chats)
            if (chat.messages.empty()) {
                std::fprintf(stderr, "a chat without messages: %s\n", bytes.constData());
                std::abort();
            }
    } catch (const ImportError& error) {
        if (error.message().isEmpty()) std::abort();
    }
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    constexpr std::string_view texts[] = {
        R"([{"title":"a","current_node":"c","mapping":{"b":{"id":"b","parent":null,"message":{"author":{"role":"user"},"content":{"content_type":"text","parts":["q"]}}},"c":{"id":"c","parent":"b","message":{"author":{"role":"assistant"},"content":{"content_type":"text","parts":["r"]},"create_time":1.5}}}}])",
        R"({"name":"imported","messages":[{"versions":[{"type":"singleStep","role":"user","content":[{"type":"text","text":"q"}]}],"currentlySelected":0},{"versions":[{"type":"multiStep","role":"assistant","steps":[{"type":"contentBlock","content":[{"type":"text","text":"r"}]}]}],"currentlySelected":0}]})",
        R"([{"chat":{"title":"a","history":{"currentId":"2","messages":{"1":{"id":"1","parentId":null,"childrenIds":["2"],"role":"user","content":"q"},"2":{"id":"2","parentId":"1","childrenIds":[],"role":"assistant","content":"r"}}}}}])",
        R"({"format":"hearth-conversation","version":1,"title":"a","createdAt":"1","overflow":"slide","tools":{"allowed":[]},"messages":[{"id":"1","role":"user","text":"q","activeChild":"2","createdAt":"2","attachments":[{"name":"a.txt","text":"t"}]},{"id":"2","parent":"1","role":"assistant","text":"r","state":0,"thoughtMs":"3","calls":"[]","generation":{"tokens":[1,2],"probabilities":[0.5,0.25]}}],"summaries":[{"message":"1","text":"s"}]})",
    };
    std::vector<std::vector<uint8_t>> seeds;
    for (const auto text : texts) seeds.emplace_back(text.begin(), text.end());
    // GPT4All: a magic number, the version, and strings of UTF-16 with their lengths in bytes.
    const auto number = [](std::vector<uint8_t>& out, uint32_t value) {
        for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<uint8_t>(value >> shift));
    };
    std::vector<uint8_t>& chat = seeds.emplace_back();
    number(chat, 0xF5D553CC);
    number(chat, 11);
    for (int i = 0; i < 3; ++i) {
        number(chat, 4);
        chat.insert(chat.end(), {0, 'a', 0, 'b'});
    }
    number(chat, 0);
    number(chat, 2);
    chat.insert(chat.end(), 64, 0);
    return seeds;
}
