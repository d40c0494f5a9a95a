#pragma once

#include <QStringView>
#include <vector>

#include "chat/markdown_block.h"

namespace hearth::app {

/// The blocks of a piece of Markdown (CommonMark with tables, task lists, strikethrough, bare links) and
/// its formulas (math_spans.h), by md4c. HTML is text. Images become their description. Line breaks stay:
/// models write verses and addresses with them.
std::vector<MarkdownBlock> parseMarkdown(QStringView text);

/// A formula on lines of its own, from its LaTeX without marks.
MarkdownBlock mathBlock(QStringView latex);

}  // namespace hearth::app
