#pragma once

#include <QCommandLineParser>
#include <QList>
#include <QString>

class QCoreApplication;

namespace hearth::app {

/// Command-line options of the window.
class CommandLine {
public:
    CommandLine();

    /// Reads it, which needs no application yet; mistakes wait for process().
    void read(const QStringList& arguments);
    /// Ends the program for --help, --version and mistakes.
    void process(const QCoreApplication& application);

    /// Only --help or --version was asked for.
    bool isQuestion() const;
    /// True to draw without the graphics card.
    bool software() const { return m_parser.isSet(m_software); }
    /// Folder of the chats and models.
    QString dataFolder() const;
    /// The model file to load; empty when none was given.
    QString model() const;
    /// True to run models in this process, whatever the settings say.
    bool inProcess() const { return m_parser.isSet(m_inProcess); }
    /// File for a picture of the window; empty: no picture, stay open.
    QString screenshot() const { return m_parser.value(m_screenshot); }

private:
    QCommandLineParser m_parser;
    QCommandLineOption m_help, m_version;
    const QCommandLineOption m_software, m_inProcess, m_model, m_dataFolder, m_screenshot;
};

}  // namespace hearth::app
