// Plays a streaming window: writes turns into the store of a folder, journals replies piece by piece, and
// prints a line after every write that was acknowledged. It runs until it is killed.
//   message ID TEXT    a person's message is on disk
//   journal ID LENGTH  this much of a reply was journalled
//   reply ID TEXT      a reply is on disk
#include <cstdio>

#include "store/store.h"

using namespace hearth::app::store;

int main(int argc, char* argv[]) {
    if (argc < 2) return 2;
    try {
        const std::unique_ptr<Store> store = Store::open(argv[1]);
        std::vector<Conversation> known = store->conversations().list(1);
        Conversation conversation = known.empty() ? Conversation() : known.front();
        qint64 parent = 0;
        if (conversation.id != 0) {
            const std::vector<Message> path =
                activePath(store->messages().ofConversation(conversation.id), conversation.activeRoot);
            if (!path.empty()) parent = path.back().id;
        }
        for (int turn = 0;; ++turn) {
            Message message, reply;
            message.parentId = parent;
            message.text = QStringLiteral("question-%1").arg(turn);
            reply.role = Role::Assistant;
            store->addTurn(conversation, message, reply);
            std::printf("message %lld %s\n", static_cast<long long>(message.id), qPrintable(message.text));
            std::fflush(stdout);
            Generation generation;
            for (int piece = 0; piece < 12; ++piece) {
                reply.text += QStringLiteral("piece-%1 ").arg(piece);
                generation.tokens.push_back(piece);
                store->journalReply(reply.id, reply.text);
                std::printf("journal %lld %d\n", static_cast<long long>(reply.id),
                            static_cast<int>(reply.text.size()));
                std::fflush(stdout);
            }
            reply.state = MessageState::Complete;
            store->finishReply(reply, generation);
            std::printf("reply %lld %s\n", static_cast<long long>(reply.id),
                        qPrintable(reply.text.trimmed()));
            std::fflush(stdout);
            parent = reply.id;
        }
    } catch (const StoreError& error) {
        std::fprintf(stderr, "%s\n", error.what());
        return 1;
    }
}
