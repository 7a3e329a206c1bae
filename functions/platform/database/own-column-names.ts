import { Column, is, SQL, sql } from 'drizzle-orm'

type Selected = { path: string[]; field: unknown }
type Dialect = { buildSelection: (fields: Selected[], how?: { isSingleTable?: boolean }) => SQL }

/**
 * D1 answers a batch with objects, in which columns of one name from two joined tables become one, and every value after
 * it lands in the wrong field. Gives the later ones a name of their own; values are found by place, not by name.
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
