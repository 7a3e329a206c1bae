import { itemAddress } from '../../stores/registration-setup.ts'
import { FileField } from '../../ui/FileField.tsx'
import type { FieldProps } from '../../ui/TextField.tsx'
import { useForm } from './form-context.ts'

/** A question that is answered with a file; the types it takes stand behind its own hint. */
export function FileQuestion({ hint, ...field }: FieldProps) {
  const { store, setup, text } = useForm()
  return (
    <FileField
      {...field}
      hint={[hint, text.file.types].filter(Boolean).join(' ')}
      store={store.files.of(field.name)}
      text={text.file}
      takes="documents"
      addressOf={(id) => itemAddress(setup.addresses.file, id)}
    />
  )
}
