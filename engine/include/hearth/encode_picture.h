#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "hearth/engine_options.h"
#include "hearth/picture_file.h"

namespace hearth {

/// Output of the vision encoder of a model, for one picture.
struct PictureEncoding {
    std::vector<float> values;  ///< (rows, width)
    uint32_t rows = 0;          ///< that stand in a prompt
    uint32_t width = 0;         ///< of the text model, times 1 + the layers that get rows of their own
    /// Lines and columns of rows: of the picture, or of each of its tiles and the overview behind them. Where
    /// lines go across all tiles (LLaVA 1.6): of the overview, and of these lines with the row at their ends.
    struct Grid {
        uint32_t lines = 0, columns = 0;
    };
    std::vector<Grid> grids;
    uint32_t tokens = 0;      ///< of a prompt: the rows, and the marks that stand around and between them
    double milliseconds = 0;  ///< of decoding and encoding, without loading the encoder
};

/// Loads the vision encoder of the model of the options, alone, and encodes a picture. `progress` hears of
/// layers that are done. Throws Error(Unsupported) for models that cannot see, and what loading and decoding
/// throw.
PictureEncoding encodePicture(const EngineOptions& options, const PictureFile& file,
                              const std::stop_token& stop = {},
                              const std::function<void(uint32_t done, uint32_t total)>& progress = {});

}  // namespace hearth
