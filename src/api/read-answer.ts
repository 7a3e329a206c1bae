type Answer<Body> = { status: number; url: string; json: () => Promise<Body> }

/** The body of an answer; null where there is no such thing, or where a path cannot be the name of one. Any other status is a failure of this site. */
export async function readOrNull<Body>(answer: Answer<Body>): Promise<Body | null> {
  if (answer.status === 404 || answer.status === 400) return null
  return readAnswer(answer)
}

/** The body of an answer that has to be there. */
export async function readAnswer<Body>(answer: Answer<Body>): Promise<Body> {
  if (answer.status !== 200) throw new Error(`The API answered ${answer.status} for ${answer.url}`)
  return answer.json()
}

/** The header that asks the API for texts in a language; without it they come in the program's own. */
export const languageHeader = (language: string | null): Record<string, string> =>
  language === null ? {} : { 'Accept-Language': language }
