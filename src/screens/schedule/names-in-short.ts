/** A letter for each name, and up to two more where it takes them to tell two apart; the names are under the ids of their people. */
export function namesInShort(names: ReadonlyMap<string, string>): Map<string, string> {
  const letters = new Map([...names].map(([id, name]) => [id, [...name.trim()]]))
  const short = (id: string, length: number) => (letters.get(id) ?? []).slice(0, length).join('')
  const isOwn = (id: string, length: number) =>
    [...letters.keys()].every(
      (other) => other === id || short(other, length).toLowerCase() !== short(id, length).toLowerCase(),
    )
  return new Map(
    [...letters.keys()].map((id) => {
      const length = [1, 2, 3].find((count) => isOwn(id, count)) ?? 3
      const mark = short(id, length)
      return [id, mark.charAt(0).toUpperCase() + mark.slice(1)]
    }),
  )
}
