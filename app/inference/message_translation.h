#pragma once

#include <QString>
#include <exception>
#include <vector>

#include "hearth/device_description.h"
#include "hearth/error.h"
#include "hearth/load_step.h"
#include "hearth/message.h"

namespace hearth::app {

/// The engine knows no languages: its messages are values, with the words in English. Here they are said in
/// the language of the window, as far as they have a translation (HEARTH_TRANSLATED); words without one stay
/// English, also where they are the cause in a message that has one. Any thread.
QString translated(const Message& message);
/// One after the other.
QString translated(const std::vector<Message>& messages);
/// An Error's message, or what() of what is none.
QString translated(const std::exception& error);

/// Text for a step of loading a model.
QString translated(LoadStep step);

/// Text for the device of a model: "2 threads, AVX2", and for EngineInfo's `backend`.
QString translated(const DeviceDescription& device);
QString translatedBackend(const QString& backend);

}  // namespace hearth::app
