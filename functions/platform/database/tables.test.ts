import { getViewName, getViewSelectedFields, is } from 'drizzle-orm'
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Bench, openBench } from '../../test-bench/bench.ts'
import * as tables from './tables.ts'

type Column = { name: string; type: string; notnull: number; pk: number }
const described = Object.values(tables)
  .filter((each) => is(each, SQLiteTable))
  .map((table) => getTableConfig(table as SQLiteTable))

describe('tables.ts', () => {
  let opened: Bench
  beforeAll(async () => {
    opened = await openBench()
  })

  it('tables.ts describes exactly the tables of the migrations', async () => {
    const { results } = await opened.env.DB.prepare(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT GLOB '*_text' AND name NOT GLOB '*_text_*' AND name <> 'd1_migrations'",
    ).all<{ name: string }>()
    expect(described.map((table) => table.name).sort()).toEqual(results.map((row) => row.name).sort())
  })

  it('tables.ts describes the bookings view with its columns', async () => {
    const { results } = await opened.env.DB.prepare(
      `SELECT name FROM pragma_table_info('${getViewName(tables.bookings)}')`,
    ).all<Column>()
    expect(Object.keys(getViewSelectedFields(tables.bookings)).sort()).toEqual(results.map(({ name }) => name).sort())
  })

  it.each(described.map((table) => table.name))(
    'tables.ts describes every column of %s with its type and nullability',
    async (name) => {
      const table = described.find((each) => each.name === name)
      const { results } = await opened.env.DB.prepare(
        `SELECT name, type, "notnull", pk FROM pragma_table_info('${name}')`,
      ).all<Column>()
      const real = results
        .map(
          (column) =>
            `${column.name} ${column.type.toUpperCase()}${column.notnull === 1 && column.pk === 0 ? ' NOT NULL' : ''}`,
        )
        .sort()
      const keys = new Set(results.filter((column) => column.pk > 0).map((column) => column.name))
      const ours = (table?.columns ?? [])
        .map(
          (column) =>
            `${column.name} ${column.getSQLType().toUpperCase()}${column.notNull && !keys.has(column.name) ? ' NOT NULL' : ''}`,
        )
        .sort()
      expect(ours).toEqual(real)
    },
  )
})
