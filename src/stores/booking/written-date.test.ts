import { toDay } from '#contract/booking/form-controls'
import { describe, expect, it } from 'vitest'
import { openForm, member } from './registration-form-fixture.ts'
import { dateParts, readWrittenDate } from './written-date.ts'

const read = (text: string, isMonthFirst = true) => readWrittenDate(text, { isMonthFirst, today: '2026-11-21' })

describe('a typed date', () => {
  it.each([
    '2017-05-31',
    '2017/5/31',
    '2017.05.31',
    '20170531',
    '2017 05 31',
    '05/31/2017',
    '5/31/17',
    '31/05/2017',
    '31.05.2017',
    '31-5-17',
    'May 31, 2017',
    'may 31 2017',
    'May 31st, 2017',
    '31 May 2017',
    '31-May-2017',
    'Wed, May 31, 2017',
    '31 mai 2017',
    'le 31 mai 2017',
    'mercredi 31 mai 2017',
    ' 2017 May 31 ',
    '2017-05-31T00:00:00',
  ])('U1: the typed date "%s" is 31 May 2017, regardless of the page’s order', (text) =>
    expect([read(text, true), read(text, false)]).toEqual(['2017-05-31', '2017-05-31']),
  )

  it.each([
    ['1er août 2018', '2018-08-01'],
    ['3 févr. 2019', '2019-02-03'],
    ['Sept. 4, 2015', '2015-09-04'],
    ['12 déc 2014', '2014-12-12'],
    ['9 juillet 2016', '2016-07-09'],
    ['9 juin 2016', '2016-06-09'],
    ['Jan 2 08', '2008-01-02'],
    ['2 March 64', '1964-03-02'],
    ['29 février 2016', '2016-02-29'],
  ])('U1: the typed date "%s" is %s in both languages', (text, day) =>
    expect([read(text, true), read(text, false)]).toEqual([day, day]),
  )

  it('U1: a date of numbers alone follows the order of the page', () => {
    expect(read('04/05/2017', true)).toBe('2017-04-05')
    expect(read('04/05/2017', false)).toBe('2017-05-04')
  })

  it.each(['', '2017', 'May 2017', '31/02/2017', '31 05', 'jui 3 2017', '13/13/2017', '2017-05-31-01', 'Maya', '5'])(
    'U1: the typed date "%s" is not a complete date',
    (text) => expect([read(text, true), read(text, false)]).toEqual([null, null]),
  )
})

describe('the three date fields', () => {
  it.each([
    [{ year: '2017', month: '5', day: '3' }, '2017-05-03'],
    [{ year: '', month: '', day: '' }, ''],
    [{ year: '2017', month: '', day: '3' }, '2017--03'],
  ])('U1: the fields %j mean "%s"', (parts, day) => expect(toDay(parts)).toBe(day))

  it('U1: the three fields show a stored date without leading zeros', () =>
    expect(dateParts({ born: '2017-05-03' }, 'born')).toEqual({ year: '2017', month: '5', day: '3' }))

  it('U1: the three fields are sent as one date', () => {
    const { form } = openForm([], { people: [member('maya', { date_of_birth: null })] })
    form.setValue('maya.date_of_birth~day', '3')
    form.setValue('maya.date_of_birth~month', '5')
    expect(form.values.get()['maya.date_of_birth']).toBe('-05-03')
    form.setValue('maya.date_of_birth~year', '2017')
    expect(form.values.get()['maya.date_of_birth']).toBe('2017-05-03')
  })

  it('U1: a whole date pasted into one field fills all three', () => {
    for (const part of ['day', 'month', 'year']) {
      const { form } = openForm([], { people: [member('maya', { date_of_birth: null })] })
      form.setValue(`maya.date_of_birth~${part}`, 'May 31, 2017')
      expect(form.values.get()).toMatchObject({
        'maya.date_of_birth': '2017-05-31',
        'maya.date_of_birth~day': '31',
        'maya.date_of_birth~month': '5',
        'maya.date_of_birth~year': '2017',
      })
    }
  })

  it('U1: a whole date typed into one field is read when the field is left', () => {
    const { form } = openForm([], { people: [member('maya', { date_of_birth: null })] })
    const typed = '2017-05-31'
    for (let length = 1; length <= typed.length; length += 1)
      form.setValue('maya.date_of_birth~year', typed.slice(0, length))
    expect(form.values.get()['maya.date_of_birth~year']).toBe(typed)
    form.finishDate('maya.date_of_birth')
    expect(form.values.get()).toMatchObject({ 'maya.date_of_birth': '2017-05-31', 'maya.date_of_birth~year': '2017' })
  })

  it('U1: a two-digit year is completed when the field is left', () => {
    const { form } = openForm([], { people: [member('maya', { date_of_birth: null })] })
    for (const [part, text] of Object.entries({ day: '31', month: '5', year: '17' }))
      form.setValue(`maya.date_of_birth~${part}`, text)
    form.finishDate('maya.date_of_birth')
    expect(form.values.get()['maya.date_of_birth']).toBe('2017-05-31')
  })

  it('U1: a date typed before the script loads is kept', () => {
    const { form } = openForm([], { people: [member('maya', { date_of_birth: null })] })
    form.restore({ 'maya.date_of_birth~day': '31', 'maya.date_of_birth~month': '5', 'maya.date_of_birth~year': '2017' })
    expect(form.values.get()['maya.date_of_birth']).toBe('2017-05-31')
  })
})
