import type { Language } from '#contract/field-rules'
import { nameList } from '#contract/name-list'
import { findSitePage } from '#contract/site-pages'
import type { ProgramContext } from './program-context.ts'

/** Trackers of a program, each used only after consent. */
export type Tracking = { programId: string; metaPixelId: string | null; gtmId: string | null }
type TrackedProgram = Pick<ProgramContext, 'features' | 'isClosed'> & {
  program: Pick<ProgramContext['program'], 'id' | 'meta_pixel_id' | 'gtm_id'>
}

const ownPage = /^\/pg\//
const metaHosts = { scripts: ['https://connect.facebook.net'], connects: ['https://www.facebook.com'] }
const googleHosts = {
  scripts: ['https://www.googletagmanager.com'],
  connects: [
    'https://www.googletagmanager.com',
    'https://*.google-analytics.com',
    'https://*.analytics.google.com',
    'https://*.g.doubleclick.net',
  ],
}

/**
 * The trackers for which a page may ask consent. Null when the program has none, when the page is private or depends
 * on its reader (account, log-in, registration, checkout), and when it is framed.
 */
export function trackingOf({ program, features, isClosed }: TrackedProgram, path: string): Tracking | null {
  if (isClosed || !ownPage.test(path) || findSitePage(path)?.isPublic !== true) return null
  const metaPixelId = features?.meta_pixel_enabled && /^\d{6,20}$/.test(program.meta_pixel_id ?? '')
  const gtmId = features?.gtm_enabled && /^GTM-[A-Z0-9]{4,10}$/.test(program.gtm_id ?? '')
  if (!metaPixelId && !gtmId) return null
  return {
    programId: program.id,
    metaPixelId: metaPixelId ? program.meta_pixel_id : null,
    gtmId: gtmId ? program.gtm_id : null,
  }
}

/** The hosts that the policy of a page with trackers allows. */
export function trackingHosts({ metaPixelId, gtmId }: Tracking): { scripts: string[]; connects: string[] } {
  const hosts = [...(metaPixelId === null ? [] : [metaHosts]), ...(gtmId === null ? [] : [googleHosts])]
  return { scripts: hosts.flatMap(({ scripts }) => scripts), connects: hosts.flatMap(({ connects }) => connects) }
}

/** The names of the trackers. */
export const trackersOf = ({ metaPixelId, gtmId }: Tracking, language: Language): string =>
  nameList([...(metaPixelId === null ? [] : ['Meta']), ...(gtmId === null ? [] : ['Google'])], language)
