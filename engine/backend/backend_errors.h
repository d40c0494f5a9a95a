#pragma once

#include "hearth/error.h"

/// Errors of the device that a model runs on.
namespace hearth::errors {

/// MiB.
inline constexpr ErrorKind notEnoughMemory{
    ErrorCode::OutOfMemory,
    {"device.not-enough-memory",
     HEARTH_TRANSLATED(
         "Engine",
         "There is not enough memory for %1 MiB; close other programs or choose a smaller model "
         "or context.")}};

// Why there is no GPU to use: where the CPU takes its place these are said as the reason.
inline constexpr ErrorKind noGpuFound{
    ErrorCode::Device, {"card.none-found", HEARTH_TRANSLATED("Engine", "No graphics card was found.")}};
inline constexpr ErrorKind gpuEngineNotBuilt{
    ErrorCode::Device,
    {"card.engine-not-built",
     HEARTH_TRANSLATED("Engine",
                       "This copy of Hearth was built without its GPU engine. Hearth will use the CPU.")}};
/// The same, if the GPU was asked for explicitly.
inline constexpr ErrorKind gpuEngineDemanded{
    ErrorCode::Device,
    {"card.engine-demanded",
     HEARTH_TRANSLATED("Engine",
                       "This copy of Hearth was built without its GPU engine; use the CPU instead.")}};
/// The system's reason.
inline constexpr ErrorKind gpuEngineNotLoaded{
    ErrorCode::Device,
    {"card.engine-not-loaded",
     HEARTH_TRANSLATED(
         "Engine", "Hearth's GPU engine could not be loaded (%1); install Hearth again, or use the CPU.")}};
inline constexpr ErrorKind gpuEngineOfOtherVersion{
    ErrorCode::Device,
    {"card.engine-of-other-version",
     HEARTH_TRANSLATED("Engine",
                       "Hearth's GPU engine belongs to another version of Hearth; install Hearth again, or "
                       "use the CPU.")}};
inline constexpr ErrorKind noDriver{
    ErrorCode::Device,
    {"card.no-driver",
     HEARTH_TRANSLATED("Engine",
                       "No NVIDIA driver was found; install it to use an NVIDIA card, or use the CPU.")}};
/// The versions of CUDA that the driver has and that Hearth needs.
inline constexpr ErrorKind driverTooOld{
    ErrorCode::Device,
    {"card.driver-too-old",
     HEARTH_TRANSLATED("Engine",
                       "The NVIDIA driver is too old (it speaks CUDA %1, Hearth needs %2); update it, or use "
                       "the CPU.")}};
inline constexpr ErrorKind noGpuShown{
    ErrorCode::Device,
    {"card.none-shown",
     HEARTH_TRANSLATED("Engine",
                       "The NVIDIA driver shows no graphics card; check CUDA_VISIBLE_DEVICES and the card's "
                       "seat, or use the CPU.")}};
/// Its name and compute capability.
inline constexpr ErrorKind gpuTooOld{
    ErrorCode::Device,
    {"card.too-old",
     HEARTH_TRANSLATED("Engine",
                       "The graphics card %1 is too old for Hearth (compute capability %2, 7.5 is needed); "
                       "use the CPU instead.")}};

// Errors of a GPU that was found; each with the driver's words, or with what was asked for.
inline constexpr ErrorKind gpuOutOfMemory{
    ErrorCode::OutOfMemory,
    {"card.out-of-memory",
     HEARTH_TRANSLATED(
         "Engine",
         "The graphics card ran out of memory (%1); put fewer layers on it, or choose a smaller "
         "context or model.")}};
inline constexpr ErrorKind gpuWithoutCode{
    ErrorCode::Device,
    {"card.without-code",
     HEARTH_TRANSLATED("Engine",
                       "This copy of Hearth has no code for this graphics card (%1); use the CPU, or build "
                       "Hearth on this machine.")}};
inline constexpr ErrorKind gpuTaken{
    ErrorCode::Device,
    {"card.taken",
     HEARTH_TRANSLATED("Engine",
                       "The graphics card is taken by another program (%1); close it, or use the CPU.")}};
inline constexpr ErrorKind gpuStopped{
    ErrorCode::Device,
    {"card.stopped",
     HEARTH_TRANSLATED("Engine",
                       "The graphics card stopped working for this program (%1); restart Hearth to use the "
                       "card again, or use the CPU.")}};
/// The same where there are several: its name, its number as in EngineOptions::devices, the driver's words.
inline constexpr ErrorKind oneGpuStopped{
    ErrorCode::Device,
    {"card.one-stopped",
     HEARTH_TRANSLATED("Engine",
                       "The graphics card %1 (number %2) stopped working for this program (%3); restart "
                       "Hearth to use it again, or choose other cards.")}};
inline constexpr ErrorKind gpuFault{
    ErrorCode::Device,
    {"card.fault",
     HEARTH_TRANSLATED("Engine", "The graphics card reported an error (%1); use the CPU instead.")}};

}  // namespace hearth::errors
