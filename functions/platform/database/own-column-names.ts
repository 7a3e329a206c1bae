import { Column, getTableName, SQL, sql } from 'drizzle-orm'
import * as utils from 'drizzle-orm/utils'

type Selected = { path: string[]; field: unknown }
type Select = { fields: Record<string, unknown>; fieldsFlat?: Selected[]; joins?: unknown[] }
type Dialect = {
  buildSelectQuery: (select: Select) => SQL
  escapeName: (name: string) => string
  casing: { getColumnCasing: (column: Column) => string }
}
// The library exports this function, but its types lack it.
const { orderSelectedFields } = utils as unknown as {
  orderSelectedFields: (fields: Record<string, unknown>) => Selected[]
}

/** The SQL text of a column, without and with the name of its table. */
const texts = { alone: new WeakMap<Column, string>(), qualified: new WeakMap<Column, string>() }

/**
 * D1 returns batch rows as objects, so columns with the same name from two joined tables collapse into one, and every
 * later value lands in the wrong field. Renames the later columns; values are read by position, not by name.
 *
 * Writes neighbouring columns as one text. Building them one by one takes most of the CPU of a query.
 */
export function giveColumnsOwnNames(dialect: unknown): void {
  const own = dialect as Dialect
  const build = own.buildSelectQuery.bind(own)
  own.buildSelectQuery = (select) => {
    const isSingleTable = !select.joins || select.joins.length === 0
    const fields = select.fieldsFlat ?? orderSelectedFields(select.fields)
    const fieldsFlat = isSingleTable
      ? asTexts(fields, (column) => textOf(texts.alone, column, () => nameOf(own, column)))
      : asTexts(withOwnNames(fields), (column) =>
          textOf(texts.qualified, column, () => `${own.escapeName(getTableName(column.table))}.${nameOf(own, column)}`),
        )
    return build({ ...select, fieldsFlat })
  }
}

function asTexts(fields: Selected[], write: (column: Column) => string): Selected[] {
  const written: Selected[] = []
  let columns: string[] = []
  const endText = () => {
    if (columns.length > 0) written.push({ path: [], field: sql.raw(columns.join(', ')) })
    columns = []
  }
  for (const selected of fields) {
    const { field } = selected
    if (field instanceof Column) columns.push(write(field))
    else {
      endText()
      written.push(selected)
    }
  }
  endText()
  return written
}

function textOf(known: WeakMap<Column, string>, column: Column, write: () => string): string {
  const text = known.get(column) ?? write()
  known.set(column, text)
  return text
}

const nameOf = (own: Dialect, column: Column) => own.escapeName(own.casing.getColumnCasing(column))

function withOwnNames(fields: Selected[]): Selected[] {
  const taken = new Set<string>()
  return fields.map((selected, index) => {
    const { field } = selected
    const name = field instanceof Column ? field.name : field instanceof SQL.Aliased ? field.fieldAlias : null
    if (name === null) return selected
    if (!taken.has(name) || !(field instanceof Column)) {
      taken.add(name)
      return selected
    }
    return { ...selected, field: sql`${field}`.as(`${name}_${index}`) }
  })
}
