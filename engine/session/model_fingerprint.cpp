#include "session/model_fingerprint.h"

#include <algorithm>
#include <array>

#include "hearth/gguf.h"
#include "session/checksum.h"

namespace hearth {

uint64_t modelFingerprint(const GgufFile& file) {
    Checksum sum;
    std::array<std::byte, 256> piece{};
    for (const GgufTensor& tensor : file.tensors()) {
        sum.add(std::as_bytes(std::span(tensor.name)));
        sum.add(static_cast<uint64_t>(tensor.type));
        for (const uint64_t size : tensor.shape) sum.add(size);
        const uint64_t bytes = std::min<uint64_t>(piece.size(), tensor.sizeBytes);
        for (const uint64_t third : {0U, 1U, 2U}) {
            const std::span part = std::span(piece).first(bytes);
            file.read(tensor, (tensor.sizeBytes - bytes) / 2 * third, part);
            sum.add(part);
        }
    }
    return sum.value();
}

}  // namespace hearth
