#include "worker/job_wire.h"

namespace hearth::wire {

void Codec<WeightImportance>::put(Writer& out, const WeightImportance& value) {
    out.put(
        std::vector<std::pair<std::string, std::vector<float>>>(value.columns.begin(), value.columns.end()));
    out.put(uint64_t{value.tokens});
}

void Codec<WeightImportance>::get(Reader& in, WeightImportance& value) {
    value.columns.clear();
    for (auto& [name, columns] : in.take<std::vector<std::pair<std::string, std::vector<float>>>>())
        value.columns.insert_or_assign(std::move(name), std::move(columns));
    value.tokens = static_cast<size_t>(in.take<uint64_t>());
}

}  // namespace hearth::wire
