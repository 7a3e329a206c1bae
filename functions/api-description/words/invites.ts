import type { ShapeWords } from '../field-words.ts'

export const inviteShapes: Record<string, ShapeWords> = {
  InvitesRequest: {
    file: 'The CSV, in UTF-8: its first line names `email`, `first_name` and `last_name`, at most 2000 rows follow.',
    language: ['Language of the mail; that of the program unless given.', 'en'],
    dry_run: ['With `true` nothing is kept and nobody is written to.', 'false'],
    skip_errors: [
      'With `true` rows with mistakes are left out, and named in `errors`; the others are invited.',
      'false',
    ],
  },
  InvitesSent: {
    program_id: ['Program that invites.', 'lakeside'],
    dry_run: ['True where it was only a preview.', false],
    message: ['What happened, for people, in the language of `Accept-Language`.', 'Invites sent'],
    rows: ['Rows of the file.', 214],
    invited: ['People who get the mail.', 187],
    left_out: 'People who do not, by the first reason that holds.',
    'left_out.repeated': ['Addresses that stand in the file once more.', 3],
    'left_out.already_invited': ['Addresses that were invited before.', 12],
    'left_out.already_joined': ['People who have an account with the program.', 9],
    'left_out.unsubscribed': ['People who left its news.', 2],
    'left_out.suppressed': ['Addresses that mail stopped at.', 1],
    errors: 'The mistakes of rows that were left out, by row and field.',
  },
}
