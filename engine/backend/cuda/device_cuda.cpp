// device.h on the CUDA runtime, which is linked statically: only the driver has to be on the machine.
#include <cuda.h>
#include <cuda_runtime_api.h>

#include <algorithm>
#include <bit>
#include <mutex>
#include <set>

#include "backend/backend_errors.h"
#include "backend/cuda/device.h"
#include "hearth/error.h"

namespace hearth::cuda {

struct StreamTag {
    cudaStream_t native = nullptr;
    int device = 0;
};

namespace {

/// After one of these the process cannot use the device again (driver API manual, error codes).
bool isSticky(cudaError_t error) {
    switch (error) {
        case cudaErrorIllegalAddress:
        case cudaErrorLaunchTimeout:
        case cudaErrorHardwareStackError:
        case cudaErrorIllegalInstruction:
        case cudaErrorMisalignedAddress:
        case cudaErrorInvalidAddressSpace:
        case cudaErrorInvalidPc:
        case cudaErrorLaunchFailure:
        case cudaErrorECCUncorrectable:
        case cudaErrorContained:
            return true;
        default:
            return false;
    }
}

std::string versionText(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

std::string mib(uint64_t bytes) {
    return std::to_string((bytes + 0xfffffU) >> 20U) + " MiB";
}

const ErrorKind& kindOf(cudaError_t error) {
    if (error == cudaErrorMemoryAllocation) return errors::gpuOutOfMemory;
    if (isSticky(error)) return errors::gpuStopped;
    if (error == cudaErrorNoKernelImageForDevice) return errors::gpuWithoutCode;
    if (error == cudaErrorDevicesUnavailable) return errors::gpuTaken;
    return errors::gpuFault;
}

/// By the driver, which answers also when a GPU has stopped.
int gpuCount();
std::string cardName(int device);

[[noreturn]] void fail(cudaError_t error, const char* doing) {
    if (isSticky(error) && gpuCount() > 1) {
        int device = 0;
        (void)cudaGetDevice(&device);
        throw Error(errors::oneGpuStopped,
                    {cardName(device), device, std::string(cudaGetErrorString(error)) + " while " + doing});
    }
    throw Error(kindOf(error), {std::string(cudaGetErrorString(error)) + " while " + doing});
}

void check(cudaError_t error, const char* doing) {
    if (error != cudaSuccess) fail(error, doing);
}

/// With its device selected.
cudaStream_t native(StreamHandle stream) {
    useDevice(stream->device);
    return stream->native;
}
cudaEvent_t native(EventHandle event) {
    return reinterpret_cast<cudaEvent_t>(event);
}
cudaGraphExec_t native(GraphHandle graph) {
    return reinterpret_cast<cudaGraphExec_t>(graph);
}

/// Clock in kHz, two transfers a cycle, width in bits.
double statedBandwidth(int device) {
    int clock = 0, width = 0;
    if (cudaDeviceGetAttribute(&clock, cudaDevAttrMemoryClockRate, device) == cudaSuccess &&
        cudaDeviceGetAttribute(&width, cudaDevAttrGlobalMemoryBusWidth, device) == cudaSuccess)
        return 2.0 * 1000 * clock * width / 8;
    (void)cudaGetLastError();  // not sticky
    return 0;
}

}  // namespace

std::vector<DeviceProperties> devices() {
    int driver = 0, runtime = 0, count = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess) driver = 0;
    cudaRuntimeGetVersion(&runtime);
    if (driver == 0) throw Error(errors::noDriver);
    const cudaError_t error = cudaGetDeviceCount(&count);
    if (error == cudaErrorInsufficientDriver || driver / 1000 < runtime / 1000)
        throw Error(errors::driverTooOld, {versionText(driver), versionText(runtime)});
    if (error == cudaErrorNoDevice || (error == cudaSuccess && count == 0)) throw Error(errors::noGpuShown);
    check(error, "looking for devices");
    std::vector<DeviceProperties> all;
    for (int i = 0; i < count; ++i) {
        cudaDeviceProp p{};
        check(cudaGetDeviceProperties(&p, i), "asking for a device's properties");
        DeviceProperties properties;
        properties.name = p.name;
        properties.major = p.major;
        properties.minor = p.minor;
        properties.multiprocessors = p.multiProcessorCount;
        properties.totalBytes = p.totalGlobalMem;
        properties.sharedBytesPerBlock = p.sharedMemPerBlockOptin;
        properties.runtimeVersion = runtime;
        properties.driverVersion = driver;
        char bus[32] = {};
        cudaDeviceGetPCIBusId(bus, sizeof bus, i);
        properties.busId = bus;
        properties.memoryBytesPerS = statedBandwidth(i);
        all.push_back(properties);
    }
    return all;
}

void selectDevice(int index) {
    useDevice(index);
    cudaDeviceProp p{};
    check(cudaGetDeviceProperties(&p, index), "asking for the device's properties");
    if (p.major * 10 + p.minor < 75)
        throw Error(errors::gpuTooOld, {p.name, std::to_string(p.major) + "." + std::to_string(p.minor)});
}

void useDevice(int index) {
    // On the way of every launch.
    thread_local int selected = -1;
    if (index == selected) return;
    check(cudaSetDevice(index), "choosing the device");
    selected = index;
}

void useDeviceOf(StreamHandle stream) {
    useDevice(stream->device);
}

int deviceOf(StreamHandle stream) {
    return stream->device;
}

bool openPeer(int other) {
    int own = 0, reachable = 0;
    check(cudaGetDevice(&own), "asking for the device");
    check(cudaDeviceCanAccessPeer(&reachable, own, other), "asking for a way between two devices");
    if (reachable == 0) return false;
    const cudaError_t error = cudaDeviceEnablePeerAccess(other, 0);
    if (error == cudaErrorPeerAccessAlreadyEnabled || error == cudaErrorTooManyPeers)
        (void)cudaGetLastError();  // not sticky
    else
        check(error, "opening the way between two devices");
    return error != cudaErrorTooManyPeers;
}

MemoryInfo memoryInfo() {
    size_t freeBytes = 0, totalBytes = 0;
    check(cudaMemGetInfo(&freeBytes, &totalBytes), "asking for free memory");
    return {freeBytes, totalBytes};
}

void* allocateDevice(size_t bytes) {
    void* memory = nullptr;
    const cudaError_t error = cudaMalloc(&memory, bytes);
    if (error == cudaErrorMemoryAllocation) {
        (void)cudaGetLastError();  // not sticky
        throw Error(errors::gpuOutOfMemory,
                    {mib(bytes) + " asked for, " + mib(memoryInfo().freeBytes) + " free"});
    }
    check(error, "reserving memory");
    return memory;
}
size_t growingSize(size_t bytes) {
    return std::bit_ceil(bytes);
}
void releaseDevice(void* memory) noexcept {
    cudaFree(memory);
}

namespace {

/// A function of the driver, as CUDA 10.2 has it; nullptr: the driver is older. Its library is not linked.
template <class Function>
void find(Function*& function, const char* name) {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult result{};
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion(name, &found, 10020, cudaEnableDefault, &result);
    if (error == cudaSuccess && result == cudaDriverEntryPointSuccess)
        function = reinterpret_cast<Function*>(found);
    else
        (void)cudaGetLastError();  // not sticky
}

/// Driver functions for memory that grows, and for querying GPUs that have stopped.
struct DriverFunctions {
    decltype(cuDeviceGetCount)* getCount = nullptr;
    decltype(cuDeviceGetName)* getName = nullptr;
    decltype(cuDeviceGetAttribute)* getAttribute = nullptr;
    decltype(cuMemGetAllocationGranularity)* getGranularity = nullptr;
    decltype(cuMemAddressReserve)* reserve = nullptr;
    decltype(cuMemAddressFree)* freeAddresses = nullptr;
    decltype(cuMemCreate)* create = nullptr;
    decltype(cuMemRelease)* release = nullptr;
    decltype(cuMemMap)* map = nullptr;
    decltype(cuMemSetAccess)* setAccess = nullptr;
    decltype(cuMemUnmap)* unmap = nullptr;

    DriverFunctions() {
        find(getCount, "cuDeviceGetCount");
        find(getName, "cuDeviceGetName");
        find(getAttribute, "cuDeviceGetAttribute");
        find(getGranularity, "cuMemGetAllocationGranularity");
        find(reserve, "cuMemAddressReserve");
        find(freeAddresses, "cuMemAddressFree");
        find(create, "cuMemCreate");
        find(release, "cuMemRelease");
        find(map, "cuMemMap");
        find(setAccess, "cuMemSetAccess");
        find(unmap, "cuMemUnmap");
    }
};

/// Looked up once.
const DriverFunctions& driver() {
    static const DriverFunctions functions;
    return functions;
}

/// Calls a function of the driver. Its errors have the numbers of the runtime's.
template <class Function, class... Arguments>
cudaError_t callDriver(Function* function, Arguments... arguments) {
    return function ? static_cast<cudaError_t>(function(arguments...)) : cudaErrorNotSupported;
}

int gpuCount() {
    int count = 0;
    return callDriver(driver().getCount, &count) == cudaSuccess ? count : 0;
}

std::string cardName(int device) {
    char name[256] = "NVIDIA";
    (void)callDriver(driver().getName, name, static_cast<int>(sizeof name), device);
    return name;
}

CUmemAllocationProp mappedMemory() {
    CUmemAllocationProp properties{};
    properties.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    properties.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    check(cudaGetDevice(&properties.location.id), "asking for the device");
    return properties;
}

CUdeviceptr native(void* address) {
    return reinterpret_cast<CUdeviceptr>(address);
}

}  // namespace

size_t mappingStep() {
    const CUmemAllocationProp properties = mappedMemory();
    int supported = 0;
    size_t step = 0;
    if (callDriver(driver().getAttribute, &supported, CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED,
                   properties.location.id) != cudaSuccess ||
        supported == 0 ||
        callDriver(driver().getGranularity, &step, &properties, CU_MEM_ALLOC_GRANULARITY_RECOMMENDED) !=
            cudaSuccess)
        return 0;
    return step;
}

void* reserveAddresses(size_t bytes) {
    CUdeviceptr addresses = 0;
    check(callDriver(driver().reserve, &addresses, bytes, size_t{0}, CUdeviceptr{0}, 0ULL),
          "reserving addresses");
    return reinterpret_cast<void*>(addresses);
}

void releaseAddresses(void* addresses, size_t bytes) noexcept {
    callDriver(driver().freeAddresses, native(addresses), bytes);
}

bool mapMemory(void* at, size_t bytes) {
    const CUmemAllocationProp properties = mappedMemory();
    CUmemGenericAllocationHandle memory = 0;
    cudaError_t error = callDriver(driver().create, &memory, bytes, &properties, 0ULL);
    if (error == cudaErrorMemoryAllocation) return false;
    check(error, "reserving memory");
    error = callDriver(driver().map, native(at), bytes, size_t{0}, memory, 0ULL);
    callDriver(driver().release, memory);  // the mapping keeps it
    if (error == cudaErrorMemoryAllocation) return false;
    check(error, "putting memory behind addresses");
    const CUmemAccessDesc access{.location = properties.location,
                                 .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    error = callDriver(driver().setAccess, native(at), bytes, &access, size_t{1});
    if (error == cudaSuccess) return true;
    callDriver(driver().unmap, native(at), bytes);
    if (error == cudaErrorMemoryAllocation) return false;
    fail(error, "opening memory");
}

void unmapMemory(void* at, size_t bytes) noexcept {
    cudaDeviceSynchronize();  // as cudaFree() does
    callDriver(driver().unmap, native(at), bytes);
}

void* allocatePinned(size_t bytes) {
    void* memory = nullptr;
    check(cudaMallocHost(&memory, bytes), "reserving transfer memory");
    return memory;
}
void releasePinned(void* memory) noexcept {
    cudaFreeHost(memory);
}

StreamHandle createStream() {
    cudaStream_t stream = nullptr;
    int device = 0;
    check(cudaGetDevice(&device), "asking for the device");
    check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), "making a stream");
    return new StreamTag{stream, device};
}
void destroyStream(StreamHandle stream) noexcept {
    cudaStreamDestroy(stream->native);
    delete stream;
}

void copyToDevice(void* to, const void* from, size_t bytes, StreamHandle stream) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, native(stream)), "copying to the card");
}
void copyToHost(void* to, const void* from, size_t bytes, StreamHandle stream) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, native(stream)), "copying from the card");
}
void copyOnDevice(void* to, const void* from, size_t bytes, StreamHandle stream) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, native(stream)), "copying on the card");
}
void copyBetween(void* to, const void* from, int fromDevice, size_t bytes, StreamHandle stream) {
    check(cudaMemcpyPeerAsync(to, stream->device, from, fromDevice, bytes, native(stream)),
          "copying between cards");
}
void fillDevice(void* to, uint8_t value, size_t bytes, StreamHandle stream) {
    check(cudaMemsetAsync(to, value, bytes, native(stream)), "filling memory");
}
void synchronize(StreamHandle stream) {
    check(cudaStreamSynchronize(native(stream)), "computing");
}

EventHandle createEvent() {
    cudaEvent_t event = nullptr;
    check(cudaEventCreate(&event), "making an event");
    return reinterpret_cast<EventHandle>(event);
}
void destroyEvent(EventHandle event) noexcept {
    cudaEventDestroy(native(event));
}
void recordEvent(EventHandle event, StreamHandle stream) {
    check(cudaEventRecord(native(event), native(stream)), "recording an event");
}
void waitEvent(EventHandle event) {
    check(cudaEventSynchronize(native(event)), "waiting");
}
void streamWaitEvent(StreamHandle stream, EventHandle event) {
    check(cudaStreamWaitEvent(native(stream), native(event), 0), "ordering streams");
}
float elapsedMs(EventHandle from, EventHandle to) {
    float ms = 0;
    check(cudaEventElapsedTime(&ms, native(from), native(to)), "measuring time");
    return ms;
}

void beginCapture(StreamHandle stream) {
    check(cudaStreamBeginCapture(native(stream), cudaStreamCaptureModeThreadLocal), "recording a step");
}
GraphHandle endCapture(StreamHandle stream) {
    cudaGraph_t graph = nullptr;
    check(cudaStreamEndCapture(native(stream), &graph), "recording a step");
    cudaGraphExec_t executable = nullptr;
    const cudaError_t error = cudaGraphInstantiate(&executable, graph, 0);
    cudaGraphDestroy(graph);
    check(error, "preparing a recorded step");
    return reinterpret_cast<GraphHandle>(executable);
}
void launchGraph(GraphHandle graph, StreamHandle stream) {
    check(cudaGraphLaunch(native(graph), native(stream)), "starting a step");
}
void destroyGraph(GraphHandle graph) noexcept {
    cudaGraphExecDestroy(native(graph));
}

// For launch() in primitives_nvcc.h.
cudaStream_t nativeStream(StreamHandle stream) {
    return native(stream);
}

void checkLaunch(const char* name) {
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) fail(error, (std::string("starting ") + name).c_str());
}

void allowSharedBytes(const void* kernel, size_t bytes) {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)),
          "reserving shared memory");
}

bool launchesOverlap() {
    // Launches are the hot path, and a thread seldom changes its device.
    thread_local int known = -1;
    thread_local bool overlap = false;
    int device = 0, major = 0;
    check(cudaGetDevice(&device), "asking for the card");
    if (device != known) {
        check(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device), "asking the card");
        overlap = major >= 9;
        known = device;
    }
    return overlap;
}

}  // namespace hearth::cuda
