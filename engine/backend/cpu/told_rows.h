#pragma once

#include "backend/cpu/gemm.h"
#include "backend/cpu/kernels.h"
#include "backend/product_observer.h"

namespace hearth::cpu {

/// Tells an observer of all rows of a product.
void tellRows(const Gemm& product, const KernelTable& kernels, ProductObserver& observer);

}  // namespace hearth::cpu
