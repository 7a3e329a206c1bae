import { describe, expect, it } from 'vitest'
import { openHealth, sealHealth } from './health-seal.ts'

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64')

describe('sealed health data', () => {
  it('sealed health data opens only for its person', async () => {
    const sealed = await sealHealth(`h1:${key(1)}`, 'att_1', 'Nut allergy')
    expect(sealed).not.toContain('Nut')
    expect(await openHealth(`h1:${key(1)}`, 'att_1', sealed)).toBe('Nut allergy')
  })

  it('sealed health data does not open when it was copied to another person', async () => {
    const sealed = await sealHealth(`h1:${key(1)}`, 'att_1', 'Nut allergy')
    await expect(openHealth(`h1:${key(1)}`, 'att_2', sealed)).rejects.toThrow()
  })

  it('sealed health data opens with an older key', async () => {
    const old = await sealHealth(`h1:${key(1)}`, 'att_1', 'Nut allergy')
    const both = `h2:${key(2)},h1:${key(1)}`
    expect(await openHealth(both, 'att_1', old)).toBe('Nut allergy')
    expect(await sealHealth(both, 'att_1', 'x')).toMatch(/^h2\./)
    await expect(openHealth(`h2:${key(2)}`, 'att_1', old)).rejects.toThrow(/HEALTH_KEY/)
  })

  it('equal texts are sealed differently', async () => {
    const [first, second] = await Promise.all([
      sealHealth(`h1:${key(1)}`, 'att_1', 'x'),
      sealHealth(`h1:${key(1)}`, 'att_1', 'x'),
    ])
    expect(first).not.toBe(second)
  })
})
