import { Hono } from 'hono'
import type { Worker } from '../context.ts'
import { fileSchemaPath } from '../contract/site-pages.ts'

/** The JSON Schema of program files, for editors: any origin may read it. */
export const programFileSchemaRoute = new Hono<Worker>().get(fileSchemaPath, async (c) => {
  const { programFileSchema } = await import('../organiser/program-file/file-schema.ts')
  return c.body(JSON.stringify(programFileSchema()), 200, {
    'Content-Type': 'application/schema+json; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    'Access-Control-Allow-Origin': '*',
  })
})
