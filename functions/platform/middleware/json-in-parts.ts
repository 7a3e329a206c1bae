import type { Context } from 'hono'
import type { OrganiserWorker } from '../context.ts'

const itemsPerPart = 50
/** Lists of at most this length are written at once. */
const maxItemsAtOnce = 500

/** Responds with an object whose lists may be very long, and yields in between, so that other visitors do not wait. */
export function jsonInParts(c: Context<OrganiserWorker>, value: Record<string, unknown>): Response {
  const items = Object.values(value).reduce<number>((sum, field) => sum + (Array.isArray(field) ? field.length : 0), 0)
  if (items <= maxItemsAtOnce) return c.json(value, 200)

  c.set('isWrittenInParts', true)
  const encoder = new TextEncoder()
  const parts = partsOf(value)
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      await new Promise((resolve) => setTimeout(resolve, 0))
      const { done, value: part } = parts.next()
      if (done) controller.close()
      else controller.enqueue(encoder.encode(part))
    },
  })
  return c.body(body, 200, { 'Content-Type': 'application/json' })
}

function* partsOf(value: Record<string, unknown>): Generator<string> {
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  for (const [index, [name, field]] of fields.entries()) {
    const opening = `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`
    if (!Array.isArray(field)) yield opening + JSON.stringify(field)
    else {
      yield `${opening}[`
      for (let from = 0; from < field.length; from += itemsPerPart)
        yield (from === 0 ? '' : ',') + JSON.stringify(field.slice(from, from + itemsPerPart)).slice(1, -1)
      yield ']'
    }
  }
  yield fields.length === 0 ? '{}' : '}'
}
