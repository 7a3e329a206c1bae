type Answer<Body> = { status: number; url: string; json: () => Promise<Body> }

/** The response body; null for 404 and for a path that cannot name a resource. Any other error status throws. */
export async function readOrNull<Body>(answer: Answer<Body>): Promise<Body | null> {
  if (answer.status === 404 || answer.status === 400) return null
  return readAnswer(answer)
}

/** The response body of a resource that must exist. */
export async function readAnswer<Body>(answer: Answer<Body>): Promise<Body> {
  if (answer.status !== 200) throw new Error(`The API answered ${answer.status} for ${answer.url}`)
  return answer.json()
}

/** The header that asks the API for texts in a language. Without it the texts are in the program's own language. */
export const languageHeader = (language: string | null): Record<string, string> =>
  language === null ? {} : { 'Accept-Language': language }
