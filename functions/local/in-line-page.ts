/** The path at which a browser continues to wait and asks for the remaining time. */
export const linePath = '/line'

const words = {
  en: {
    title: 'You’re in line',
    about: (seconds: number) => (seconds === 1 ? 'about a second' : `about ${seconds} seconds`),
    text: 'Many people are here right now. This page continues automatically, and what you filled in is safe with us.',
    again: 'Continue now',
  },
  fr: {
    title: 'Vous êtes dans la file',
    about: (seconds: number) => (seconds === 1 ? 'environ une seconde' : `environ ${seconds} secondes`),
    text: 'Beaucoup de monde est là en ce moment. Cette page continue automatiquement, et ce que vous avez rempli est conservé.',
    again: 'Continuer maintenant',
  },
}

/** Rounded seconds, because visitors do not need the exact number. */
export const roundedSeconds = (seconds: number): number =>
  seconds <= 5 ? Math.max(1, Math.ceil(seconds)) : Math.ceil(seconds / 5) * 5

/** The page for a waiting form: how long it takes, and that the visitor need not do anything. */
export function inLinePage(input: { ticket: string; seconds: number; language: 'en' | 'fr' }): string {
  const { title, about, text, again } = words[input.language]
  const address = `${linePath}/${input.ticket}`
  const sentence = `${title}, ${about(roundedSeconds(input.seconds))}.`
  return `<!doctype html><html lang="${input.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark"><meta http-equiv="refresh" content="1;url=${address}"><title>${sentence}</title><style>body{font:16px/1.5 system-ui,sans-serif;max-width:30rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}a{display:inline-block;padding:.7rem 0}</style></head><body><main><h1>${title}</h1><p role="status">${sentence}</p><p>${text}</p><p><a href="${address}">${again}</a></p></main></body></html>`
}

/** The headers of the proxy's own pages. */
export const pageHeaders = (body: string): Record<string, string> => ({
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Length': String(Buffer.byteLength(body)),
  'Cache-Control': 'no-store',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
})
