// A folder whose tokenizer.json is any bytes: an Error, or a tokenizer that encodes and decodes.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/folder_files.h"
#include "fuzz/fuzz_target.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"
#include "support/reference_pack.h"

namespace {

using namespace hearth;

const fuzz::FolderFiles& folder() {
    static const fuzz::FolderFiles made("fuzz_tokenizer_json");
    return made;
}

std::filesystem::path fixtures() {
    return std::filesystem::path(HEARTH_SOURCE_DIR) / "tests" / "reference" / "tokenizers";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const bool written = [] {
        for (const char* name : {"config.json", "model.safetensors", "tokenizer_config.json"})
            std::filesystem::copy_file(fixtures() / "llama3" / name, folder().path() / name,
                                       std::filesystem::copy_options::overwrite_existing);
        return true;
    }();
    (void)written;
    folder().write("tokenizer.json", {reinterpret_cast<const char*>(data), size});
    try {
        const auto tokenizer = Tokenizer::fromGguf(GgufFile::open(folder().path()));
        const auto ids = tokenizer->encode("Hello, world 12345 \xF0\x9F\x98\x80\xFF <|endoftext|>\n  a",
                                           {.parseSpecial = true, .addSpecial = true});
        for (const TokenId id : ids)
            if (id < 0 || id >= tokenizer->vocabSize()) std::abort();
        (void)tokenizer->decode(ids);
    } catch (const Error&) {
        // A sentence is a fine answer.
    }
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    std::vector<std::vector<uint8_t>> seeds;
    for (const auto& entry : std::filesystem::directory_iterator(fixtures())) {
        const std::filesystem::path file = entry.path() / "tokenizer.json";
        if (!std::filesystem::exists(file)) continue;
        const std::string text = test::readText(file);
        seeds.emplace_back(text.begin(), text.end());
    }
    return seeds;
}
