import { createScanner, type JSONScanner, type SyntaxKind } from 'jsonc-parser'

// Only the types of the library have this enum, so its value is written out here.
const openBrace = 1 satisfies SyntaxKind.OpenBraceToken
const closeBrace = 2 satisfies SyntaxKind.CloseBraceToken
const openBracket = 3 satisfies SyntaxKind.OpenBracketToken
const closeBracket = 4 satisfies SyntaxKind.CloseBracketToken
const comma = 5 satisfies SyntaxKind.CommaToken
const colon = 6 satisfies SyntaxKind.ColonToken
const endOfText = 17 satisfies SyntaxKind.EOF

/** A JSON value with its first line; an object's fields have the lines of their names. */
type Node = { line: number; text?: string; fields?: Map<string, Node>; items?: Node[]; itemsByKey?: Map<string, Node> }
/** Values below this depth are skipped. No program file is as deep. */
const maxDepth = 12

/**
 * The line of each path (`events[0].name`, `events.canoe.name`) in a JSON text, counted from 1; for a missing part, the
 * nearest existing one.
 */
export function jsonLines(text: string, paths: readonly string[]): number[] {
  const scanner = createScanner(text, true)
  scanner.scan()
  const root = readNode(scanner, 0)
  return paths.map((path) => lineOf(root, path.split(/[.[\]]+/).filter(Boolean)))
}

function lineOf(node: Node, [part, ...rest]: string[]): number {
  const next = part === undefined ? undefined : (node.fields?.get(part) ?? itemOf(node, part))
  return next ? lineOf(next, rest) : node.line
}

function itemOf(node: Node, part: string): Node | undefined {
  const { items = [] } = node
  node.itemsByKey ??= new Map(items.toReversed().map((item) => [item.fields?.get('key')?.text ?? '', item]))
  return (/^\d+$/.test(part) ? items[Number(part)] : undefined) ?? node.itemsByKey.get(part)
}

// Reads the scanner's current value, and leaves the scanner on the token after it.
function readNode(scanner: JSONScanner, depth: number): Node {
  const line = scanner.getTokenStartLine() + 1
  const token = scanner.getToken()
  const isObject = token === openBrace
  if (!isObject && token !== openBracket) {
    const text = scanner.getTokenValue()
    scanner.scan()
    return { line, text }
  }
  if (depth >= maxDepth) return stepOver(scanner, line)
  scanner.scan()
  return isObject ? { line, fields: readFields(scanner, depth + 1) } : { line, items: readItems(scanner, depth + 1) }
}

function stepOver(scanner: JSONScanner, line: number): Node {
  let open = 0
  do {
    const token = scanner.getToken()
    if (token === openBrace || token === openBracket) open += 1
    if (token === closeBrace || token === closeBracket) open -= 1
    scanner.scan()
  } while (open > 0 && scanner.getToken() !== endOfText)
  return { line }
}

function readFields(scanner: JSONScanner, depth: number): Map<string, Node> {
  const fields = new Map<string, Node>()
  while (!isEnd(scanner, closeBrace)) {
    const line = scanner.getTokenStartLine() + 1
    const name = scanner.getTokenValue()
    if (scanner.scan() === colon) scanner.scan()
    fields.set(name, { ...readNode(scanner, depth), line })
  }
  return fields
}

function readItems(scanner: JSONScanner, depth: number): Node[] {
  const items: Node[] = []
  while (!isEnd(scanner, closeBracket)) items.push(readNode(scanner, depth))
  return items
}

// Skips a comma, or a closing bracket.
function isEnd(scanner: JSONScanner, closing: SyntaxKind): boolean {
  if (scanner.getToken() === comma) scanner.scan()
  const token = scanner.getToken()
  if (token === closing) scanner.scan()
  return token === closing || token === endOfText
}
