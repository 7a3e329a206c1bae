import { Column, is, SQL, sql } from 'drizzle-orm'

type Selected = { path: string[]; field: unknown }
type Dialect = { buildSelection: (fields: Selected[], how?: { isSingleTable?: boolean }) => SQL }

/**
 * D1 returns batch rows as objects, so columns with the same name from two joined tables collapse into one, and every
 * later value lands in the wrong field. Renames the later columns; values are read by position, not by name.
 */
export function giveColumnsOwnNames(dialect: unknown): void {
  const own = dialect as Dialect
  const build = own.buildSelection.bind(own)
  own.buildSelection = (fields, how = {}) => build(how.isSingleTable ? fields : withOwnNames(fields), how)
}

function withOwnNames(fields: Selected[]): Selected[] {
  const taken = new Set<string>()
  return fields.map((selected, index) => {
    const { field } = selected
    const name = is(field, Column) ? field.name : is(field, SQL.Aliased) ? field.fieldAlias : null
    if (name === null) return selected
    if (!taken.has(name) || !is(field, Column)) {
      taken.add(name)
      return selected
    }
    return { ...selected, field: sql`${field}`.as(`${name}_${index}`) }
  })
}
