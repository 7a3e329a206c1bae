import { answerName, textOf, type Values, visibleFields } from '#contract/booking/form-controls'
import type { MapStore } from 'nanostores'
import type { UploadFile } from '../../api/upload-file.ts'
import { type ChosenFileStore, chosenFile, type FileWords } from '../chosen-file.ts'
import type { RegistrationSetup } from './registration-setup.ts'
import type { Person } from './family-people.ts'

/**
 * The value of a chosen file that has no id yet. It counts as an answer, and the file is uploaded before the form is
 * sent.
 */
const openFile = 'open'
/** The key of the file's name. */
const fileNameOf = (name: string) => `${name}~name`

type Dependencies = {
  values: MapStore<Values>
  setup: Pick<RegistrationSetup, 'fields'>
  upload?: UploadFile
  words: FileWords
  mayUpload: () => boolean
  setValue: (name: string, value: string) => void
}

/** Uploads files of this window; the uploader is loaded with the first file. */
const windowUpload: UploadFile = async (...input) =>
  (await import('../../api/upload-file.ts')).windowUploader()(...input)

/** Files that answer questions. Each is uploaded once a customer is logged in, and its id is the answer. */
export function formFiles({ values, setup, upload = windowUpload, words, mayUpload, setValue }: Dependencies) {
  const files = new Map<string, ChosenFileStore>()

  /** The file of a question, by the name of its control. It may be a file that was uploaded earlier. */
  function of(name: string): ChosenFileStore {
    let file = files.get(name)
    if (!file) {
      const onChange = (id: string | null, fileName: string) => {
        values.setKey(fileNameOf(name), fileName)
        setValue(name, id ?? openFile)
      }
      file = chosenFile({ upload, purpose: 'attachment', words, mayUpload, onChange })
      files.set(name, file)
    }
    const id = textOf(values.get(), name)
    if (id !== '' && id !== openFile && file.file.get().step === 'none')
      file.show({ id, name: textOf(values.get(), fileNameOf(name)), picture_url: null })
    return file
  }

  return {
    of,
    /**
     * Waits for the running uploads of these people. Returns a message for each that failed. A file that waits for a
     * log-in is sent with the form.
     */
    async finish(people: Person[]): Promise<{ name: string; message: string }[]> {
      const names = people
        .flatMap((person) =>
          visibleFields(setup.fields, person, values.get())
            .filter(({ type }) => type === 'file')
            .map(({ id }) => answerName(person, id)),
        )
        .filter((name) => textOf(values.get(), name) === openFile && of(name).file.get().step !== 'waiting')
      const ended = await Promise.all(
        names.map(async (name) => {
          const message = (await of(name).finish()) ?? (textOf(values.get(), name) === openFile ? words.failed : null)
          return { name, message }
        }),
      )
      return ended.flatMap(({ name, message }) => (message === null ? [] : [{ name, message }]))
    },
  }
}
export type FormFiles = ReturnType<typeof formFiles>

/** The values without files that are not uploaded, because such files cannot be stored. */
export const withoutOpenFiles = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== openFile && values[name.replace(/~name$/, '')] !== openFile,
    ),
  )
