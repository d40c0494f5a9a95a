#include "server/single_model_shelf.h"

namespace hearth::server {

std::vector<ModelShelf::Listed> SingleModelShelf::list() const {
    const bool ready = m_thread.state() == EngineThread::State::Ready;
    std::vector<Listed> listed{{m_model->name, m_model->created, ready ? "loaded" : "loading"}};
    for (const std::string& alias : m_model->aliases)
        listed.push_back({alias, m_model->created, listed.front().state});
    return listed;
}

}  // namespace hearth::server
