#include "citations/passage_choice.h"

#include <algorithm>
#include <tuple>

#include "documents/passage_cutter.h"

namespace hearth::app {

PassageChoice choosePassages(const std::vector<FoundPassage>& found, const PassagesThere& there,
                             const PassageRoom& room) {
    PassageChoice choice;
    int tokens = 0;
    for (const FoundPassage& each : found) {
        CitedPassage passage = CitedPassage::of(each);
        if (const int number = there.inPrompt.value(passage.key()); number != 0) {
            passage.number = number;
            choice.leftOut.push_back({passage, PassageChoice::Reason::Present});
            continue;
        }
        if (const int number = there.documents.value(passage.path); number != 0) {
            passage.number = number;
            choice.leftOut.push_back({passage, PassageChoice::Reason::Present});
            continue;
        }
        const int more = estimatedTokens(each.passage.text);
        if (static_cast<int>(choice.taken.size()) >= room.passages || tokens + more > room.tokens) {
            choice.leftOut.push_back({passage, PassageChoice::Reason::NoRoom});
            continue;
        }
        tokens += more;
        choice.taken.push_back({passage, each.passage.text, more});
    }
    std::ranges::sort(choice.taken, {}, [](const PassageChoice::Taken& taken) {
        return std::tie(taken.passage.path, taken.passage.firstByte);
    });
    int last = there.highest;
    for (PassageChoice::Taken& taken : choice.taken) taken.passage.number = ++last;
    return choice;
}

PassageChoice chooseDocuments(std::vector<CountedDocument> documents, PassagesThere& there, int roomTokens) {
    PassageChoice choice;
    std::ranges::sort(documents, {}, [](const CountedDocument& counted) { return counted.document.path; });
    for (const CountedDocument& counted : documents) {
        const WholeDocument& document = counted.document;
        CitedPassage passage = CitedPassage::of(document);
        if (document.source.isEmpty()) {
            choice.leftOut.push_back({passage, PassageChoice::Reason::Gone});
            continue;
        }
        if (document.text.isEmpty() || there.documentTokens + counted.tokens > roomTokens) {
            choice.leftOut.push_back({passage, PassageChoice::Reason::TooLong});
            continue;
        }
        passage.number = ++there.highest;
        there.documents.insert(document.path, passage.number);
        there.documentTokens += counted.tokens;
        choice.taken.push_back({passage, document.text, counted.tokens});
    }
    return choice;
}

}  // namespace hearth::app
