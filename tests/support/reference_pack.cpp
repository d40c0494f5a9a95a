#include "support/reference_pack.h"

#include <cstdlib>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace hearth::test {
namespace {

namespace fs = std::filesystem;

std::optional<fs::path> existing(const fs::path& path) {
    std::error_code ignored;
    if (!path.empty() && fs::exists(path, ignored)) return path;
    return std::nullopt;
}

fs::path environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? fs::path() : fs::path(value);
}

}  // namespace

std::optional<fs::path> goldenFolder() {
    if (auto named = existing(environment("HEARTH_GOLDEN"))) return named;
    return existing(fs::path(HEARTH_SOURCE_DIR).parent_path() / "shared" / "golden");
}

std::optional<fs::path> starterModel() {
    if (auto named = existing(environment("HEARTH_STARTER_MODEL"))) return named;
    const fs::path file = fs::path("hearth") / "models" / "SmolLM2-135M-Instruct.Q4_1.gguf";
    const fs::path data = environment("XDG_DATA_HOME");
    if (!data.empty()) return existing(data / file);
    const fs::path home = environment("HOME");
    return home.empty() ? std::nullopt : existing(home / ".local" / "share" / file);
}

fs::path tinyModelsFolder() {
    return fs::path(HEARTH_SOURCE_DIR) / "tests" / "reference" / "tiny";
}

std::vector<float> NpyArray::row(size_t i) const {
    const size_t width = shape.at(0) == 0 ? 0 : values.size() / shape[0];
    const auto start = values.begin() + static_cast<std::ptrdiff_t>(i * width);
    return {start, start + static_cast<std::ptrdiff_t>(width)};
}

std::string readText(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path.string());
    std::string text(fs::file_size(path), '\0');
    file.read(text.data(), static_cast<std::streamsize>(text.size()));
    if (!file) throw std::runtime_error("cannot read " + path.string());
    return text;
}

std::vector<std::byte> readBytes(const fs::path& path) {
    const std::string text = readText(path);
    std::vector<std::byte> bytes(text.size());
    if (!text.empty()) std::memcpy(bytes.data(), text.data(), text.size());
    return bytes;
}

nlohmann::json readJson(const fs::path& path) {
    return nlohmann::json::parse(readText(path));
}

NpyArray readNpy(const fs::path& path) {
    const std::string text = readText(path);
    if (text.size() < 10 || text.compare(0, 7, std::string("\x93NUMPY\x01", 7)) != 0)
        throw std::runtime_error(path.string() + " is no NumPy v1 file");
    const size_t headerSize = static_cast<uint8_t>(text[8]) + 256U * static_cast<uint8_t>(text[9]);
    const std::string header = text.substr(10, headerSize);
    const bool isInteger = header.find("'<i4'") != std::string::npos;
    if ((!isInteger && header.find("'<f4'") == std::string::npos) ||
        header.find("'fortran_order': False") == std::string::npos)
        throw std::runtime_error(path.string() + " is not float32 or int32 in C order");
    NpyArray array;
    size_t elements = 1;
    const size_t open = header.find('(');
    std::string list = header.substr(open + 1, header.find(')', open) - open - 1);
    for (char* at = list.data(); *at != '\0';) {
        char* end = at;
        const unsigned long extent = std::strtoul(at, &end, 10);
        if (end == at) {
            ++at;  // a comma or a blank
            continue;
        }
        array.shape.push_back(extent);
        elements *= extent;
        at = end;
    }
    if (text.size() - 10 - headerSize != elements * sizeof(float))
        throw std::runtime_error(path.string() + " has another size than its shape");
    array.values.resize(elements);
    const char* const data = text.data() + 10 + headerSize;
    std::memcpy(array.values.data(), data, elements * sizeof(float));
    for (size_t i = 0; isInteger && i < elements; ++i) {
        int32_t value = 0;
        std::memcpy(&value, data + i * sizeof value, sizeof value);
        array.values[i] = static_cast<float>(value);
    }
    return array;
}

std::vector<std::byte> bytesFromHex(const std::string& hex) {
    std::vector<std::byte> bytes(hex.size() / 2);
    for (size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(std::stoi(hex.substr(2 * i, 2), nullptr, 16));
    return bytes;
}

}  // namespace hearth::test
