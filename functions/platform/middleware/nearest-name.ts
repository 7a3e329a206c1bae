import type * as z from 'zod/mini'

type Def = {
  type: string
  shape?: Record<string, z.core.$ZodType>
  innerType?: z.core.$ZodType
  element?: z.core.$ZodType
  valueType?: z.core.$ZodType
  options?: readonly z.core.$ZodType[]
  in?: z.core.$ZodType
  getter?: () => z.core.$ZodType
}

/** The field names of a schema at a path. With several variants, the names of all variants. */
export function knownNames(schema: z.core.$ZodType, path: readonly PropertyKey[]): string[] {
  const def = schema._zod.def as unknown as Def
  const inner = def.innerType ?? def.in ?? def.getter?.()
  if (inner) return knownNames(inner, path)
  if (def.options) return [...new Set(def.options.flatMap((option) => knownNames(option, path)))]
  const [name, ...rest] = path
  if (name === undefined) return Object.keys(def.shape ?? {})
  const next = def.element ?? def.valueType ?? def.shape?.[String(name)]
  return next ? knownNames(next, rest) : []
}

/** The known name that is closest to the written one; null if none is close. */
export function nearestName(written: string, names: readonly string[]): string | null {
  const plain = (name: string) => name.toLowerCase().replace(/[-_ ]/g, '')
  const asked = plain(written.slice(0, 60))
  const most = asked.length < 5 ? 1 : 2
  const ranked = names
    .map((name) => ({ name, edits: editsBetween(asked, plain(name)) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
  return ranked[0]?.name ?? null
}

/** The edit distance: the number of letters to add, remove, change or swap with their neighbour. */
function editsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0
  for (let row = 1; row <= a.length; row += 1) {
    rows.push([row])
    for (let column = 1; column <= b.length; column += 1) {
      const isSame = a[row - 1] === b[column - 1]
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(a.length, b.length)
}
