#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string_view>

#include "hearth/processor_share.h"
#include "hearth/quantize_model.h"

namespace hearth {

struct CalibrationOptions {
    std::string_view text;                ///< of the kind that the model is for, in UTF-8
    size_t tokens = 16384;                ///< of the text at most
    int threads = 0;                      ///< as EngineOptions::threads
    ProcessorShare* processor = nullptr;  ///< asked within passes; nullptr: nothing else computes
};

/// Runs a text through a model on the CPU and finds how much the columns of its matrices matter: an error of
/// a weight costs the square of what it is multiplied with, so the mean of these squares. Of stacked experts
/// each by the rows that chose it; what no row met is left out. `progress` hears a share from 0 to 1 on the
/// calling thread. Throws Error(BadInput) for what is no text or too little of it, Error(Cancelled), and what
/// loading a model does.
WeightImportance calibrate(const std::filesystem::path& model, const CalibrationOptions& options,
                           const std::function<void(double)>& progress = {},
                           const std::stop_token& stop = {});

}  // namespace hearth
