#include "backend/cpu/told_rows.h"

#include <span>
#include <vector>

namespace hearth::cpu {

void tellRows(const Gemm& product, const KernelTable& kernels, ProductObserver& observer) {
    std::vector<float> normalized(product.columns);
    for (const float* in : product.in) {
        std::span<const float> row(in, product.columns);
        if (product.normKind != NormKind::None || product.normWeight != nullptr) {
            kernels.norm(product.normKind, in, product.columns, product.normWeight, product.normBias,
                         product.epsilon, normalized.data());
            row = normalized;
        }
        for (const GemmPart& part : product.parts) observer.meets(*part.weight, part.expert, row);
    }
}

}  // namespace hearth::cpu
