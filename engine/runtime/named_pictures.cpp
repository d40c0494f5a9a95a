#include "runtime/named_pictures.h"

#include <utility>

#include "chat/template_content.h"

namespace hearth {

void namePicturesInResults(std::vector<ChatMessage>& messages) {
    for (ChatMessage& message : messages) {
        if (message.role != "tool" || message.pictures.empty()) continue;
        std::vector<ChatMessage> result;
        result.push_back(std::move(message));
        message = std::move(withTextForPictures(std::move(result), "[image]").front());
    }
}

}  // namespace hearth
