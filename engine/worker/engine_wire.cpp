#include "worker/engine_wire.h"

#include <array>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "worker/sent_pictures.h"

namespace hearth::wire {

namespace {

/// Values of TokenCandidate::cutBy, numbered from 1; 0: none.
constexpr std::array cuts{"top-k", "top-p", "min-p"};

enum class ArgumentKind : uint8_t { Text, Integer, Number };
enum class SentPicture : uint8_t { None, Bytes, Hash };

}  // namespace

template <>
inline constexpr auto lastValue<ArgumentKind> = ArgumentKind::Number;
template <>
inline constexpr auto lastValue<SentPicture> = SentPicture::Hash;

void Codec<Message>::put(Writer& out, const Message& message) {
    out.put(message.id());
    out.put(message.english());
    out.put(uint64_t{message.arguments().size()});
    for (const MessageArgument& argument : message.arguments()) {
        const MessageArgument::Value& value = argument.value();
        out.put(static_cast<uint8_t>(value.index()));
        std::visit([&out](const auto& one) { out.put(one); }, value);
    }
    out.put(message.cause() != nullptr);
    if (message.cause() != nullptr) out.put(*message.cause());
}

void Codec<Message>::get(Reader& in, Message& message) {
    const auto id = in.take<std::string>();
    const auto english = in.take<std::string>();
    std::vector<MessageArgument> arguments;
    for (auto left = in.take<uint64_t>(); left > 0; --left) {
        // Sentences have nine places.
        if (arguments.size() >= 9) Reader::refuse();
        switch (in.take<ArgumentKind>()) {
            case ArgumentKind::Text:
                arguments.emplace_back(in.take<std::string>());
                break;
            case ArgumentKind::Integer:
                arguments.emplace_back(in.take<int64_t>());
                break;
            case ArgumentKind::Number:
                arguments.emplace_back(in.take<double>());
                break;
        }
    }
    const MessageKind kind{.id = id, .english = english};
    if (in.take<bool>())
        message = Message(kind, std::move(arguments), in.take<Message>());
    else
        message = Message(kind, std::move(arguments));
}

void Codec<std::shared_ptr<const PictureFile>>::put(Writer& out,
                                                    const std::shared_ptr<const PictureFile>& file) {
    const bool isNamed =
        file != nullptr && out.sentPictures() != nullptr && out.sentPictures()->has(file->hash());
    out.put(file == nullptr ? SentPicture::None : isNamed ? SentPicture::Hash : SentPicture::Bytes);
    if (file == nullptr) return;
    if (isNamed) {
        out.put(file->hash().low);
        out.put(file->hash().high);
        return;
    }
    out.put(uint64_t{file->bytes().size()});
    out.raw(file->bytes().data(), file->bytes().size());
}

void Codec<std::shared_ptr<const PictureFile>>::get(Reader& in, std::shared_ptr<const PictureFile>& file) {
    file = nullptr;
    const auto form = in.take<SentPicture>();
    if (form == SentPicture::None) return;
    if (form == SentPicture::Hash) {
        TokenSpan::Content hash;
        in.get(hash.low);
        in.get(hash.high);
        if (in.pictures() == nullptr) Reader::refuse();
        file = in.pictures()->find(hash);
        return;
    }
    std::vector<std::byte> bytes(in.count(1));
    in.raw(bytes.data(), bytes.size());
    file = std::make_shared<const PictureFile>(std::move(bytes));
    if (in.pictures() != nullptr) in.pictures()->keep(file);
}

void Codec<TokenCandidate>::put(Writer& out, const TokenCandidate& candidate) {
    out.put(candidate.token);
    out.put(candidate.probability);
    out.put(candidate.plainProbability);
    uint8_t cut = 0;
    for (size_t i = 0; i < cuts.size(); ++i)
        if (candidate.cutBy != nullptr && std::string_view(candidate.cutBy) == cuts[i])
            cut = static_cast<uint8_t>(i + 1);
    out.put(cut);
}

void Codec<TokenCandidate>::get(Reader& in, TokenCandidate& candidate) {
    in.get(candidate.token);
    in.get(candidate.probability);
    in.get(candidate.plainProbability);
    const auto cut = in.take<uint8_t>();
    if (cut > cuts.size()) Reader::refuse();
    candidate.cutBy = cut == 0 ? nullptr : cuts[cut - 1];
}

}  // namespace hearth::wire
