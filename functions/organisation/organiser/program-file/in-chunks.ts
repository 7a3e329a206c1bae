import { yieldToEventLoop } from '../../../platform/run-budget.ts'

/** Items per chunk: an event with its wall times takes up to a millisecond. */
const itemsPerChunk = 20

/** Does what `map` does, but yields to other requests between chunks. */
export async function mapInChunks<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % itemsPerChunk === 0) await yieldToEventLoop()
    results.push(map(item, index))
  }
  return results
}

/** Does what `flatMap` does, but yields to other requests between chunks. */
export const flatMapInChunks = async <Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => readonly Result[],
): Promise<Result[]> => (await mapInChunks(items, map)).flat()
