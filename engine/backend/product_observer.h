#pragma once

#include <cstddef>
#include <span>

#include "backend/backend.h"

namespace hearth {

/// Hears what the matrices of a model are multiplied with.
class ProductObserver {
public:
    virtual ~ProductObserver() = default;
    /// A row of activations, normalised, meets a matrix of a weight (of one stacked over experts or heads,
    /// the one with this number). On the thread that computes; `row` is there during the call alone.
    virtual void meets(const Weight& weight, size_t matrix, std::span<const float> row) = 0;
};

/// A backend whose products can be watched is one of these too.
class WatchedBackend {
public:
    virtual ~WatchedBackend() = default;
    /// Sets the observer that is notified of all rows from now on, which takes time; nullptr: none. It must
    /// outlive the products.
    virtual void watchProducts(ProductObserver* observer) noexcept = 0;
};

}  // namespace hearth
