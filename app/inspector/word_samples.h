#pragma once

#include <QList>
#include <QString>

namespace hearth::app {

/// One thing said in one way.
struct WordSample {
    QString code;  ///< of a language of the window, as in Language; "py" for Python
    QString text;
};

/// The same sentence in every language of the window, English first, and as a program.
QList<WordSample> wordSamples();

}  // namespace hearth::app
