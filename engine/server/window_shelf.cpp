#include "server/window_shelf.h"

namespace hearth::server {

void WindowShelf::setModel(const std::string& name) {
    const std::scoped_lock lock(m_mutex);
    if (m_model && m_model->name == name) return;
    std::erase_if(m_earlier, [](const auto& model) {
        return model->requests.running() == 0 && model->requests.waiting() == 0;
    });
    if (m_model) m_earlier.push_back(std::move(m_model));
    m_model = name.empty()
                  ? nullptr
                  : std::make_shared<ServedModel>(name, std::vector<std::string>(), m_port, m_parallel);
    if (m_model) HostedModel::askContextLength(m_model->model, m_port);
}

std::shared_ptr<ServedModel> WindowShelf::find(std::string_view) {
    const std::scoped_lock lock(m_mutex);
    return m_model;
}

std::vector<ModelShelf::Listed> WindowShelf::list() const {
    const std::scoped_lock lock(m_mutex);
    if (!m_model) return {};
    return {{m_model->name, m_model->created, "loaded", m_model->model->contextLength}};
}

int WindowShelf::running() const {
    const std::scoped_lock lock(m_mutex);
    int all = m_model ? m_model->requests.running() : 0;
    for (const auto& model : m_earlier) all += model->requests.running();
    return all;
}

size_t WindowShelf::waiting() const {
    const std::scoped_lock lock(m_mutex);
    size_t all = m_model ? m_model->requests.waiting() : 0;
    for (const auto& model : m_earlier) all += model->requests.waiting();
    return all;
}

}  // namespace hearth::server
