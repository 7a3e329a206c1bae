import { describe, expect, it } from 'vitest'
import { sitePages } from '#contract/site-pages'
import { choiceCookie, choiceIn, forgetLines, isObjected } from './ask-to-track.ts'
import { trackersOf, trackingHosts, trackingOf } from './tracking.ts'

type Program = Parameters<typeof trackingOf>[0]
const features = { meta_pixel_enabled: true, gtm_enabled: true } as NonNullable<Program['features']>
const program = { id: 'lakeside', meta_pixel_id: '1234567890', gtm_id: 'GTM-ABC123' }
const counted = (more: Partial<Program> = {}): Program => ({ program, features, isClosed: false, ...more })
const explore = '/pg/lakeside'

describe('X-04: the trackers of a page', () => {
  it('X-04: a page loads the trackers that its program switched on', () => {
    expect(trackingOf(counted(), explore)).toEqual({
      programId: 'lakeside',
      metaPixelId: '1234567890',
      gtmId: 'GTM-ABC123',
    })
    expect(trackingOf(counted({ features: { ...features, gtm_enabled: false } }), explore)?.gtmId).toBeNull()
    const off = { ...features, gtm_enabled: false, meta_pixel_enabled: false }
    expect(trackingOf(counted({ features: off }), explore)).toBeNull()
    expect(trackingOf(counted({ features: null }), explore)).toBeNull()
    expect(trackingOf(counted({ isClosed: true }), explore)).toBeNull()
  })

  it.each([
    "GTM-X');alert(1)//",
    'GTM-abc123',
    'GTM-ABC',
    'UA-123456',
    "123');alert(1)//",
    '12345',
    '1'.repeat(21),
    '',
    '1234567890\n',
  ])('X-04: a program with the invalid tracking id %j has no tracker', (id) => {
    expect(trackingOf(counted({ program: { ...program, meta_pixel_id: id, gtm_id: id } }), explore)).toBeNull()
  })

  it('X-04: a private or embedded page loads no tracker', () => {
    const requestedOn = sitePages
      .map(({ path }) => path)
      .filter((path) => trackingOf(counted(), path.replaceAll(/:\w+/g, 'x')) !== null)
    expect(requestedOn).toEqual([
      '/pg/:program_id',
      '/pg/:program_id/evt/:event_id',
      '/pg/:program_id/schedule',
      '/pg/:program_id/schedule/:appointment_type_id',
      '/pg/:program_id/packages',
      '/pg/:program_id/packages/:kind',
      '/pg/:program_id/promotions',
      '/pg/:program_id/terms',
      '/pg/:program_id/privacy',
    ])
    expect(trackingOf(counted(), '/pg/lakeside/no-such-page')).toBeNull()
  })

  it('X-04: the policy allows only the tracker’s own hosts', () => {
    const meta = { programId: 'x', metaPixelId: '1234567890', gtmId: null }
    expect(trackingHosts(meta)).toEqual({
      scripts: ['https://connect.facebook.net'],
      connects: ['https://www.facebook.com'],
    })
    const google = trackingHosts({ ...meta, metaPixelId: null, gtmId: 'GTM-ABC123' })
    expect(google.scripts).toEqual(['https://www.googletagmanager.com'])
    expect(JSON.stringify(google)).not.toMatch(/facebook|unsafe|\s/)
    expect(trackersOf({ ...meta, gtmId: 'GTM-ABC123' }, 'en')).toBe('Meta and Google')
  })
})

describe('X-04: consent to tracking', () => {
  it.each([
    [{}, false],
    [{ doNotTrack: '0', globalPrivacyControl: false }, false],
    [{ doNotTrack: 'unspecified' }, false],
    [{ doNotTrack: '1' }, true],
    [{ doNotTrack: null, globalPrivacyControl: true }, true],
  ])('X-04: a browser with %j is asked for consent: %s', (signals, objected) => {
    expect(isObjected(signals)).toBe(objected)
  })

  it('X-04: consent is stored for half a year', () => {
    const line = choiceCookie('lakeside', 'no', true)
    expect(line).toBe('visit_counting=no; Path=/pg/lakeside; Max-Age=15724800; SameSite=Lax; Secure')
    expect(choiceIn(`a=b; ${line}`)).toBe('no')
    expect(choiceIn('visit_counting=yes')).toBe('yes')
    for (const cookies of ['', 'a=b', 'my_visit_counting=yes', 'visit_counting=yesterday', 'visit_counting='])
      expect(choiceIn(cookies)).toBeNull()
  })

  it('X-04: withdrawing consent deletes the tracking cookies', () => {
    const lines = forgetLines('_ga=1; _ga_ABC=2; _fbp=3; signed_in=4; cart=5', 'book.camps.example')
    expect(new Set(lines.map((line) => line.split('=')[0]))).toEqual(new Set(['_ga', '_ga_ABC', '_fbp']))
    expect(lines).toContain('_ga=; Path=/; Max-Age=0; Domain=camps.example')
    expect(forgetLines('signed_in=4', 'localhost')).toEqual([])
  })
})
