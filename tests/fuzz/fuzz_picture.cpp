// Pictures from any bytes: a whole picture of the size that its header says, or an error.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

#include "fuzz/fuzz_target.h"
#include "hearth/error.h"
#include "hearth/picture.h"

using namespace hearth;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const std::span file(reinterpret_cast<const std::byte*>(data), size);
    try {
        // Large ones take long, and are tested elsewhere (tests/fuzz/hostile-pictures).
        if (pictureSize(file).pixels() > 1U << 18U) return 0;
        const Picture picture = decodePicture(file);
        if (picture.size != pictureSize(file) || picture.rgb.size() != picture.size.pixels() * 3)
            std::abort();
    } catch (const Error& error) {
        if (!error.message().id().starts_with("picture.")) std::abort();
    }
    return 0;
}

std::vector<std::vector<uint8_t>> hearth::fuzz::seedInputs() {
    namespace fs = std::filesystem;
    std::set<fs::path> paths;  // in one order on every machine
    for (const auto& entry :
         fs::directory_iterator(fs::path(HEARTH_SOURCE_DIR) / "tests" / "reference" / "pictures"))
        if (entry.path().extension() != ".py" && entry.path().extension() != ".json")
            paths.insert(entry.path());
    std::vector<std::vector<uint8_t>> seeds;
    for (const fs::path& path : paths) {
        std::ifstream file(path, std::ios::binary);
        seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return seeds;
}
