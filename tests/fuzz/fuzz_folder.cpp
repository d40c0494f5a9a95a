// A model folder from its bytes to its first logits: config.json, the header of the tensors and the settings
// of the tokenizer. The input is these three, each but the last ended by a line of "@@@@"; the tensors' bytes
// are always the same.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/first_logits.h"
#include "fuzz/folder_files.h"
#include "fuzz/fuzz_target.h"
#include "hearth/error.h"
#include "hearth/gguf.h"
#include "hearth/tokenizer.h"
#include "support/reference_pack.h"

namespace {

using namespace hearth;

constexpr std::string_view separator = "\n@@@@\n";
constexpr size_t tensorBytes = 128 << 10;

std::filesystem::path referenceFiles(const char* folder) {
    return std::filesystem::path(HEARTH_SOURCE_DIR) / "tests" / "reference" / folder;
}

const fuzz::FolderFiles& folder() {
    static const fuzz::FolderFiles made("fuzz_folder");
    return made;
}

/// The part before the next separator, which is taken from `rest`.
std::string_view takePart(std::string_view& rest) {
    const size_t end = rest.find(separator);
    const std::string_view part = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + separator.size());
    return part;
}

/// The header of a file of safetensors.
std::string headerOf(const std::filesystem::path& file) {
    const std::vector<std::byte> bytes = test::readBytes(file);
    uint64_t length = 0;
    for (size_t i = 0; i < 8; ++i) length |= static_cast<uint64_t>(bytes.at(i)) << 8 * i;
    const auto* text = reinterpret_cast<const char*>(bytes.data()) + 8;
    return {text, static_cast<size_t>(std::min<uint64_t>(length, bytes.size() - 8))};
}

/// True if there were logits; otherwise an Error gave the reason.
bool use(std::span<const uint8_t> input) {
    std::string_view rest(reinterpret_cast<const char*>(input.data()), input.size());
    folder().write("config.json", takePart(rest));
    folder().writeTensors(takePart(rest), tensorBytes);
    folder().write("tokenizer_config.json", takePart(rest));
    static const bool written = [] {
        folder().write("tokenizer.json",
                       test::readText(referenceFiles("tokenizers") / "llama3" / "tokenizer.json"));
        return true;
    }();
    (void)written;
    try {
        const auto file = GgufFile::open(folder().path());
        try {
            (void)Tokenizer::fromGguf(file)->encode("ab", {.parseSpecial = true, .addSpecial = true});
        } catch (const Error&) {
            // It may still have logits.
        }
        fuzz::computeFirstLogits(file);
        return true;
    } catch (const Error&) {
        return false;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    (void)use({data, size});
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    std::vector<std::vector<uint8_t>> seeds;
    const std::string settings =
        test::readText(referenceFiles("tokenizers") / "llama3" / "tokenizer_config.json");
    for (const char* family :
         {"llama3", "gemma2", "gpt-oss", "qwen3moe", "deepseek3", "granitehybrid", "lfm2"}) {
        const std::filesystem::path from = referenceFiles("hugging_face") / family;
        std::string text = test::readText(from / "config.json");
        text.append(separator).append(headerOf(from / "model.safetensors"));
        text.append(separator).append(settings);
        seeds.emplace_back(text.begin(), text.end());
        if (!use(seeds.back())) std::abort();  // its mutations would say nothing
    }
    return seeds;
}
