#include "prefix_store/model_fingerprint.h"

#include <string_view>
#include <variant>

#include "hearth/gguf.h"

namespace hearth {

namespace {

class FingerprintSum {
public:
    void add(std::span<const std::byte> bytes) { m_hash = joined(m_hash, contentHash(bytes)); }
    void add(std::string_view text) { add(std::as_bytes(std::span(text))); }
    template <typename T>
    requires std::is_arithmetic_v<T>
    void add(const T& number) { add(std::as_bytes(std::span(&number, 1))); }
    template <typename T>
    requires std::is_arithmetic_v<T>
    void add(const std::vector<T>& numbers) { add(std::as_bytes(std::span(numbers))); }
    void add(const std::vector<std::string>& texts) {
        add(uint64_t{texts.size()});
        for (const std::string& text : texts) add(std::string_view(text));
    }
    ContentHash value() const { return m_hash; }

private:
    ContentHash m_hash;
};

}  // namespace

ContentHash modelFingerprint(const GgufFile& file) {
    FingerprintSum sum;
    for (const auto& [key, value] : file.metadata()) {
        if (key == "general.name") continue;
        sum.add(std::string_view(key));
        sum.add(uint64_t{value.storage().index()});
        std::visit([&](const auto& stored) { sum.add(stored); }, value.storage());
    }
    for (const GgufTensor& tensor : file.tensors()) {
        sum.add(std::string_view(tensor.name));
        sum.add(static_cast<uint64_t>(tensor.type));
        sum.add(tensor.shape);
    }
    return sum.value();
}

}  // namespace hearth
