#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

/// Files that tests compare with. Only tinyModelsFolder() is part of the repository; a test that needs one of
/// the others skips loudly:
///     HEARTH_REQUIRE(pack, hearth::test::goldenFolder(), "the reference pack ($HEARTH_GOLDEN)");
/// after which `pack` is a path.
namespace hearth::test {

/// $HEARTH_GOLDEN, or ../shared/golden next to the checkout.
std::optional<std::filesystem::path> goldenFolder();

/// $HEARTH_STARTER_MODEL, or the starter model where ./run puts it.
std::optional<std::filesystem::path> starterModel();

/// The models of tests/reference/make_tiny_models.py, which are part of the repository.
std::filesystem::path tinyModelsFolder();

/// An array of float32 from a NumPy v1 file, C order: values[(i * shape[1] + j) * shape[2] + k].
struct NpyArray {
    std::vector<size_t> shape;
    std::vector<float> values;
    /// Row i of the first axis.
    std::vector<float> row(size_t i) const;
};

/// Throws std::runtime_error when the file is missing or of another element type.
NpyArray readNpy(const std::filesystem::path& path);
/// Throws std::runtime_error when the file is missing or no JSON.
nlohmann::json readJson(const std::filesystem::path& path);
std::vector<std::byte> readBytes(const std::filesystem::path& path);
std::string readText(const std::filesystem::path& path);
/// Two hexadecimal digits a byte.
std::vector<std::byte> bytesFromHex(const std::string& hex);

}  // namespace hearth::test

/// Binds NAME to the path or skips the test function, saying what is missing.
#define HEARTH_REQUIRE(name, expression, what)                   \
    const auto name##Found = (expression);                       \
    if (!name##Found) QSKIP("NOT TESTED: this needs " what "."); \
    [[maybe_unused]] const std::filesystem::path name = *name##Found
