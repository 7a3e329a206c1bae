import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { superlinearReason } from './test-bench/superlinear-pattern.ts'

type Pattern = { at: string; source: string; flags: string }

const files = globSync(['functions/**/*.ts', 'src/**/*.{ts,tsx,astro}']).filter(
  (path) => !/\.test\.ts$|^functions\/test-bench\//.test(path),
)

/** Tests its own examples with the patterns of our schemas, which are checked where they are written. */
const patternsOfSchemas = 'functions/api-description/field-words.ts'

/** The patterns of a source file. A template's placeholder stands for one of our own words. */
function patternsOf(path: string): Pattern[] {
  const text = readFileSync(path, 'utf8')
  if (!/\/[^/*\s][^\n]*\/|RegExp\(/.test(text)) return []
  return (path.endsWith('.astro') ? codeOfPage(text) : [text]).flatMap((code) => patternsIn(path, code))
}

/** The code of a page: its frontmatter, its scripts, and the calls in its markup. */
function codeOfPage(text: string): string[] {
  const [, above = '', markup = ''] = text.split(/^---$/m)
  const calls = [
    ...markup.matchAll(/(?<=[(,=]\s{0,3})\/(?![/*>])(?:\\.|\[(?:\\.|[^\]\n])*\]|[^/\n\\[])+\/[dgimsuvy]*/g),
  ]
  return [above, ...calls.map(([pattern]) => pattern)]
}

function patternsIn(path: string, code: string): Pattern[] {
  const patterns: Pattern[] = []
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, kindOf(path))
  const add = (node: ts.Node, pattern: string, flags: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart())
    patterns.push({ at: `${path}:${line + 1}`, source: pattern, flags })
  }
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/')
      add(node, node.text.slice(1, end), node.text.slice(end + 1))
    } else if (path !== patternsOfSchemas && isRegExpCall(node)) {
      const [pattern, flags] = node.arguments ?? []
      add(node, pattern ? textOf(pattern) : '', flags ? textOf(flags) : '')
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return patterns
}

const isRegExpCall = (node: ts.Node): node is ts.NewExpression | ts.CallExpression =>
  (ts.isNewExpression(node) || ts.isCallExpression(node)) && node.expression.getText() === 'RegExp'
const kindOf = (path: string) => (path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX)

function textOf(node: ts.Expression): string {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node))
    throw new Error(`${node.getText()} is no text: write the pattern where it is used.`)
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('x')
}

describe('regular expressions over texts', () => {
  const patterns = files.flatMap(patternsOf)

  it('expressions are found in scripts, templates and pages', () => {
    const found = new Set(patterns.map(({ at }) => at.split(':')[0]?.split('.').at(-1)))
    expect([patterns.length > 500, [...found].sort()]).toEqual([true, ['astro', 'ts', 'tsx']])
  })

  it('every expression takes linear time', () => {
    const slow = patterns.flatMap(({ at, source, flags }) => {
      const reason = superlinearReason(source, flags)
      return reason ? [`${at} /${source}/${flags}: ${reason}`] : []
    })
    expect(slow).toEqual([])
  })
})

describe('the check for superlinear expressions', () => {
  it.each([
    ['\\s+$', ''],
    ['(.*?)\\s*$', ''],
    ['^([\\w-]+):\\s*(.*?)\\s*$', ''],
    ['^(a+)+$', ''],
    ['^(?:a|a)*b', ''],
    ['^(?:a?b?)*c', ''],
    ['^(?:a*)*b', ''],
    ['^a*a*b', ''],
    ['^(?:(?=.*x).)*y', ''],
    ['<h([1-6])>(.*?)</h\\1>', 'gs'],
    ['^\\s+b', 'm'],
    ['[\\w-]+@x', ''],
    ['(?<=\\s*)x', ''],
    ['^\\p{L}*\\p{Lu}*!', 'u'],
    ['^[a-z]*[A-Z]*!', 'i'],
  ])('the check reports the superlinear expression /%s/%s', (source, flags) =>
    expect(superlinearReason(source, flags)).not.toBeNull(),
  )

  it.each([
    ['^\\s+', ''],
    ['\\s+', 'g'],
    ['[\\w-]+', 'g'],
    ['^[^@]+@[^@]+$', ''],
    ['(?:^|;\\s*)name=([^;]*)', ''],
    ['\\bfoo\\w*bar', ''],
    ['^[a-z]*[A-Z]*!', ''],
    ['^(?:\\d{1,3}\\.)*\\d{1,3}$', ''],
    ['\\s+b', 'y'],
    ['^ +b', 'm'],
  ])('the check accepts the linear expression /%s/%s', (source, flags) =>
    expect(superlinearReason(source, flags)).toBeNull(),
  )
})
