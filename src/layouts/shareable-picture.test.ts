import { existsSync, globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { shareablePicture } from './shareable-picture.ts'

it('stands for every drawing of ours, and leaves the pictures of organisations as they are', () => {
  const drawings = globSync('public/pictures/*.svg').map((path) => path.replace(/^public/, ''))
  expect(drawings.length).toBeGreaterThan(10)
  expect(
    drawings.filter(
      (drawing) => !existsSync(`public${shareablePicture(drawing)}`) || shareablePicture(drawing) === drawing,
    ),
  ).toEqual([])
  for (const address of ['https://pictures.example/a.svg', '/logo.svg', '/pictures/a.png'])
    expect(shareablePicture(address)).toBe(address)
})
