#include <cstring>
#include <span>

#include "engine/format/gguf/malformed_gguf.h"
#include "fuzz/fuzz_target.h"
#include "hearth/error.h"
#include "hearth/gguf.h"

namespace {

using hearth::Error;
using hearth::GgufFile;

/// A look-up may only return or throw an Error.
template <typename Action>
void attempt(Action action) {
    try {
        action();
    } catch (const Error&) {
    }
}

void askForEverything(const GgufFile& file) {
    for (const auto& entry : file.metadata()) {
        const std::string& key = entry.first;
        attempt([&] { (void)file.getString(key); });
        attempt([&] { (void)file.getUint(key); });
        attempt([&] { (void)file.getInt(key); });
        attempt([&] { (void)file.getFloat(key); });
        attempt([&] { (void)file.getBool(key); });
        attempt([&] { (void)file.getStrings(key); });
        attempt([&] { (void)file.getFloats(key); });
        attempt([&] { (void)file.getIntegers(key); });
    }
    for (const auto& tensor : file.tensors()) {
        std::vector<std::byte> blocks(tensor.sizeBytes);
        file.read(tensor, 0, blocks);
        std::vector<float> values(tensor.elements());
        hearth::dequantizeRow(tensor.type, blocks, values);
    }
}

std::vector<uint8_t> bytesOf(const std::vector<std::byte>& image) {
    std::vector<uint8_t> bytes(image.size());
    if (!image.empty()) std::memcpy(bytes.data(), image.data(), image.size());
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    attempt([&] { askForEverything(GgufFile::parse(std::as_bytes(std::span(data, size)))); });
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    std::vector<std::vector<uint8_t>> seeds{bytesOf(hearth::test::smallValidGguf())};
    for (const auto& malformed : hearth::test::malformedGgufs())
        if (malformed.image.size() < 4096) seeds.push_back(bytesOf(malformed.image));
    return seeds;
}
