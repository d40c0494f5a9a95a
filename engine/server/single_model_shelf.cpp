#include "server/single_model_shelf.h"

namespace hearth::server {

std::vector<ModelShelf::Listed> SingleModelShelf::list() const {
    const EngineThread::State state = m_thread.state();
    const char* name = state == EngineThread::State::Ready     ? "loaded"
                       : state == EngineThread::State::Loading ? "loading"
                                                               : "failed";
    std::vector<Listed> listed{{m_model->name, m_model->created, name}};
    for (const std::string& alias : m_model->aliases)
        listed.push_back({alias, m_model->created, listed.front().state});
    return listed;
}

}  // namespace hearth::server
