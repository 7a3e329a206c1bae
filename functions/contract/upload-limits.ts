/** What a file is for: the answer to a question, or the picture of a person. */
export const filePurposes = ['attachment', 'picture'] as const
export type FilePurpose = (typeof filePurposes)[number]
/** Who may open a file. A purpose has one; another cannot be chosen. */
export const fileAccesses = ['private', 'public'] as const
export type FileAccess = (typeof fileAccesses)[number]
export const accessOf: Record<FilePurpose, FileAccess> = { attachment: 'private', picture: 'private' }

/** Bytes of a file as it is sent. */
export const largestUploadBytes = 10 * 1024 * 1024
/** Pixels of a picture on either side. */
export const longestPictureSide = 10_000
/** What a file picker offers; what is taken is decided by the bytes. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const uploadTypes = [...pictureTypes, 'application/pdf'] as const
export type UploadType = (typeof uploadTypes)[number]
