import type { ShapeWords } from '../field-words.ts'

const event: ShapeWords = {
  url: [
    'Page it happened on, of this site: of its query only the language and the campaign are kept.',
    '/pg/lakeside/login',
  ],
  type: ['What happened.', 'login'],
  props: 'What is said of it; nothing that tells who it was.',
  'props.language': ['Language of the page.', 'en'],
  'props.form': ['Whether the form was sent by script or by the browser itself.', 'plain'],
}
export const insightShapes: Record<string, ShapeWords> = { InsightRequest: event, InsightEvent: event }
