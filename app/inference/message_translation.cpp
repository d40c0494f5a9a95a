#include "inference/message_translation.h"

#include <QCoreApplication>
#include <QStringList>

namespace hearth::app {

namespace {

struct LoadStepText {
    Q_DECLARE_TR_FUNCTIONS(EngineSteps)
};

}  // namespace

QString translated(const Message& message) {
    return QString::fromStdString(message.text([](const Message& said) {
        return said.id().empty()
                   ? said.english()
                   : QCoreApplication::translate("Engine", said.english().c_str()).toStdString();
    }));
}

QString translated(const std::vector<Message>& messages) {
    QStringList sentences;
    for (const Message& message : messages) sentences += translated(message);
    return sentences.join(u' ');
}

QString translated(const std::exception& error) {
    if (const auto* known = dynamic_cast<const Error*>(&error)) return translated(known->message());
    return QString::fromUtf8(error.what());
}

QString translated(LoadStep step) {
    switch (step) {
        case LoadStep::File:
            return LoadStepText::tr("Reading the file");
        case LoadStep::Vocabulary:
            return LoadStepText::tr("Reading the vocabulary");
        case LoadStep::DraftModel:
            return LoadStepText::tr("Loading the draft model");
        case LoadStep::Weights:
            return LoadStepText::tr("Loading weights");
        case LoadStep::Vision:
            return LoadStepText::tr("Loading the vision encoder");
        case LoadStep::Room:
            return LoadStepText::tr("Making room for conversations");
        case LoadStep::KeptCache:
            return LoadStepText::tr("Reading the kept cache");
        case LoadStep::Ready:
            return LoadStepText::tr("Ready");
    }
    return {};
}

QString translatedBackend(const QString& backend) {
    return backend == QLatin1String("CPU")   ? QCoreApplication::translate("EngineDevices", "CPU")
           : backend == QLatin1String("GPU") ? QCoreApplication::translate("EngineDevices", "GPU")
                                             : backend;
}

QString translated(const DeviceDescription& device) {
    const QString name = QString::fromStdString(device.name);
    if (device.threads == 0) return name;
    QString threads = device.threads == 1
                          ? QCoreApplication::translate("EngineDevices", "1 thread")
                          : QCoreApplication::translate("EngineDevices", "%1 threads").arg(device.threads);
    if (!device.instructions.empty())
        threads += QStringLiteral(", ") + QString::fromStdString(device.instructions);
    if (name.isEmpty()) return threads;
    return QCoreApplication::translate("EngineDevices", "%1 and %2").arg(name, threads);
}

}  // namespace hearth::app
