import { isTicked } from '../read-form.ts'
import type { Form, FormPost } from './form.ts'

const familyPage = '/desk/:program_id/families/:customer_id'
const notes = '/v1/organiser/programs/:program_id/people/:customer_id/notes'
const noteOf = (post: FormPost): object => ({ text: post.text('text'), is_pinned: isTicked(post.fields, 'is_pinned') })

/** Forms of the desk. The calls check the rights of the member who sends them. */
export const deskForms: readonly Form[] = [
  {
    path: familyPage,
    form: 'desk-notes',
    actions: [
      { when: { note_id: true, delete: true }, call: `DELETE ${notes}/:note_id`, saved: 'note_deleted' },
      { when: { note_id: true }, call: `PUT ${notes}/:note_id`, body: noteOf, saved: 'note_changed', showsAgain: true },
      { call: `POST ${notes}`, body: noteOf, saved: 'note_added', showsAgain: true },
    ],
  },
  // The page itself reads the information, so that the typed reason is in no address.
  { path: `${familyPage}/health/:registration_id`, form: 'desk-health', redraws: true },
]
