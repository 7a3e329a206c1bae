import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * The requests that the adapter and the `doctor` command send, each with the official library's type of its parameters.
 */
const operations: [method: 'get' | 'post' | 'delete', path: string, parameters: string, folder?: string][] = [
  ['post', '/v1/payment_intents', 'PaymentIntentCreateParams'],
  ['get', '/v1/payment_intents', 'PaymentIntentListParams'],
  ['get', '/v1/payment_intents/search', 'PaymentIntentSearchParams'],
  ['get', '/v1/payment_intents/{intent}', 'PaymentIntentRetrieveParams'],
  ['post', '/v1/payment_intents/{intent}', 'PaymentIntentUpdateParams'],
  ['post', '/v1/payment_intents/{intent}/confirm', 'PaymentIntentConfirmParams'],
  ['post', '/v1/payment_intents/{intent}/cancel', 'PaymentIntentCancelParams'],
  ['get', '/v1/checkout/sessions', 'SessionListParams', 'Checkout'],
  ['post', '/v1/checkout/sessions', 'SessionCreateParams', 'Checkout'],
  ['get', '/v1/checkout/sessions/{session}', 'SessionRetrieveParams', 'Checkout'],
  ['post', '/v1/checkout/sessions/{session}/expire', 'SessionExpireParams', 'Checkout'],
  ['post', '/v1/refunds', 'RefundCreateParams'],
  ['get', '/v1/refunds', 'RefundListParams'],
  ['get', '/v1/refunds/{refund}', 'RefundRetrieveParams'],
  ['get', '/v1/disputes', 'DisputeListParams'],
  ['get', '/v1/disputes/{dispute}', 'DisputeRetrieveParams'],
  ['get', '/v1/customers', 'CustomerListParams'],
  ['post', '/v1/customers', 'CustomerCreateParams'],
  ['post', '/v1/customers/{customer}', 'CustomerUpdateParams'],
  ['delete', '/v1/customers/{customer}', 'CustomerDeleteParams'],
  ['get', '/v1/setup_intents', 'SetupIntentListParams'],
  ['post', '/v1/setup_intents', 'SetupIntentCreateParams'],
  ['get', '/v1/setup_intents/{intent}', 'SetupIntentRetrieveParams'],
  ['post', '/v1/setup_intents/{intent}/confirm', 'SetupIntentConfirmParams'],
  ['get', '/v1/payment_methods', 'PaymentMethodListParams'],
  ['get', '/v1/payment_methods/{payment_method}', 'PaymentMethodRetrieveParams'],
  ['post', '/v1/payment_methods/{payment_method}/detach', 'PaymentMethodDetachParams'],
]
/** Nested parameters that are kept. Other nested ones are left out and so refused. */
const keptParts = new Set([
  'metadata',
  'transfer_data',
  'invoice_settings',
  'automatic_payment_methods',
  'adaptive_pricing',
  'line_items',
  'price_data',
  'product_data',
  'payment_intent_data',
  'setup_intent_data',
])

type Schema = Record<string, unknown>

const from = 'node_modules/stripe'
const entry = `${from}/esm/stripe.esm.node.d.ts`
const program = ts.createProgram([entry], { skipLibCheck: true, strict: true, module: ts.ModuleKind.NodeNext })
const checker = program.getTypeChecker()

/** The parameters' type, found among the library's files of a folder by its name, also inside a namespace. */
function typeNamed(name: string, folder = ''): ts.Type {
  const isNamed = (each: ts.Statement) => ts.isInterfaceDeclaration(each) && each.name.text === name
  for (const file of program.getSourceFiles()) {
    if (!file.fileName.includes(`/stripe/esm/resources/${folder}`)) continue
    const inside = file.statements.flatMap((each) =>
      ts.isModuleDeclaration(each) && each.body && ts.isModuleBlock(each.body) ? [...each.body.statements] : [],
    )
    const results = file.statements.find(isNamed) ?? (folder === '' ? undefined : inside.find(isNamed))
    if (results) return checker.getTypeAtLocation(results)
  }
  throw new Error(`the library has no ${name}`)
}

/** An object's parameters. Those for the library's callers only, such as `OtherString`, are left out. */
function objectSchema(type: ts.Type): Schema {
  const properties: Record<string, Schema> = {}
  const required: string[] = []
  for (const property of type.getProperties()) {
    const schema = schemaOf(checker.getTypeOfSymbol(property), property.name)
    if (schema === null) continue
    properties[property.name] = schema
    if (!(property.flags & ts.SymbolFlags.Optional)) required.push(property.name)
  }
  return { type: 'object', additionalProperties: false, properties, ...(required.length > 0 ? { required } : {}) }
}

function schemaOf(type: ts.Type, name: string): Schema | null {
  if (type.isUnion()) return unionSchema(type, name)
  if (type.isStringLiteral()) return { type: 'string', enum: [type.value] }
  if (type.flags & ts.TypeFlags.StringLike) return { type: 'string', maxLength: 5000 }
  if (type.flags & ts.TypeFlags.NumberLike) return { type: 'integer' }
  if (type.flags & ts.TypeFlags.BooleanLike) return { type: 'boolean' }
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as ts.TypeReference)
    const items = item && schemaOf(item, name)
    return items ? { type: 'array', items } : null
  }
  if (!keptParts.has(name)) return null
  const index = checker.getIndexInfoOfType(type, ts.IndexKind.String)
  if (index) return { type: 'object', additionalProperties: { type: 'string', maxLength: 500 } }
  return objectSchema(type)
}

function unionSchema(type: ts.UnionType, name: string): Schema | null {
  const parts = type.types.filter((each) => !(each.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)))
  const literals = parts.flatMap((each) => (each.isStringLiteral() ? [each.value] : []))
  if (parts.every((each) => each.flags & ts.TypeFlags.BooleanLike)) return { type: 'boolean' }
  const rest = parts.filter((each) => !each.isStringLiteral() && !each.isIntersection())
  const others = rest.flatMap((each) => {
    const schema = schemaOf(each, name)
    return schema ? [schema] : []
  })
  if (rest.length > 0 && others.length === 0) return null
  const all = [...(literals.length > 0 ? [{ type: 'string', enum: literals }] : []), ...others]
  return all.length < 2 ? (all[0] ?? null) : { anyOf: all }
}

/** Every kind of next step that an intent may have. */
function nextActions(intent: string): string[] {
  const property = typeNamed(intent).getProperty('next_action')
  const type = property && checker.getNonNullableType(checker.getTypeOfSymbol(property))
  return (type?.getProperties() ?? []).map(({ name }) => name).filter((name) => name !== 'type')
}

const { version } = JSON.parse(readFileSync(`${from}/package.json`, 'utf8')) as { version: string }
const [, apiVersion = ''] = /ApiVersion = '([^']+)'/.exec(readFileSync(`${from}/esm/apiVersion.js`, 'utf8')) ?? []
const paths: Record<string, Record<string, Schema>> = {}
for (const [method, path, parameters, folder] of operations) {
  const schema = objectSchema(typeNamed(parameters, folder))
  paths[path] = {
    ...paths[path],
    [method]:
      method !== 'get'
        ? { requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } } }
        : { 'x-query': schema },
  }
}
const description = {
  openapi: '3.0.0',
  info: {
    title: 'Stripe API, the operations and parameters that the adapter uses',
    version: apiVersion,
    'x-library': `stripe ${version}`,
    'x-openapi': readFileSync(`${from}/OPENAPI_VERSION`, 'utf8').trim(),
  },
  paths,
  'x-next-actions': {
    payment_intent: nextActions('PaymentIntent'),
    setup_intent: nextActions('SetupIntent'),
  },
}
const file = 'e2e/stripe/api-description.json'
writeFileSync(file, JSON.stringify(description))
execFileSync('node_modules/.bin/biome', ['format', '--write', file])
