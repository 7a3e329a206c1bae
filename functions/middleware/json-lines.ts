/** A value of a JSON text, with the line it begins on; the fields of an object have the line of their names. */
type Node = { line: number; value?: unknown; fields?: Map<string, Node>; items?: Node[] }
type Reader = { text: string; at: number; line: number; depth: number }
/** No program file goes deeper; what does is stepped over. */
const deepest = 12

/**
 * On which line of a JSON text each path stands (`events[0].name`, `events.canoe.name`), counted from 1; where a part is missing,
 * the nearest that is there.
 */
export function jsonLines(text: string, paths: readonly string[]): number[] {
  const root = readNode({ text, at: 0, line: 1, depth: 0 })
  return paths.map((path) => lineOf(root, path.split(/[.[\]]+/).filter(Boolean)))
}

function lineOf(node: Node, [part, ...rest]: string[]): number {
  const next =
    part === undefined
      ? undefined
      : (node.fields?.get(part) ??
        node.items?.[/^\d+$/.test(part) ? Number(part) : -1] ??
        node.items?.find((item) => item.fields?.get('key')?.value === part))
  return next ? lineOf(next, rest) : node.line
}

function readNode(reader: Reader): Node {
  skipSpace(reader)
  const { line } = reader
  const first = reader.text[reader.at]
  if (first !== '{' && first !== '[') return { line, value: readPlain(reader) }
  if (reader.depth >= deepest) return stepOver(reader)
  reader.depth += 1
  const node = first === '{' ? { line, fields: readFields(reader) } : { line, items: readItems(reader) }
  reader.depth -= 1
  return node
}

function stepOver(reader: Reader): Node {
  const { line } = reader
  let open = 0
  do {
    skipSpace(reader)
    const sign = reader.text[reader.at] ?? ''
    if ('{['.includes(sign)) open += 1
    if (']}'.includes(sign)) open -= 1
    readPlain(reader)
  } while (open > 0 && reader.at < reader.text.length)
  return { line }
}

function readFields(reader: Reader): Map<string, Node> {
  const fields = new Map<string, Node>()
  while (!isEnd(reader, '}')) {
    skipSpace(reader)
    const { line } = reader
    const name = String(readPlain(reader))
    skipSpace(reader)
    reader.at += 1
    fields.set(name, { ...readNode(reader), line })
  }
  return fields
}

function readItems(reader: Reader): Node[] {
  const items: Node[] = []
  while (!isEnd(reader, ']')) items.push(readNode(reader))
  return items
}

// Steps over the opening bracket or a comma; at the closing bracket over that.
function isEnd(reader: Reader, closing: string): boolean {
  skipSpace(reader)
  const isOver = reader.text[reader.at] === closing || reader.at >= reader.text.length
  reader.at += 1
  if (isOver) return true
  skipSpace(reader)
  if (reader.text[reader.at] !== closing) return false
  reader.at += 1
  return true
}

// A string, a number or a word; strings of JSON hold no line breaks.
function readPlain(reader: Reader): unknown {
  const plain = /"(?:[^"\\]|\\.)*"|[^\s,[\]{}:]+/y
  plain.lastIndex = reader.at
  const found = plain.exec(reader.text)?.[0] ?? ''
  reader.at += Math.max(1, found.length)
  return found.startsWith('"') ? unquoted(found) : found
}

function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string
  } catch {
    return text
  }
}

function skipSpace(reader: Reader): void {
  for (
    let sign = reader.text[reader.at];
    sign === ' ' || sign === '\n' || sign === '\r' || sign === '\t';
    sign = reader.text[reader.at]
  ) {
    if (sign === '\n') reader.line += 1
    reader.at += 1
  }
}
