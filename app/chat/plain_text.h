#pragma once

#include <QString>

namespace hearth::app {

/// A reply as it is read: without Markdown's marks and without the reasoning. Lists keep their markers,
/// tables become columns parted by tabs, formulas readable Unicode.
QString plainTextOf(const QString& markdown);

/// A block's rich text without its tags.
QString withoutTags(const QString& richText);

}  // namespace hearth::app
