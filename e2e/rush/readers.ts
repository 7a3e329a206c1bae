import type { BusySite } from './busy-site.ts'

type Look = { status: number; ms: number }

/** Readers who request these pages one after the other until the end; returns the duration of each request. */
export async function readUntil(
  isOver: () => boolean,
  { site, paths, readers }: { site: BusySite; paths: readonly string[]; readers: number },
): Promise<Look[]> {
  const looks: Look[] = []
  const read = async (reader: number) => {
    for (let turn = reader; !isOver(); turn += 1) {
      const started = performance.now()
      const { status } = await site.call(paths[turn % paths.length] ?? '/', { headers: { Accept: 'text/html' } })
      looks.push({ status, ms: performance.now() - started })
      // The pause between two requests of a reader.
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  await Promise.all(Array.from({ length: readers }, (_, reader) => read(reader)))
  return looks
}

/** The time within which this percentage of requests was answered. */
export function percentile(looks: readonly Look[], percent: number): number {
  const sorted = looks.map(({ ms }) => ms).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? 0
}
