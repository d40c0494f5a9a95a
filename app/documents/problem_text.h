#pragma once

#include "store/document_records.h"

namespace hearth::app {

/// Sentence that gives the reason why a file has no passages, and a remedy. For None and NotText: that it is
/// not a document.
QString documentProblemText(const store::DocumentRecord& document);

}  // namespace hearth::app
