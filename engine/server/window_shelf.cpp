#include "server/window_shelf.h"

namespace hearth::server {

void WindowShelf::setModel(const std::string& name) {
    const std::scoped_lock lock(m_mutex);
    if (m_model && m_model->name == name) return;
    std::erase_if(m_earlier, [](const auto& model) {
        return model->queue.running() == 0 && model->queue.waiting() == 0;
    });
    if (m_model) m_earlier.push_back(std::move(m_model));
    m_model = name.empty()
                  ? nullptr
                  : std::make_shared<ServedModel>(name, std::vector<std::string>(), m_port, m_parallel);
}

std::shared_ptr<ServedModel> WindowShelf::find(std::string_view name) {
    const std::scoped_lock lock(m_mutex);
    return m_model && m_model->isCalled(name) ? m_model : nullptr;
}

std::vector<ModelShelf::Listed> WindowShelf::list() const {
    const std::scoped_lock lock(m_mutex);
    if (!m_model) return {};
    return {{m_model->name, m_model->created, "loaded"}};
}

int WindowShelf::running() const {
    const std::scoped_lock lock(m_mutex);
    int all = m_model ? m_model->queue.running() : 0;
    for (const auto& model : m_earlier) all += model->queue.running();
    return all;
}

size_t WindowShelf::waiting() const {
    const std::scoped_lock lock(m_mutex);
    size_t all = m_model ? m_model->queue.waiting() : 0;
    for (const auto& model : m_earlier) all += model->queue.waiting();
    return all;
}

}  // namespace hearth::server
