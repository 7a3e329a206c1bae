import { describe, expect, it } from 'vitest'
import { eventTypes } from '#contract/offering/event'
import { drawingOf, sceneOf } from './scenes.ts'

describe('inlined drawings', () => {
  it.each([...eventTypes.map(sceneOf), '/pictures/canoe.svg', '/favicon.svg', '/lakeside-logo.svg'])(
    'the drawing %s consists of shapes alone',
    (address) => {
      const drawing = drawingOf(address) ?? ''
      expect(drawing).toMatch(/^</)
      expect(drawing).not.toMatch(
        /<\/?svg|<(?!\/?(?:path|circle|ellipse|rect|g)\b)|\s(?:on\w+|style|id|class|href)\s*=/,
      )
    },
  )
  it.each([
    'https://evil.example/pictures/tent.svg',
    '/files/tent.svg',
    '/pictures/../pictures/tent.svg',
    '/pictures/tent.svg?x',
    '/pictures/TENT.svg',
    '/pictures/towel.svg',
    '__proto__',
    '',
  ])('the picture %j is not inlined', (address) => expect(drawingOf(address)).toBeNull())
})
