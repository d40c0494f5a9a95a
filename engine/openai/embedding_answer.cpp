#include "openai/embedding_answer.h"

#include <nlohmann/json.hpp>

#include "openai/number_list.h"
#include "openai/reply_json.h"

namespace hearth::openai {

std::string embeddingAnswer(const std::string& model, std::span<const Embedding> embeddings, bool base64) {
    // As text: a JSON value of so many numbers would take many times their memory.
    std::string body = R"({"object":"list","data":[)";
    int64_t tokens = 0;
    for (size_t i = 0; i < embeddings.size(); ++i) {
        if (i != 0) body += ',';
        body += R"({"object":"embedding","index":)" + std::to_string(i) + R"(,"embedding":)";
        body += base64 ? '"' + numberBytes(embeddings[i].values) + '"' : numberList(embeddings[i].values);
        body += '}';
        tokens += embeddings[i].tokens;
    }
    const std::string count = std::to_string(tokens);
    return body + R"(],"model":)" + dumped(model) + R"(,"usage":{"prompt_tokens":)" + count +
           R"(,"total_tokens":)" + count + "}}";
}

}  // namespace hearth::openai
