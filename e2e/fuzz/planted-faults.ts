import type { Schema } from '../../functions/test-bench/matches-schema.ts'
import type { ApiDocument, Operation } from './operations.ts'

/** A table that fails on one particular value that validators accept: the fuzzer must find a 500. */
export function noApostrophes(sql: string): string {
  const planted = sql.replace(
    /(CREATE TABLE attendees \([^;]*?first_name TEXT NOT NULL)/,
    `$1 CHECK (instr(first_name, '''') = 0)`,
  )
  if (/CREATE TABLE attendees \(/.test(sql) && planted === sql)
    throw new Error('There is no first name to plant a fault in.')
  return planted
}

/** A database whose event index has another name, so that searches fail. */
export const withoutSearch = (sql: string): string => sql.replaceAll(/\bevents_text\b/g, 'events_gone')

/**
 * An OpenAPI document that limits discount codes to three characters: a site that accepts four seems to lack a check.
 */
export function looserDocument(api: ApiDocument): ApiDocument {
  return withBody(api, 'POST', /\/discounts$/, (body) => ({
    ...body,
    properties: { ...body.properties, code: { ...body.properties?.['code'], maxLength: 3 } },
  }))
}

/** An OpenAPI document that limits lists to 9 rows: a site that returns 10 seems to lack a check. */
export function shorterLists(api: ApiDocument): ApiDocument {
  return {
    ...api,
    operations: api.operations.map((operation) => ({
      ...operation,
      parameters: operation.parameters.map((each) =>
        each.name === 'limit' ? { ...each, schema: { type: 'string', pattern: '^\\d$' } } : each,
      ),
    })),
  }
}

function withBody(api: ApiDocument, method: string, path: RegExp, change: (body: Schema) => Schema): ApiDocument {
  const changed = api.operations.map(
    (operation): Operation =>
      operation.method === method && path.test(operation.path) && operation.body
        ? { ...operation, body: change(operation.body) }
        : operation,
  )
  return { ...api, operations: changed }
}

/** The OpenAPI document with these calls only. */
export const onlyCalls = (api: ApiDocument, path: RegExp): ApiDocument => ({
  ...api,
  operations: api.operations.filter((operation) => path.test(operation.path)),
})
