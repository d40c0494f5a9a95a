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

/// Where a model runs, in the same way: EngineInfo's `backend` ("CPU") and `device` ("2 threads, AVX2").
QString spokenBackend(const QString& backend);
QString spokenDevice(const QString& device);

/// Why it does not run on a graphics card (EngineInfo::backendReason, MachineReport::missing), in the
/// same way. Two sentences may follow each other; one that is not known stays as it is.
QString spokenReason(const QString& reason);

/// EngineInfo::templateNote, in the same way.
QString spokenTemplateNote(const QString& note);

/// The engine's sentences that are translated, with %1, %2 … in the places of what changes.
std::span<const char* const> translatedProblems();
std::span<const char* const> translatedSteps();
std::span<const char* const> translatedReasons();
std::span<const char* const> translatedTemplateNotes();

}  // namespace hearth::app
