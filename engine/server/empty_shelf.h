#pragma once

#include "server/served_model.h"

namespace hearth::server {

/// No models that write replies.
class EmptyShelf final : public ModelShelf {
public:
    std::shared_ptr<ServedModel> find(std::string_view) override { return nullptr; }
    std::vector<Listed> list() const override { return {}; }
    int running() const override { return 0; }
    size_t waiting() const override { return 0; }
};

}  // namespace hearth::server
