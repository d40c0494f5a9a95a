#include "structure/structure_check.h"

#include <exception>
#include <utility>

#include "inference/message_translation.h"

namespace hearth::app {

StructureCheck::StructureCheck(QObject* parent) : QObject(parent) {
    m_pool.setMaxThreadCount(1);
}

void StructureCheck::check(const ReplyGrammar& grammar) {
    m_wanted = true;
    if (m_running)
        m_next = grammar;
    else
        run(grammar);
}

void StructureCheck::forget() {
    m_wanted = false;
    m_next.reset();
}

void StructureCheck::run(const ReplyGrammar& grammar) {
    m_running = true;
    m_pool.start([this, grammar] {
        QString problem;
        try {
            (void)checkReplyGrammar(grammar);
        } catch (const std::exception& error) {
            problem = translated(error);
        }
        QMetaObject::invokeMethod(
            this, [this, problem] { take(problem); }, Qt::QueuedConnection);
    });
}

void StructureCheck::take(const QString& problem) {
    m_running = false;
    if (m_next) return run(*std::exchange(m_next, std::nullopt));
    if (std::exchange(m_wanted, false)) emit checked(problem);
}

}  // namespace hearth::app

#include "moc_structure_check.cpp"
