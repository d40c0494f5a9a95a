#pragma once

#include <QString>

namespace hearth::app {

/// Rich text of a reply in which every number in brackets from 1 to `most` is a link to its passage; several
/// in one pair of brackets too. What stands in code or in another link stays as it is.
QString withCitationLinks(const QString& richText, int most);

/// The number of the passage that an address leads to; 0: it leads elsewhere.
int citedNumber(const QString& address);

}  // namespace hearth::app
