import type { EventsImported } from '../../contract/organisation/event-import.ts'
import { importBodyOf, readingOf } from '../../contract/organisation/import-form.ts'
import { ownKey } from './form-bodies.ts'
import type { Form, FormPost } from './form.ts'

/** The keys of so many new events fit the address of the page that can undo them. */
const maxUndone = 50

/** True when the page has not shown yet what this import would change. */
const isUnseen = (post: FormPost): boolean => post.file !== null || post.text('checked') !== readingOf(post.fields)

/** The form that imports a spreadsheet of events. Every other button shows what the file would change. */
export const importForms: readonly Form[] = [
  {
    path: '/desk/:program_id/events/import',
    form: 'desk-import',
    reads: 'file',
    fileText: 'csv',
    showsAgain: 'whole',
    actions: [
      { when: isUnseen, redraws: true },
      {
        when: { confirm: true },
        call: (post) =>
          post.send('POST /v1/organiser/programs/:program_id/events/import', importBodyOf(post.fields), {
            key: ownKey(post),
          }),
        next: (post, { events = [] }: EventsImported) => {
          const made = events.flatMap(({ key, action }) => (action === 'create' ? [key] : []))
          const keys = made.length > maxUndone ? '' : made.join(',')
          return post.page('/desk/:program_id/events', { saved: keys === '' ? 'imported_file' : 'imported', keys })
        },
      },
      { redraws: true },
    ],
  },
]
