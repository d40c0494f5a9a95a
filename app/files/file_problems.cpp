#include "files/file_problems.h"

#include <algorithm>
#include <numeric>

namespace hearth::app {

void FileProblems::add(const QString& name, const QString& sentence) {
    const auto group = std::ranges::find(m_groups, sentence, &Group::sentence);
    if (group == m_groups.end())
        m_groups.push_back({sentence, {name}});
    else
        group->names += name;
}

int FileProblems::count() const {
    return std::accumulate(m_groups.begin(), m_groups.end(), 0, [](int sum, const Group& group) {
        return sum + static_cast<int>(group.names.size());
    });
}

QString FileProblems::text() const {
    if (count() == 1) return m_groups.front().sentence;
    QStringList lines;
    for (const Group& group : m_groups)
        lines += group.names.join(QStringLiteral(", ")) + QStringLiteral(": ") + group.sentence;
    return lines.join(u'\n');
}

}  // namespace hearth::app
