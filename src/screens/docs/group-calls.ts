import type { OpenApi, Operation } from '../../api/load-api-description.ts'

/**
 * `auth` is the credential that a call needs: none, a customer's token, or the credentials of an organisation's
 * client.
 */
export type Call = {
  id: string
  method: string
  path: string
  auth: 'nobody' | 'bearer' | 'basic'
  operation: Operation
}
export type CallGroup = { id: string; name: string; calls: Call[] }

const methods = ['get', 'post', 'put', 'patch', 'delete']
const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

/** The group of `/api/v1/profile/orders/{order_id}` is `profile/orders`: two path segments, without version and parameters. */
function groupName(path: string, operation: Operation): string {
  if (operation.tags?.[0]) return operation.tags[0]
  const parts = path
    .replace(/^\/api\//, '')
    .replace(/^v\d+\//, '')
    .split('/')
    .filter((part) => !part.startsWith('{'))
  return parts.slice(0, 2).join('/')
}

function authOf({ security = [] }: Operation): Call['auth'] {
  const schemes = security.flatMap((each) => Object.keys(each))
  if (schemes.length === 0) return 'nobody'
  return schemes.some((name) => /bearer/i.test(name)) ? 'bearer' : 'basic'
}

/** Every call by subject, in the order of the document. */
export function groupCalls(document: Pick<OpenApi, 'paths' | 'servers'>): CallGroup[] {
  const base = document.servers?.[0]?.url ?? ''
  const groups = new Map<string, CallGroup>()
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of methods) {
      const operation = item[method]
      if (!operation) continue
      const name = groupName(path, operation)
      const group = groups.get(name) ?? { id: slug(name), name, calls: [] }
      group.calls.push({
        id: slug(`${method} ${path}`),
        method: method.toUpperCase(),
        path: base + path,
        auth: authOf(operation),
        operation,
      })
      groups.set(name, group)
    }
  }
  return [...groups.values()]
}
