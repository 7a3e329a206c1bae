import { useStore } from '@nanostores/react'
import { type MouseEvent, useEffect, useRef } from 'react'
import { pictureTypes, uploadTypes } from '#contract/upload-limits'
import type { ChosenFile, ChosenFileStore } from '../stores/chosen-file.ts'
import { Glyph } from './icons.tsx'
import { describedBy, FieldHead, type FieldProps } from './TextField.tsx'

/** The sentences of a file field. `{name}` is the name of the file. */
export type FileFieldText = {
  waiting: string
  sending: string
  sent: string
  attached: string
  open: string
  remove: string
  cancel: string
  tryAgain: string
}
type Props = FieldProps & {
  store: ChosenFileStore
  text: FileFieldText
  takes: 'pictures' | 'documents'
  /** Returns the URL of an uploaded file. Null when the file cannot be opened. */
  addressOf: ((fileId: string) => string) | null
}

/**
 * A file field: the phone's own picker, immediate upload with progress, remove and retry. Without JavaScript, the button
 * that removes a stored file posts the form.
 */
export function FileField({ store, text, takes, addressOf, ...field }: Props) {
  const { name, error, hint, privacy } = field
  const file = useStore(store.file)
  const input = useRef<HTMLInputElement>(null)
  const failure = file.step === 'failed' ? file.message : null
  const problem = failure ?? error ?? null
  // Uploads a file that was chosen before the script loaded.
  useEffect(() => {
    const early = input.current?.files?.[0]
    if (early) store.choose(early)
  }, [])
  const clear = (act: () => void) => (event: MouseEvent<HTMLButtonElement>) => {
    event.preventDefault()
    act()
    if (input.current) input.current.value = ''
    input.current?.focus()
  }

  return (
    <div className="field">
      <FieldHead {...field} error={problem} />
      <input
        ref={input}
        type="file"
        id={name}
        // A stored file is sent by its id.
        name={file.step === 'sent' ? undefined : `${name}~file`}
        accept={(takes === 'pictures' ? pictureTypes : uploadTypes).join(',')}
        aria-invalid={problem ? true : undefined}
        aria-describedby={describedBy(name, { hint, privacy, error: problem })}
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          if (chosen) store.choose(chosen)
        }}
      />
      {file.step === 'sent' && (
        <>
          <input type="hidden" name={name} defaultValue={file.id} />
          <input type="hidden" name={`${name}~name`} defaultValue={file.name} />
        </>
      )}
      <div role="status" className="stack tight">
        <FileState file={file} text={text} addressOf={addressOf} />
      </div>
      {file.step !== 'none' && (
        <p className="row">
          {file.step === 'failed' && (
            <button className="btn quiet small" type="button" onClick={store.again}>
              {text.tryAgain}
            </button>
          )}
          <button
            className="btn quiet small"
            type={file.step === 'sent' ? 'submit' : 'button'}
            name="next"
            value={`unfile:${name}`}
            onClick={clear(store.remove)}
          >
            {file.step === 'sending' ? text.cancel : text.remove}
          </button>
        </p>
      )}
    </div>
  )
}

function FileState({ file, text, addressOf }: Pick<Props, 'text' | 'addressOf'> & { file: ChosenFile }) {
  if (file.step === 'none' || file.step === 'failed') return null
  if (file.step === 'waiting') return <span className="hint">{text.waiting.replace('{name}', file.name)}</span>
  if (file.step === 'sending') {
    const label = text.sending.replace('{name}', file.name)
    return (
      <>
        <span className="hint">{label}</span>
        <progress aria-label={label} max={1} value={file.part} />
      </>
    )
  }
  return (
    <span className="row fine">
      <Glyph name="check" /> <span>{file.name ? text.sent.replace('{name}', file.name) : text.attached}</span>
      {addressOf && (
        <a href={addressOf(file.id)} target="_blank" rel="noopener">
          {text.open}
        </a>
      )}
    </span>
  )
}
