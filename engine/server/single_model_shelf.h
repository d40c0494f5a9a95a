#pragma once

#include "server/served_model.h"

namespace hearth::server {

/// One model, which answers to any of its names.
class SingleModelShelf final : public ModelShelf {
public:
    explicit SingleModelShelf(std::shared_ptr<ServedModel> model, const EngineThread& thread)
        : m_model(std::move(model)), m_thread(thread) {}

    std::shared_ptr<ServedModel> find(std::string_view name) override {
        return m_model->isCalled(name) ? m_model : nullptr;
    }
    std::vector<Listed> list() const override;
    int running() const override { return m_model->queue.running(); }
    size_t waiting() const override { return m_model->queue.waiting(); }

private:
    std::shared_ptr<ServedModel> m_model;
    const EngineThread& m_thread;
};

}  // namespace hearth::server
