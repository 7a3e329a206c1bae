import { type Document, isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml'

/** A parsed program file: its content, and the line of each part. */
export type YamlFile = { name: string; content: unknown; mistakes: string[]; lineOf: (path: string) => string }

/** Parses YAML and keeps its lines, so that a mistake can be shown at its position. */
export function readYaml(name: string, text: string): YamlFile {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const place = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${line}:${col}`
  }
  const mistakes = document.errors.map((error) => `${place(error.pos[0])}  ${error.message}`)
  return {
    name,
    content: mistakes.length > 0 ? null : document.toJS(),
    mistakes,
    lineOf: (path) => place(offsetOf(document, path)),
  }
}

/** The offset of a path such as `events.canoe-week.options[0].cost`, or of its nearest existing part. */
function offsetOf(document: Document, path: string): number {
  let node = document.contents as Node | null
  let offset = 0
  for (const part of path.split(/[.[\]]+/).filter(Boolean)) {
    const next = stepInto(isAlias(node) ? (node.resolve(document) ?? null) : node, part)
    if (!next) break
    offset = next.offset
    node = next.node
  }
  return offset
}

function stepInto(node: Node | null, part: string): { node: Node | null; offset: number } | null {
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === part)
    return pair ? { node: pair.value as Node | null, offset: startOf(pair.key as Node) } : null
  }
  if (!isSeq(node)) return null
  const item =
    (/^\d+$/.test(part) ? node.items[Number(part)] : undefined) ??
    node.items.find((each) => isMap(each) && String(each.get('key')) === part)
  return item ? { node: item as Node, offset: startOf(item as Node) } : null
}

const startOf = (node: Node | null): number => node?.range?.[0] ?? 0
