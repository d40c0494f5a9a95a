#include "store/prompt_table.h"

#include "store/database.h"

namespace hearth::app::store {

std::vector<Prompt> PromptTable::all() {
    Statement statement = m_database.prepare("SELECT name, text FROM prompt ORDER BY name COLLATE NOCASE");
    std::vector<Prompt> prompts;
    while (statement.step()) prompts.push_back({statement.text(0), statement.text(1)});
    return prompts;
}

void PromptTable::put(const Prompt& prompt) {
    m_database.prepare("INSERT OR REPLACE INTO prompt(name, text) VALUES (?, ?)")
        .bind(0, prompt.name)
        .bind(1, prompt.text)
        .run();
}

void PromptTable::remove(const QString& name) {
    m_database.prepare("DELETE FROM prompt WHERE name = ?").bind(0, name).run();
}

}  // namespace hearth::app::store
