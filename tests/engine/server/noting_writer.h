#pragma once

#include <memory>
#include <string>
#include <vector>

#include "server/reply_writer.h"

namespace hearth::test {

/// Events that a NotingWriter received.
struct WriterNotes {
    std::vector<std::string> events;   ///< "begin", "0 text", "0 end", "failed: why"
    std::vector<std::string> prompts;  ///< "0 10 of 30"
    size_t enough = SIZE_MAX;          ///< number of events after which it is complete
    size_t takes = SIZE_MAX;           ///< number of deltas until the client is gone
};

class NotingWriter final : public server::ReplyWriter {
public:
    explicit NotingWriter(std::shared_ptr<WriterNotes> notes) : m_notes(std::move(notes)) {}
    bool promptProgress(int choice, int done, int total, int cached) override {
        if (done == cached)
            m_notes->prompts.push_back(std::to_string(choice) + " " + std::to_string(cached) + " of " +
                                       std::to_string(total));
        return true;
    }
    bool hasEnough(int) const override { return m_notes->events.size() > m_notes->enough; }
    bool begin() override {
        m_notes->events.emplace_back("begin");
        return true;
    }
    bool add(int choice, const ReplyDelta& delta) override {
        m_notes->events.push_back(std::to_string(choice) + " " + delta.text);
        return m_notes->takes-- > 1;
    }
    void finish(int choice, const GenerationResult&) override {
        m_notes->events.push_back(std::to_string(choice) + " end");
    }
    void fail(const Error& error) override {
        m_notes->events.push_back(std::string("failed: ") + error.what());
    }

private:
    std::shared_ptr<WriterNotes> m_notes;
};

}  // namespace hearth::test
