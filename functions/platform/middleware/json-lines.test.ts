import { describe, expect, it } from 'vitest'
import { jsonLines } from './json-lines.ts'

const text = `{
  "program": "camp", "name": "a \\" } b",
  "events": [
    { "key": "canoe",
      "tags": [], "refund": {},
      "options": [ { "key": "full", "cost": -1 },
        { "key": "half",
          "cost": 2.5e1 } ] },
    { "key": "7", "name": null }
  ],
  "last": [[1, 2], [
    3]]
}`

describe('the line number of a JSON path', () => {
  it.each([
    ['program', 2],
    ['name', 2],
    ['events', 3],
    ['events[0].key', 4],
    ['events[0].refund', 5],
    ['events[0].options[0].cost', 6],
    ['events.canoe.options.half.cost', 8],
    ['events.7.name', 9],
    ['events[1].name', 9],
    ['last[1][0]', 12],
    ['events.canoe.options.none.cost', 6],
    ['events.canoe.starts_at', 4],
    ['colour', 1],
    ['', 1],
  ])('the JSON path %s is on line %i', (path, line) => expect(jsonLines(text, [path])).toEqual([line]))

  it('every path is on the first line of a one-line text', () =>
    expect(jsonLines(JSON.stringify(JSON.parse(text)), ['events.canoe.options.half.cost', 'last'])).toEqual([1, 1]))
  it('Windows line ends are counted', () =>
    expect(jsonLines(text.replaceAll('\n', '\r\n'), ['events.canoe.options.half.cost'])).toEqual([8]))
  it('a path in invalid JSON has the nearest line', () => {
    expect(jsonLines(`{ "a": ${'['.repeat(100_000)}${']'.repeat(100_000)},\n "b": 1 }`, ['b', 'a'])).toEqual([2, 1])
    for (const broken of ['[[[[', '{"a"', '{"a":', '{"\\x": 1,', '}{', '"', '[1 2 3', '{:}', '\n\n'])
      expect(jsonLines(broken, ['a.b', 'c'])).toHaveLength(2)
  })
  it('a path in an empty body is on the first line', () => expect(jsonLines('', ['name'])).toEqual([1]))
})
