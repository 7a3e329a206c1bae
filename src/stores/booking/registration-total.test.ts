import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { member, ok, openForm } from './registration-form-fixture.ts'

const preview = ok({ refusals: [] })
const opened = async (part: Parameters<typeof openForm>[1] = {}, previews = [preview, preview, preview]) => {
  const { form, sent } = openForm(previews, part)
  form.restore({})
  await vi.dynamicImportSettled()
  return { form, previews: () => sent.filter(({ next }) => next === 'price').length }
}
const pause = () => vi.advanceTimersByTimeAsync(800)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the server’s total in the form', () => {
  it('a complete form is priced once after a pause, and again after a change of its price', async () => {
    const { form, previews } = await opened()
    await pause()
    expect([previews(), form.preview.get()]).toEqual([0, null])
    form.setValue('maya.comes', true)
    form.setValue('sam.comes', true)
    expect(previews()).toBe(0)
    await pause()
    expect([previews(), form.preview.get()]).toEqual([1, { refusals: [] }])
    form.setValue('maya.q.shirt', 'M')
    await pause()
    expect([previews(), form.preview.get()]).toEqual([1, { refusals: [] }])
    form.setValue('sam.comes', false)
    expect(form.preview.get()).toBeNull()
    await pause()
    expect(previews()).toBe(2)
  })

  it.each([
    ['without a log-in', { customer: null }],
    ['with an error', { required: ['emergency_contact_phone' as const] }],
    ['with a held place', { people: [member('maya', { place: { status: 'pending', answers: [] } as never })] }],
  ])('a form %s is not priced by the server', async (_, part) => {
    const { form, previews } = await opened(part)
    form.setValue('maya.comes', true)
    await pause()
    expect(previews()).toBe(0)
  })

  it('a total with a refused person is not shown', async () => {
    const { form, previews } = await opened({}, [ok({ refusals: [{ person: 0 }] })])
    form.setValue('maya.comes', true)
    await pause()
    expect([previews(), form.preview.get()]).toEqual([1, null])
  })
})
