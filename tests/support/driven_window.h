#pragma once

#include <QProcess>
#include <QSize>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <memory>

#include "support/accessible_tree.h"
#include "support/virtual_display.h"

/// The program itself on a display of its own with the starter model, driven by keys and clicks; its stored
/// data is read from outside. Failures end the calling test function through Qt Test. One thread.
class DrivenWindow {
public:
    /// Why the test cannot run here; empty when it can.
    static QString whyNot();
    static QString starterModel();

    ~DrivenWindow();

    /// Command that runs the program: its name and its first arguments; empty: none.
    void setLauncher(const QStringList& launcher) { m_launcher = launcher; }
    /// The model file or folder that setUp() takes in place of the starter model.
    void setModel(const QString& path) { m_model = path; }
    /// Makes the display, the accessibility bus and a data folder with the model in it, then start().
    void setUp(QSize screen = {1280, 800});
    /// Starts the program and waits until its model is loaded.
    void start();
    /// Starts the program and waits for its window alone.
    void startWithoutModel();
    /// Starts the program a second time with these arguments and waits for its end. Returns its exit status,
    /// -1 if it is still running.
    int startAgain(const QStringList& arguments) const;
    /// Ends the program as a person does, by Ctrl+Q.
    void quit();
    /// kill -9: nothing is written after it.
    void kill();

    /// Folder in which the program runs and file dialogs start; its data are in "data".
    QString folder() const { return m_folder.path(); }
    AccessibleTree& tree() { return *m_tree; }
    VirtualDisplay& display() { return *m_display; }

    void click(const QString& name, const QString& role = {}, int button = 1);
    /// Types into the composer without sending.
    void write(const QString& text);
    void send(const QString& text);
    /// Until this many replies are complete and the next message can be sent.
    void waitForReplies(int count);
    /// The first column of the first row, read while the program runs.
    QString query(const char* sql) const;
    /// Changes what is kept while the program does not run.
    void change(const char* sql) const;
    /// A number of the last reply's metrics, such as reusedTokens.
    QString lastMetric(const char* name) const;
    /// Makes replies to new chats deterministic and ends them after this many tokens.
    void answerBriefly(int tokens);
    /// A picture of the display under build/…/screenshots.
    void shoot(const QString& name);

private:
    QTemporaryDir m_folder;
    QStringList m_launcher;
    QString m_model = starterModel();
    std::unique_ptr<VirtualDisplay> m_display;
    QProcess m_accessibilityBus;
    std::unique_ptr<QProcess> m_program;
    std::unique_ptr<AccessibleTree> m_tree;
};
