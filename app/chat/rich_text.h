#pragma once

#include <QString>
#include <QStringView>

namespace hearth::app {

/// Text with every bidirectional override, embedding and isolate (U+202A-202E, U+2066-2069) spelled out as
/// "[U+202E]", so that what is seen is what is there (Boucher, Anderson: Trojan Source, 2021). The same is
/// done to a zero-width joiner after every eight that follow each other. NUL becomes U+FFFD.
QString withVisibleControls(QStringView text);

/// The same, escaped for rich text.
QString escapedRichText(QStringView text);

/// The address of a link that may be shown as one: http, https and mailto only, re-encoded; empty for all
/// others. Of a mailto link the address and the subject stay.
QString safeLinkAddress(const QString& address);

/// A search snippet as rich text: matches (between store::matchStart and store::matchEnd) in bold.
QString snippetRichText(QStringView snippet);

}  // namespace hearth::app
