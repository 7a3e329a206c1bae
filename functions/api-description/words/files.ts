import type { ShapeWords } from '../field-words.ts'

const purpose = 'What the file is for: `attachment` answers a question, `picture` shows a person.'

export const uploadShapes: Record<string, ShapeWords> = {
  UploadRequest: {
    purpose: [purpose, 'attachment'],
    access: ['Who may open it: `public` only for a picture. Default: `private`.', 'private'],
    file: ['The file itself, as a part with a file name.', undefined, { format: 'binary' }],
  },
  ProgramPictureRequest: {
    file: ['The picture itself, as a part with a file name: JPG, PNG or WebP.', undefined, { format: 'binary' }],
  },
  ProgramPicture: {
    id: ['Id of the picture.', 'pic_1aS2dF3gH4'],
    program_id: ['The program that it belongs to.', 'lakeside'],
    url: ['The `picture_url` of an event; opens the picture for everyone.', '/uploads/pic_1aS2dF3gH4.webp'],
    small_url: ['The same picture, at most 480 pixels on a side.', '/uploads/pic_1aS2dF3gH4.small.webp'],
    size: ['Bytes of what is kept.', 148_213, { minimum: 1 }],
    width: ['Pixels across, at most 1200.', 1200],
    height: ['Pixels down, at most 1200.', 800],
    created: ['When it was uploaded, in UTC.', '2027-05-02T14:01:00.000Z'],
  },
  File: {
    id: ['Id of the file: the answer to a question of the type `file`.', 'file_1aS2dF3gH4'],
    purpose: [purpose, 'attachment'],
    access: [
      'Who may open it: `private` is only opened by the addresses given here, `public` by everyone with the address.',
      'private',
    ],
    name: ['Its name, with the ending of what is kept.', 'swimming-badge.webp'],
    url: ['Opens the file until `expires_at`. A document is downloaded.', '/uploads/file_1aS2dF3gH4.full~m0~s'],
    picture_url: [
      'The same picture, at most 320 pixels on a side; null for a document.',
      '/uploads/file_1aS2dF3gH4.small~m0~s',
    ],
    content_type: ['Media type of what is kept.', 'image/webp'],
    size: ['Bytes of what is kept.', 48_213, { minimum: 1 }],
    width: ['Pixels across; null for a document.', 1500],
    height: ['Pixels down; null for a document.', 2000],
    expires_at: [
      'Until when `url` and `picture_url` open it, in UTC; null for a public picture, whose addresses stay.',
      '2027-05-02T14:20:00.000Z',
    ],
    created: ['When it was uploaded, in UTC.', '2027-05-02T14:01:00.000Z'],
  },
}
