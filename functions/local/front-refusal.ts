import type { ErrorBody, ErrorType } from '../contract/api-error.ts'

/** An answer the front gives itself, without the worker. */
export type Refusal = { status: number; message: string; retryAfterSeconds?: number }

const types: Record<number, ErrorType> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'body_too_large',
  500: 'internal_error',
  503: 'unavailable',
  504: 'unavailable',
}

/** The body and headers of a refusal: the error object for a call, a plain page for a browser, a line of text for anything else. */
export function refusalBody(
  { status, message, retryAfterSeconds }: Refusal,
  { path, accept }: { path: string; accept: string },
): { body: string; headers: Record<string, string> } {
  const { type, body } = path.startsWith('/api/')
    ? { type: 'application/json', body: JSON.stringify(errorBody(status, message, path)) }
    : accept.includes('text/html')
      ? { type: 'text/html; charset=utf-8', body: page(message, retryAfterSeconds) }
      : { type: 'text/plain; charset=utf-8', body: `${message}\n` }
  return {
    body,
    headers: {
      'Content-Type': type,
      'Content-Length': String(Buffer.byteLength(body)),
      'Cache-Control': 'no-store',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'X-Content-Type-Options': 'nosniff',
      ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) }),
    },
  }
}

function errorBody(status: number, message: string, path: string): ErrorBody {
  const type = types[status] ?? 'invalid_parameter'
  const pathname = path.split('?')[0] ?? ''
  return { code: status, type, message, param: null, path: pathname, timestamp: new Date().toISOString(), errors: [] }
}

const page = (message: string, retryAfterSeconds?: number) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${
    retryAfterSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${retryAfterSeconds}">`
  }<title>Muster</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}</style></head><body><main><h1>Muster</h1><p>${message}</p></main></body></html>`
