#pragma once

#include "store/document_records.h"

namespace hearth::app {

/// Why a file has no passages and what helps, one sentence. Of None and NotText: that it is no document.
QString documentProblemText(const store::DocumentRecord& document);

}  // namespace hearth::app
