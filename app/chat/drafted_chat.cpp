#include "chat/drafted_chat.h"

#include <vector>

#include "attachments/attachment_reader.h"
#include "attachments/draft_attachments.h"
#include "chat/composer_draft.h"
#include "chat/message_pictures.h"
#include "chat/message_versions.h"
#include "chat/open_chat.h"
#include "chat/reply_starter.h"
#include "inference/engine_status.h"
#include "settings/sampling_settings.h"

namespace hearth::app {

std::optional<GenerationRequest> draftedChat(const DraftedChatParts& parts) {
    std::vector<store::Message> path = parts.versions.editedChat();
    const bool isEdit = !path.empty();
    if (!isEdit) path = parts.chat.tree().path();
    QString files;
    for (const store::Attachment& file : parts.attachments.files())
        files += attachmentInPrompt(file.name, file.text);
    if (!isEdit && (!parts.draft.isEmpty() || !files.isEmpty())) {
        path.push_back(parts.chat.newMessage(store::Role::User, 0, files + parts.draft.text()));
        path.back().pictures = picturesBefore(parts.draft.pictures()->pictures());
        for (store::MessagePicture& picture : path.back().pictures) picture.at += files.size();
    }
    const store::Conversation& record = parts.chat.conversation().record();
    std::optional<GenerationRequest> request;
    const OpenModel& model = parts.engine.model();
    parts.chat.change(
        [&] { request = parts.starter.request(model, record.systemPrompt, path, parts.sampling.params()); });
    if (!request) return request;
    (void)parts.starter.shape(*request, model, record, parts.sampling.replyValues(), true);
    if (record.overflow != store::Overflow::Stop) request->overflow = ContextOverflow::Slide;
    return request;
}

}  // namespace hearth::app
