/** What the push service of a development build answers: the number that the address ends with, else 201. */
export function answerAsSandbox(endpoint: string): Response {
  const status = Number(/\/(\d{3})$/.exec(endpoint)?.[1] ?? 201)
  return new Response(null, { status, ...(status === 429 ? { headers: { 'Retry-After': '60' } } : {}) })
}
