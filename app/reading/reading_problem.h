#pragma once

#include "reading/document_text.h"

namespace hearth::app {

/// Sentence that gives the reason why a file has no text, and a remedy, without the file's name. For Read,
/// Stopped and NotText: that it is not a document.
QString readingProblemText(DocumentText::End end, const QString& detail);

/// Says that nothing was read of these pages (DocumentText::unreadPages), one sentence.
QString unreadPagesText(const QString& pages);

}  // namespace hearth::app
