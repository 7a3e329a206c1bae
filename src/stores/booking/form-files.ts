import type { MapStore } from 'nanostores'
import type { UploadFile } from '../../api/upload-file.ts'
import { type ChosenFileStore, chosenFile, type FileWords } from '../chosen-file.ts'
import { visibleFields } from './form-answers.ts'
import { answerName, type Person, type RegistrationSetup, textOf, type Values } from './registration-setup.ts'

/** Stands for a file that was chosen and has no id yet: its question is answered, and the file goes before the form does. */
const openFile = 'open'
/** Under this name stands what the file is called. */
const fileNameOf = (name: string) => `${name}~name`

type Dependencies = {
  values: MapStore<Values>
  setup: Pick<RegistrationSetup, 'fields'>
  upload?: UploadFile
  words: FileWords
  mayUpload: () => boolean
  setValue: (name: string, value: string) => void
}

/** Sends files of this window; what does it is fetched with the first file. */
const windowUpload: UploadFile = async (...input) =>
  (await import('../../api/upload-file.ts')).windowUploader()(...input)

/** Files that answer questions: each is sent as soon as someone is logged in, and its id is the answer. */
export function formFiles({ values, setup, upload = windowUpload, words, mayUpload, setValue }: Dependencies) {
  const files = new Map<string, ChosenFileStore>()

  /** The file of a question, by the name of its control; one that was sent before is shown. */
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
    /** Sends what waits for these people, and names each question whose file did not go. */
    async finish(people: Person[]): Promise<{ name: string; message: string }[]> {
      const names = people
        .flatMap((person) =>
          visibleFields(setup.fields, person, values.get())
            .filter(({ type }) => type === 'file')
            .map(({ id }) => answerName(person, id)),
        )
        .filter((name) => textOf(values.get(), name) === openFile)
      const ended = await Promise.all(
        names.map(async (name) => {
          const message = (await of(name).finish()) ?? (textOf(values.get(), name) === openFile ? words.failed : null)
          return { name, message }
        }),
      )
      return ended.flatMap(({ name, message }) => (message === null ? [] : [{ name, message }]))
    },
    /** The form begins again. */
    clear() {
      for (const file of files.values()) file.remove()
      files.clear()
    },
  }
}
export type FormFiles = ReturnType<typeof formFiles>

/** What may be kept of a form: a file that has not gone cannot be. */
export const withoutOpenFiles = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name, value]) => value !== openFile && values[name.replace(/~name$/, '')] !== openFile,
    ),
  )
