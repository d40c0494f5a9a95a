#pragma once

#include <QString>
#include <QStringList>
#include <vector>

namespace hearth::app {

/// Reasons why some of several files could not be read, collected for one report.
class FileProblems {
public:
    /// `sentence`: one sentence about the file that does not name it, with a remedy.
    void add(const QString& name, const QString& sentence);

    bool isEmpty() const { return m_groups.empty(); }
    int count() const;  ///< of files
    /// "a.bin, b.bin: This is not a text file.", a line for each sentence; the sentence alone where there is
    /// one file.
    QString text() const;
    QString firstName() const { return m_groups.empty() ? QString() : m_groups.front().names.front(); }

private:
    struct Group {
        QString sentence;
        QStringList names;
    };
    std::vector<Group> m_groups;
};

}  // namespace hearth::app
