import * as z from 'zod/mini'

/** Some of the fields of a value, also of nested objects. Lists and nullable objects must be complete. */
export type SomeOf<Value> = {
  [Name in keyof Value]?: Value[Name] extends Record<string, unknown> ? SomeOf<Value[Name]> : Value[Name]
}
type Shape = Readonly<Record<string, z.core.$ZodType>>
type Whole<Fields extends Shape> = z.output<z.ZodMiniObject<Fields>>

/**
 * The schema of a change: every field of an object is optional and without a default, so that an absent one keeps its
 * value. The `needed` fields are required.
 */
export function someOf<Fields extends Shape, Needed extends keyof Whole<Fields> = never>(
  schema: z.ZodMiniObject<Fields>,
  needed: readonly Needed[] = [],
): z.ZodMiniType<SomeOf<Whole<Fields>> & Pick<Whole<Fields>, Needed>> {
  const must = new Set<PropertyKey>(needed)
  const fields = Object.entries(schema._zod.def.shape as Shape).map(([name, field]) => [
    name,
    must.has(name) ? bare(field) : z.optional(bare(field)),
  ])
  return z.strictObject(Object.fromEntries(fields)) as unknown as z.ZodMiniType<
    SomeOf<Whole<Fields>> & Pick<Whole<Fields>, Needed>
  >
}

function bare(field: z.core.$ZodType): z.core.$ZodType {
  const { def } = (field as z.core.$ZodTypes)._zod
  if (def.type === 'default' || def.type === 'prefault') return bare(def.innerType)
  return def.type === 'object' ? someOf(field as z.ZodMiniObject<Shape>) : field
}

/** A value with some of its fields changed. */
export function withChanges<Value extends object>(value: Value, changes: SomeOf<Value>): Value {
  const merged = Object.entries(changes).flatMap(([name, change]) => {
    const current = (value as Record<string, unknown>)[name]
    if (change === undefined) return []
    return [[name, isRecord(current) && isRecord(change) ? withChanges(current, change) : change]]
  })
  return { ...value, ...Object.fromEntries(merged) }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
