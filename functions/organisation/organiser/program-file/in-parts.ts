import { letOthersRun } from '../../../platform/run-budget.ts'

/** Items between two turns of other requests: an event with its wall times takes up to a millisecond. */
const itemsPerPart = 20

/** Like `map`, for lists so long that visitors would wait for it. */
export async function mapInParts<Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const results: Result[] = []
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % itemsPerPart === 0) await letOthersRun()
    results.push(map(item, index))
  }
  return results
}

/** Like `flatMap`, for lists so long that visitors would wait for it. */
export const flatMapInParts = async <Item, Result>(
  items: readonly Item[],
  map: (item: Item, index: number) => readonly Result[],
): Promise<Result[]> => (await mapInParts(items, map)).flat()
