#pragma once

#include <QString>
#include <span>

namespace hearth::app {

/// The engine knows no languages: its sentences are English. Those that people meet are said here in the
/// language of the window, with the names and figures of the sentence; all others stay as they are. Any
/// thread.
QString spokenProblem(const QString& sentence);

/// What the engine does while it loads a model, in the same way.
QString spokenStep(const QString& step);

/// The engine's sentences that are translated, with %1, %2 … in the places of what changes.
std::span<const char* const> translatedProblems();
std::span<const char* const> translatedSteps();

}  // namespace hearth::app
