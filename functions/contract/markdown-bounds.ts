import * as z from 'zod/mini'
import { code, lines } from './field-rules.ts'

/*
 * Limits of formatting in a text. A Markdown renderer matches and nests marks, so a short text of only marks costs more
 * than a long one of words. The limits are far above what people write.
 */

/**
 * Maximum number of emphasis and code marks, brackets and angle brackets, in one block between empty lines and in the
 * whole text.
 */
const maxMarksOfBlock = 300
const maxMarks = 1500
/** Maximum depth of quotes and lists inside each other. */
const maxNesting = 10
/** Maximum number of lines in total, and of lines that belong to a quote or list or begin a heading or code block. */
const maxLines = 1500
const maxParts = 500
/** Maximum number of lines that underline a heading. */
const maxUnderlines = 100
/** Maximum number of tabs. A renderer converts each to spaces. */
const maxTabs = 2000

/** Weight of an HTML tag, because the renderer reads from each tag to the end of its block. */
const costOfHtml = 4
const markRuns = /\*+|_+|`+|[[\]<&\\]/g
const containers = /^[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*)+/
const container = />|[-+*]|\d{1,9}[.)]/g

/**
 * The first line, counted from 1, at which a text exceeds the limits of formatting; null when the text is within them.
 */
export function overformattedLine(text: string): number | null {
  let [marks, marksOfBlock, parts, underlines, tabs] = [0, 0, 0, 0, 0]
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const start = containers.exec(line)?.[0] ?? ''
    const indent = /^[ \t]*/.exec(line)?.[0] ?? ''
    const ownMarks = (line.match(markRuns)?.length ?? 0) + costOfHtml * (line.split('<').length - 1)
    marksOfBlock = line.trim() === '' ? 0 : marksOfBlock + ownMarks
    marks += ownMarks
    if (start.trim() !== '' || /^[ \t]*(?:#|```|~~~)/.test(line)) parts += 1
    if (/^[ \t>]*(?:=+|-+)[ \t]*$/.test(line)) underlines += 1
    tabs += line.split('\t').length - 1
    const nesting = (start.match(container)?.length ?? 0) + indentedBy(indent)
    if (
      marksOfBlock > maxMarksOfBlock ||
      marks > maxMarks ||
      index >= maxLines ||
      parts > maxParts ||
      underlines > maxUnderlines ||
      tabs > maxTabs ||
      nesting > maxNesting
    )
      return index + 1
  }
  return null
}

/** The maximum depth of lists at a line, by its leading spaces. */
function indentedBy(indent: string): number {
  let columns = 0
  for (const character of indent) columns += character === '\t' ? 4 : 1
  return Math.floor(columns / 4)
}

/** Markdown with a maximum length, within the limits of formatting. An error has the line of the text. */
export const markdown = (maximum: number) =>
  lines(maximum).check(
    z.check<string>(({ value, issues }) => {
      const line = overformattedLine(value)
      if (line !== null)
        issues.push({ code: 'custom', message: code('too_formatted'), input: value, params: { maximum: line } })
    }),
  )
