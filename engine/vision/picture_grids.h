#pragma once

#include <memory>
#include <span>
#include <vector>

#include "hearth/context_shift.h"
#include "hearth/picture_file.h"
#include "hearth/picture_grid.h"
#include "hearth/prompt_tokens.h"
#include "vision/picture_layout.h"
#include "vision/picture_processing.h"

namespace hearth {

/// Grids of one picture; `first` counts its rows in the order of the prompt. Between them they have all rows
/// but the line ends.
std::vector<PictureGrid> pictureGrids(const PictureLayout& layout);

/// Grids of the pictures of a prompt, by its tokens. `files`: of the same pictures; `spans`: of the prompt.
/// Throws as pictureLayout().
std::vector<PictureGrid> promptGrids(const PictureProcessing& processing,
                                     std::span<const MessagePicture> files,
                                     std::span<const PromptPicture> pictures,
                                     std::span<const TokenSpan> spans);

/// The same by the tokens that are left after these cuts, of which there are `tokens`: without lines that
/// were dropped and without grids that begin after the last token.
std::vector<PictureGrid> remainingGrids(std::span<const PictureGrid> grids,
                                        std::span<const ContextShift> cuts, size_t tokens);

}  // namespace hearth
