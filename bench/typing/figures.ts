import type { Sample } from './measure';

export interface Figures {
  key: number;
  keyP95: number;
  settled: number;
  paint: number;
  paintP95: number;
  longest: number;
  longestCpu: number;
  mount: number;
}

/**
 * Returns medians and 95th percentiles over all keys, and medians over rounds for the rest, because other load
 * lengthens single tasks. Only `longestCpu` is a maximum.
 */
export function figures(samples: readonly Sample[]): Figures {
  const keys = samples.flatMap(({ keyCpu }) => keyCpu);
  const paints = samples.flatMap(({ keyToPaint }) => keyToPaint);
  return {
    key: quantile(keys, 0.5),
    keyP95: quantile(keys, 0.95),
    settled: quantile(
      samples.map(({ settledCpu }) => settledCpu),
      0.5,
    ),
    paint: quantile(paints, 0.5),
    paintP95: quantile(paints, 0.95),
    longest: quantile(
      samples.map(({ longestTask }) => longestTask),
      0.5,
    ),
    longestCpu: Math.max(...samples.map(({ longestCpu }) => longestCpu)),
    mount: quantile(
      samples.map(({ mountCpu }) => mountCpu),
      0.5,
    ),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
