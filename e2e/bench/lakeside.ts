import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { organiserHeaders } from '../fuzz/fuzz-bodies.ts'
import type { LocalSite } from './local-site.ts'

const file = new URL('../../functions/organisation/organiser/program-file/programs/lakeside.yaml', import.meta.url)
const explore = '/api/v1/explore'
const ofProgram = `${explore}/programs/lakeside`

/** Adds the demo program, which uses every feature, to a site; returns its public pages and public calls by name. */
export async function openLakeside({
  request,
}: LocalSite): Promise<{ pages: [string, string][]; calls: [string, string][] }> {
  const answer = await request('/api/v1/organiser/programs/lakeside', {
    method: 'PUT',
    headers: { ...organiserHeaders, 'Content-Type': 'application/json' },
    body: JSON.stringify(parse(readFileSync(file, 'utf8'))),
  })
  if (answer.status !== 200) throw new Error(`the demo program was refused: ${answer.text.slice(0, 300)}`)
  const first = async (path: string) => ((await request(path)).body as { data: { id: string }[] }).data[0]?.id as string
  const [event, type, session, product] = await Promise.all(
    [
      `${explore}/events?program_id=lakeside&limit=1`,
      `${explore}/appointment_types?program_id=lakeside&limit=1`,
      `${ofProgram}/session_packages?limit=1`,
      `/api/v2/explore/programs/lakeside/products?limit=1`,
    ].map(first),
  )
  const option = await first(`${explore}/appointment_types/${type}/options`)
  const nextWeek = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const here = '/pg/lakeside'
  return {
    pages: [
      ['explore, all features', here],
      ['explore, filtered', `${here}?tags=Water&age=9`],
      ['embedded list', '/embed/lakeside'],
      ['event, all features', `${here}/evt/${event}`],
      ['packages', `${here}/packages`],
      ['session packages', `${here}/packages/session`],
      ['passes', `${here}/packages/membership`],
      ['store', `${here}?store=all`],
      ['store, at a product', `${here}?store=all&page_of=${product}`],
      ['promotions', `${here}/promotions`],
      ['appointments', `${here}/schedule`],
      ['free times', `${here}/schedule/${type}`],
      ['terms', `${here}/terms`],
      ['privacy', `${here}/privacy`],
    ],
    calls: [
      ['features', `${ofProgram}/features`],
      ['venues', `${ofProgram}/venues`],
      ['event_tags', `${ofProgram}/event_tags`],
      ['promotions', `${ofProgram}/promotions`],
      ['session_packages', `${ofProgram}/session_packages`],
      ['session_packages/{id}', `${ofProgram}/session_packages/${session}`],
      ['membership_packages', `${ofProgram}/membership_packages`],
      ['attachments', `${explore}/events/${event}/attachments`],
      ['product_categories', `${ofProgram}/product_categories`],
      ['products, v1', `${ofProgram}/products`],
      ['products, v2', '/api/v2/explore/programs/lakeside/products'],
      ['appointment_types', `${explore}/appointment_types?program_id=lakeside`],
      ['appointment_types/{id}', `${explore}/appointment_types/${type}`],
      [
        'availability/dates',
        `${explore}/availability/dates?appointment_option_id=${option}&month=${nextWeek.slice(0, 7)}`,
      ],
      ['availability/times', `${explore}/availability/times?appointment_option_id=${option}&date=${nextWeek}`],
    ],
  }
}
