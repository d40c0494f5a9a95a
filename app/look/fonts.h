// Which fonts the window is set in, and what stands in for letters that they lack.
#pragma once

class QString;

namespace hearth::app {

// Sets the application's font (Inter, 13 px, no hinting) and what replaces missing families and scripts: Noto
// Sans and DejaVu Sans for text, Hack and DejaVu Sans Mono for code, Noto Sans CJK and Noto Color Emoji for
// both. To be called once on the GUI thread, after QGuiApplication is made and before the window is.
void setUpFonts();

// The first of the installed families for text and for code; never empty.
QString textFamily();
QString codeFamily();

// The font of coloured emoji; empty where it is not installed.
QString emojiFamily();

}  // namespace hearth::app
