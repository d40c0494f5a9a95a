#pragma once

#include <cstdint>

#include "worker/wire.h"

/// Protocol between the two processes of a model. Three channels: the calls of an engine, one at a time;
/// questions, which are answered during a call; and orders, which have no answer. A call or a question begins
/// with its number, from 1 on and rising, and its kind; an answer begins with Answer.
namespace hearth::wire {

enum class Call : uint8_t {
    Load,
    Prepare,
    Prefetch,
    Submit,
    EndAll,
    SetPriority,
    Status,
    Step,
    ReadAttention,  ///< its number, and the question
    ReadLogits,
    ClearCache,
    KeepTenants,
    FlushCache,
    ClosePrefixFolder,
    OpenPrefixFolder,
    TakeCacheProblem,
    CacheStats,
    LimitCache,
    MemoryUse,
    ReadHeader,  ///< HeaderQuestion and the options: in a process without a model, which then loads none
    LoadEmbedder,
    Embed,
    EmbedTokens,
    Rerank,
    TextTokens,  ///< Embedder::tokens()
    Quantize,    ///< a job, as the two that follow: in a process without a model, which then loads none
    Calibrate,
    Compare,
    End,  ///< lets the model go and ends the process
};

enum class Question : uint8_t { MakePrompt, EncodeRun };

/// Orders have a number with them.
enum class Order : uint8_t {
    StopCall,       ///< the call of this number, which may be still to come
    StopQuestion,   ///< the same of a question
    Cancel,         ///< the request of this id
    StopAttention,  ///< the question about attention of this number
    Proceed,        ///< a job waits for this after each part
};

enum class Answer : uint8_t {
    Done,    ///< with the events of the requests' listeners, and the result
    Failed,  ///< with a SentError
    Part,    ///< progress, or a part of the result; more follows
    Alive,   ///< it computes; more follows
};

template <>
inline constexpr auto lastValue<Call> = Call::End;
template <>
inline constexpr auto lastValue<Question> = Question::EncodeRun;
template <>
inline constexpr auto lastValue<Order> = Order::Proceed;
template <>
inline constexpr auto lastValue<Answer> = Answer::Alive;

}  // namespace hearth::wire
