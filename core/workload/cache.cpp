// Bytes that a sequence keeps while it is decoded.
#include "core/workload/architecture.h"

namespace rackwright {

namespace {

double real(std::int64_t n)
{
    return static_cast<double>(n);
}

/// State of one linear mixer and sequence: the recurrent state in FP32, the last conv − 1 inputs of the short convolution
/// in 16 bit.
double stateBytesOf(const LinearMixer& m)
{
    const double inner = real(m.valueHeads * m.valueDim), tail = 2 * real(m.conv > 0 ? m.conv - 1 : 0);
    switch (m.kind) {
    case LinearMixerKind::none: return 0;
    case LinearMixerKind::mamba1: return inner * (4 * real(m.state) + tail);
    case LinearMixerKind::mamba2: return 4 * inner * real(m.state) + (inner + 2 * real(m.groups * m.state)) * tail;
    case LinearMixerKind::gatedDeltaNet: return 4 * inner * real(m.keyDim) + (2 * real(m.keyHeads * m.keyDim) + inner) * tail;
    case LinearMixerKind::lightning: return 4 * inner * real(m.valueDim);
    }
    return 0;
}

} // namespace

CacheShape cacheShape(const Architecture& a, double elementBytes, std::int64_t firstLayer, std::int64_t lastLayer)
{
    CacheShape shape;
    if (!hasCache(a)) return shape;
    const std::int64_t first = firstLayer > a.encoderLayers ? firstLayer : a.encoderLayers; // encoder layers keep nothing
    if (first >= lastLayer) return shape;
    const LayerMix mix = layerMix(a, first, lastLayer);
    shape.latent = usesLatentAttention(a);
    const double values =
        shape.latent ? real(a.kvLoraRank + a.qkRopeHeadDim + (a.indexHeads > 0 ? a.indexHeadDim : 0)) : 2 * real(a.kvHeads * a.headDim);
    shape.growingBytesPerToken = real(mix.attention) * values * elementBytes;
    shape.windowBytesPerToken = real(mix.window) * values * elementBytes;
    shape.window = real(a.slidingWindow);
    shape.constantBytes = real(mix.cross) * values * elementBytes * real(a.encoderPositions);
    if (a.linear.kind != LinearMixerKind::none) {
        shape.constantBytes += real(mix.linear) * stateBytesOf(a.linear);
    } else if (mix.linear > 0) {
        const LayerMix all = layerMix(a);
        shape.constantBytes += a.stateBytesPerSequence * real(mix.linear) / real(all.linear);
    }
    return shape;
}

CacheShape cacheShape(const Architecture& a, double elementBytes)
{
    return cacheShape(a, elementBytes, 0, a.layers);
}

double kvCacheBytes(const Architecture& a, double context, double elementBytes)
{
    return cacheShape(a, elementBytes).bytes(context);
}

} // namespace rackwright
