#include "window/command_line.h"

#include <QCoreApplication>
#include <QStandardPaths>

namespace hearth::app {

CommandLine::CommandLine()
    : m_help(m_parser.addHelpOption()),
      m_version(m_parser.addVersionOption()),
      m_software(QStringLiteral("software"), QStringLiteral("Draw without the graphics card.")),
      m_inProcess(QStringLiteral("in-process"),
                  QStringLiteral("Run models in this process, not in workers or sandboxes (to look for "
                                 "faults).")),
      m_model(QStringLiteral("model"), QStringLiteral("Load this GGUF file or Hugging Face folder."),
              QStringLiteral("FILE")),
      m_dataFolder(QStringLiteral("data-dir"), QStringLiteral("Keep chats and models in this folder."),
                   QStringLiteral("DIR")),
      m_screenshot(QStringLiteral("screenshot"), QStringLiteral("Save a picture of the window and quit."),
                   QStringLiteral("FILE")) {
    m_parser.setApplicationDescription(QStringLiteral("Chat with language models on your own machine."));
    m_parser.addOptions({m_software, m_inProcess, m_model, m_dataFolder, m_screenshot});
    m_parser.addPositionalArgument(QStringLiteral("FILE.gguf"), QStringLiteral("The same as --model."),
                                   QStringLiteral("[FILE.gguf]"));
}

void CommandLine::read(const QStringList& arguments) {
    m_parser.parse(arguments);
}

void CommandLine::process(const QCoreApplication& application) {
    m_parser.process(application);
}

bool CommandLine::isQuestion() const {
    return m_parser.isSet(m_help) || m_parser.isSet(m_version);
}

QString CommandLine::dataFolder() const {
    const QString folder = m_parser.value(m_dataFolder);
    if (!folder.isEmpty()) return folder;
    return QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/hearth");
}

QString CommandLine::model() const {
    const QString model = m_parser.value(m_model);
    return model.isEmpty() ? m_parser.positionalArguments().value(0) : model;
}

}  // namespace hearth::app
