import type { ErrorBody, ErrorType } from '../contract/api-error.ts'

type Language = 'en' | 'fr'
type Sentence = Record<Language, string>
/**
 * A response of the proxy process itself, without the worker. Refusals that only a faulty client can cause are in
 * English only.
 */
export type Refusal = { status: number; message: string | Sentence; retryAfterSeconds?: number }

export const starting: Refusal = {
  status: 503,
  message: {
    en: 'The site is starting. Try again in a moment.',
    fr: 'Le site démarre. Réessayez dans un instant.',
  },
  retryAfterSeconds: 2,
}
export const failed: Refusal = {
  status: 500,
  message: {
    en: 'Something went wrong. Please try again later.',
    fr: 'Un problème est survenu. Veuillez réessayer plus tard.',
  },
}
export const timedOut: Refusal = {
  status: 504,
  message: {
    en: 'The site took too long to answer. Try again in a moment.',
    fr: 'Le site a mis trop de temps à répondre. Réessayez dans un instant.',
  },
}
export const tooLarge: Refusal = {
  status: 413,
  message: { en: 'The body is too large.', fr: 'L’envoi est trop volumineux.' },
}
export const tooSlow: Refusal = {
  status: 408,
  message: {
    en: 'Your connection was too slow to send this. Try again.',
    fr: 'Votre connexion était trop lente pour cet envoi. Réessayez.',
  },
}
export const siteBusy: Refusal = {
  status: 503,
  message: {
    en: 'The site is busy. Try again in a moment.',
    fr: 'Le site est très sollicité. Réessayez dans un instant.',
  },
  retryAfterSeconds: 1,
}
export const networkBusy: Refusal = {
  status: 429,
  message: {
    en: 'Too much comes from your network at once. Try again in a few seconds.',
    fr: 'Trop de demandes arrivent de votre réseau en même temps. Réessayez dans quelques secondes.',
  },
  retryAfterSeconds: 5,
}
export const formIsOver: Refusal = {
  status: 404,
  message: {
    en: 'This form is no longer waiting. Look in My bookings whether it went through before you send it again.',
    fr: 'Ce formulaire n’attend plus. Vérifiez dans Mes réservations s’il a abouti avant de l’envoyer à nouveau.',
  },
}
export const waitedTooLong = (seconds: number): Refusal => ({
  status: 503,
  message: {
    en: `Many people are here right now. Try again in about ${seconds} seconds.`,
    fr: `Beaucoup de monde est là en ce moment. Réessayez dans environ ${seconds} secondes.`,
  },
  retryAfterSeconds: seconds,
})

const types: Record<number, ErrorType> = {
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'unavailable',
  413: 'body_too_large',
  429: 'too_many_requests',
  500: 'internal_error',
  503: 'unavailable',
  504: 'unavailable',
}

/** Body and headers of a refusal: the error object for a call, a plain page for a browser, a line of text otherwise. */
export function refusalBody(
  { status, message: sentence, retryAfterSeconds }: Refusal,
  { path, accept, language }: { path: string; accept: string; language: Language },
): { body: string; headers: Record<string, string> } {
  const message = typeof sentence === 'string' ? sentence : sentence[language]
  const { type, body } = path.startsWith('/api/')
    ? { type: 'application/json', body: JSON.stringify(errorBody(status, message, path)) }
    : accept.includes('text/html')
      ? {
          type: 'text/html; charset=utf-8',
          body: page(message, { language: typeof sentence === 'string' ? 'en' : language, retryAfterSeconds }),
        }
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

const page = (
  message: string,
  { language, retryAfterSeconds }: { language: Language; retryAfterSeconds: number | undefined },
) =>
  `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">${
    retryAfterSeconds === undefined ? '' : `<meta http-equiv="refresh" content="${retryAfterSeconds}">`
  }<title>Muster</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}</style></head><body><main><h1>Muster</h1><p>${message}</p></main></body></html>`
