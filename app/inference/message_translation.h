#pragma once

#include <QString>
#include <exception>
#include <vector>

#include "hearth/device_description.h"
#include "hearth/error.h"
#include "hearth/load_step.h"
#include "hearth/message.h"

namespace hearth::app {

/// Translates messages of the engine into the language of the window. The engine knows no languages: its
/// messages are values, with the words in English. Words without a translation (HEARTH_TRANSLATED) stay
/// English, also as the cause in a message that has one. Any thread.
QString translated(const Message& message);
/// The messages in their order.
QString translated(const std::vector<Message>& messages);
/// An Error's message, or what() of another exception.
QString translated(const std::exception& error);

/// Text for a step of loading a model.
QString translated(LoadStep step);

/// Text for the device of a model: "2 threads, AVX2", and for EngineInfo's `backend`.
QString translated(const DeviceDescription& device);
QString translatedBackend(const QString& backend);

}  // namespace hearth::app
