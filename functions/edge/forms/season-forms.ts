import { chosenEvents, type SeasonCopy } from '../../contract/organisation/season.ts'
import { filled } from './form-bodies.ts'
import type { Form, FormAction, FormPost } from './form.ts'

const seasonPage = '/desk/:program_id/events'
const events = '/v1/organiser/programs/:program_id/events'

/** The selection of the page, which stays while its buttons are pressed. */
const selection = (post: FormPost) => ({ show: post.text('show'), year: post.text('year'), q: post.text('q') })

const changing = (act: string, saved: string): FormAction => ({
  when: { act, confirm: true },
  call: `POST ${events}/${act}`,
  body: (post) => ({ events: chosenEvents(post.fields) }),
  next: (post) => post.page(seasonPage, { ...selection(post), saved, keys: chosenEvents(post.fields).join(',') }),
})

/** The forms of the season. A button without `confirm` shows what it would do. */
export const seasonForms: readonly Form[] = [
  {
    path: seasonPage,
    form: 'desk-season',
    back: selection,
    showsAgain: 'whole',
    actions: [
      changing('publish', 'published'),
      changing('unpublish', 'hidden'),
      changing('archive', 'archived'),
      {
        when: { act: 'copy', confirm: true },
        call: 'POST /v1/organiser/programs/:program_id/season/copy',
        body: (post) => ({
          events: chosenEvents(post.fields),
          shift: `+${post.text('weeks')}w`,
          ...filled(post, 'sales'),
        }),
        next: (post, { copies }: SeasonCopy) =>
          post.page(seasonPage, {
            show: 'draft',
            saved: 'copied',
            keys: copies.flatMap(({ key, action }) => (action === 'create' ? [key] : [])).join(','),
          }),
      },
      {
        when: { act: 'sample', confirm: true },
        call: 'POST /v1/organiser/programs/:program_id/season/sample',
        next: (post) => post.page(seasonPage, { saved: 'sample_in' }),
      },
      {
        when: { act: 'remove_sample', confirm: true },
        call: 'DELETE /v1/organiser/programs/:program_id/season/sample',
        next: (post) => post.page(seasonPage, { saved: 'sample_out' }),
      },
      { redraws: true },
    ],
  },
]
