#pragma once

#include <QStringView>

namespace hearth::app {

/// A footnote's mark in a Markdown text: "[^1]" behind a word, or "[^1]:" in front of the note.
struct FootnoteMark {
    qsizetype length = 0;  ///< with its brackets, and its colon; 0: there is none
    QStringView label;
    bool isDefinition = false;
};

/// The mark at a place, where there is one. A reference follows a word at once, unless it is a number: a set
/// of characters in an expression ("[^abc]") is none. A definition begins its line.
FootnoteMark footnoteMarkAt(QStringView text, qsizetype at);

}  // namespace hearth::app
