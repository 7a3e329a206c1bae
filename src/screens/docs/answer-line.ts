import type { OpenApiResponse } from '../../api/load-api-description.ts'

/** One response of a call: its description, and its error types. */
export type AnswerLine = {
  status: string
  sentences: string[]
  refusals: { type: string; sentence: string }[]
  schema: Record<string, unknown> | undefined
}

/** Reads a response, following a reference to a shared response. A line such as "- `sold_out`: …" is an error type. */
export function answerLine(
  status: string,
  answer: OpenApiResponse,
  shared: Record<string, OpenApiResponse>,
): AnswerLine {
  const { description = '', content = {} } = answer.$ref ? (shared[answer.$ref.replace(/^.*\//, '')] ?? {}) : answer
  const lines = description.split('\n').filter(Boolean)
  const refusals = lines.flatMap((line) => {
    const [, type, sentence] = /^- `(\w+)`: (.*)$/.exec(line) ?? []
    return type && sentence ? [{ type, sentence }] : []
  })
  return {
    status,
    sentences: lines.filter((line) => !line.startsWith('- ')),
    refusals,
    schema: Object.values(content)[0]?.schema,
  }
}
