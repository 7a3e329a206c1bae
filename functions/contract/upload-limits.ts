/** The purpose of an uploaded file: an answer to a question, or the picture of a person. */
export const filePurposes = ['attachment', 'picture'] as const
export type FilePurpose = (typeof filePurposes)[number]
/** Who may open a file: its owner and those who may see the person, or everyone with its URL. */
export const fileAccesses = ['private', 'public'] as const
export type FileAccess = (typeof fileAccesses)[number]
/** An answer may be about health, so it is never public. */
export const accessesOf: Record<FilePurpose, readonly FileAccess[]> = {
  attachment: ['private'],
  picture: ['private', 'public'],
}

/** Maximum bytes of an upload. */
export const largestUploadBytes = 10 * 1024 * 1024
/** Maximum bytes of a text file whose text stays in the form of its page. */
export const maxFileTextBytes = 1_000_000
/** The forms of pages that may have files. */
export const fileFormPaths = [
  '/pg/:program_id/evt/:event_id/register',
  '/pg/:program_id/apt/:appointment_type_id/register',
  '/pg/:program_id/profile/picture',
  '/pg/:program_id/profile/family/:attendee_id/picture',
  '/pg/:program_id/profile/schedule/:registration_id',
  '/pg/:program_id/profile/schedule/:registration_id/answers',
  '/pg/:program_id/profile/messages',
  '/pg/:program_id/profile/messages/:message_id',
  '/pg/:program_id/complete',
  '/desk/:program_id/events/import',
  '/desk/:program_id/events/new',
  '/desk/:program_id/events/:event_id/edit',
] as const
/** Maximum pixels of a picture on either side. */
export const longestPictureSide = 10_000
/** The types that a file picker offers; the bytes decide what is accepted. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const uploadTypes = [...pictureTypes, 'application/pdf'] as const
export type UploadType = (typeof uploadTypes)[number]
