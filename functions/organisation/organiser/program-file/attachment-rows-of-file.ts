import { contentTypeOf } from '../../../contract/event-file-types.ts'
import type { FileAttachment } from '../../../contract/organisation/file-attachments.ts'
import type { CompleteFile } from './complete-file.ts'
import type { FileIds } from './file-ids.ts'
import { splitTexts } from './file-texts.ts'

type Owned = { file: CompleteFile; ids: FileIds } & (
  | { event_id: string; appointment_type_id?: null }
  | { event_id?: null; appointment_type_id: string }
)

/** The rows of the files of an event or an appointment type. */
export function attachmentRows(
  attachments: readonly FileAttachment[],
  { file, ids, event_id = null, appointment_type_id = null }: Owned,
) {
  const ownerId = event_id ?? appointment_type_id ?? ''
  return attachments.map(({ key, name, url, size }, position) => ({
    id: ids.attachments(ownerId, key),
    program_id: file.program,
    event_id,
    appointment_type_id,
    key,
    position,
    ...splitTexts({ name }, file.language),
    url,
    content_type: contentTypeOf(url),
    size,
  }))
}
