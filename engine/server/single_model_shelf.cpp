#include "server/single_model_shelf.h"

#include <ctime>
#include <utility>

namespace hearth::server {

SingleModelShelf::SingleModelShelf(ModelHost& host, const std::string& id, std::vector<std::string> aliases)
    : m_host(host),
      m_aliases(std::move(aliases)),
      m_model(std::make_shared<ServedModel>(id, host.find(id), std::make_shared<ReplyMemory>(),
                                            std::time(nullptr))) {
}

std::vector<ModelShelf::Listed> SingleModelShelf::list() const {
    const ModelHost::State state = m_host.states().front();
    std::vector<Listed> listed{
        {m_model->name, m_model->created, phaseName(state.phase), state.contextLength}};
    for (const std::string& alias : m_aliases) {
        listed.push_back(listed.front());
        listed.back().name = alias;
    }
    return listed;
}

}  // namespace hearth::server
