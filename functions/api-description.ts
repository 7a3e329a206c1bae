import type { Hono } from 'hono'
import packageFile from '../package.json' with { type: 'json' }
import { describeFields } from './api-description/field-words.ts'
import { jsonSchemas } from './api-description/json-schemas.ts'
import { operationOf } from './api-description/operations.ts'
import { headers } from './api-description/refusals.ts'
import { routesOf } from './api-description/routes.ts'
import { wordsOfShape } from './api-description/words/all-shapes.ts'
import { scopeWords } from './api-description/words/accounts.ts'
import { tagWords } from './api-description/words/operations.ts'
import type { Worker } from './platform/context.ts'

const { name, version, license } = packageFile

const introduction = `Programs, registrations, orders and payments.

- **Start**: \`POST /v1/signup\`, \`POST /v1/profile/programs/{program_id}\`, \`POST /v1/profile/attendees\`, \`POST /v1/profile/programs/{program_id}/attendees\` for a person who is not in the program yet, \`POST /v1/profile/registrations\`, \`POST /v1/profile/orders\`, \`POST …/quote\`, \`POST …/payments\`.
- **Clients** act for a customer in one program, within the scopes that the customer allowed (\`oauth\`). Everything of another program is answered like a missing thing, and lists are of the one program. The account, other adults, erasing and devices are the customer’s own.
- **Money** is an object with \`value\` in the smallest unit of the currency. **Times** are ISO 8601 in UTC, days are yyyy-mm-dd.
- **Errors** have one shape. Branch on \`type\`; \`message\` is for people, in the language of \`Accept-Language\` (\`en\`, \`fr\`).
- **Repeats**: every POST takes an \`Idempotency-Key\`, so that a request whose answer was lost can be sent again.
- **Limits**: a 429 says in \`Retry-After\` when to try again. A body is at most 256 KB, a file 10 MB.
- **Browsers**: no call has CORS headers, also not those under \`/v1/explore\`, so that no script of another site can read one. Call from your server, or show a program's list with the frame \`/embed/{program_id}\`.
- Unknown parameters and fields are refused. A PUT changes the fields that are present.`

export type ApiDescription = ReturnType<typeof makeDescription>
const described = new WeakMap<object, ApiDescription>()

/** The OpenAPI 3.1 document of a route table, from the routes' descriptions; built once. */
export function describeApi(api: Hono<Worker>): ApiDescription {
  const document = described.get(api) ?? makeDescription(api)
  described.set(api, document)
  return document
}

function makeDescription(api: Hono<Worker>) {
  const { components, toJson } = jsonSchemas()
  const responses: Record<string, object> = {}
  const routes = routesOf(api)
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {}
  for (const facts of routes)
    paths[facts.path] = {
      ...paths[facts.path],
      [facts.method.toLowerCase()]: operationOf(facts, { toJson, responses }),
    }
  for (const [shape, json] of Object.entries(components)) describeFields(json, wordsOfShape(shape))
  const tags = [...new Set(routes.map(({ description }) => description.tag))]

  return {
    openapi: '3.1.0',
    info: {
      title: `${name[0]?.toUpperCase()}${name.slice(1)} API`,
      version,
      description: introduction,
      contact: { name: 'The people who run this site' },
      license: { name: license, identifier: license },
    },
    servers: [{ url: '/api' }],
    tags: tags.map((tag) => ({ name: tag, description: tagWords[tag] ?? tag })),
    paths,
    components: {
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => a.localeCompare(b, 'en'))),
      responses,
      headers,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'Access token of POST /v1/login, /v1/signup or /v1/oauth/token; good for ten minutes.',
        },
        oauth: {
          type: 'oauth2',
          description:
            'Access token of a client, for one customer, one program and some scopes: code with PKCE, for clients that the site is set up with. A call outside the scopes is refused (403 `insufficient_scope`).',
          flows: {
            authorizationCode: {
              authorizationUrl: '/api/v1/oauth/authorize',
              tokenUrl: '/api/v1/oauth/token',
              refreshUrl: '/api/v1/oauth/token',
              scopes: scopeWords,
            },
          },
        },
        basic: {
          type: 'http',
          scheme: 'basic',
          description:
            'Client id and secret of an organisation. Where the site is configured for it, a program acts for one customer with its own in the calls of customers, never from a browser.',
        },
      },
    },
  }
}
