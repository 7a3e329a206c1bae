import * as z from 'zod/mini'
import { code } from '../field-rules.ts'

/** Body of POST organiser/programs/{program_id}/pictures, as multipart: `file` is the picture itself. */
export const ProgramPictureRequest = z.strictObject({ file: z.string({ error: code('required') }) })

/** An uploaded picture of a program. Its `url` is the `picture_url` of an event; it is deleted when nothing uses it. */
export const ProgramPicture = z.strictObject({
  object: z.literal('program_picture'),
  id: z.string(),
  program_id: z.string(),
  url: z.string(),
  small_url: z.string(),
  size: z.int(),
  width: z.int(),
  height: z.int(),
  created: z.string(),
})
export type ProgramPicture = z.infer<typeof ProgramPicture>
