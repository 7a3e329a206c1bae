import type { OpenApi, Operation } from '../../api/load-calls.ts'

export type Call = { id: string; method: string; path: string; operation: Operation }
export type CallGroup = { id: string; name: string; calls: Call[] }

const methods = ['get', 'post', 'put', 'patch', 'delete']
const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** `/api/v1/profile/orders/{order_id}` stands under `profile/orders`: version and parameters aside, two parts deep. */
function groupName(path: string, operation: Operation): string {
  if (operation.tags?.[0]) return operation.tags[0]
  const parts = path
    .replace(/^\/api\//, '')
    .replace(/^v\d+\//, '')
    .split('/')
    .filter((part) => !part.startsWith('{'))
  return parts.slice(0, 2).join('/')
}

/** Every call of the document, by subject, in the order of the document. */
export function groupCalls(document: Pick<OpenApi, 'paths'>): CallGroup[] {
  const groups = new Map<string, CallGroup>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      const name = groupName(path, operation)
      const group = groups.get(name) ?? { id: slug(name), name, calls: [] }
      group.calls.push({ id: slug(`${method} ${path}`), method: method.toUpperCase(), path, operation })
      groups.set(name, group)
    }
  }
  return [...groups.values()]
}
