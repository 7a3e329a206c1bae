/** How many lists have each word, the most frequent first. */
export function countWords(lists: readonly (readonly string[])[]): { value: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const word of lists.flatMap((list) => [...new Set(list)])) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || (one.value < other.value ? -1 : 1))
}
