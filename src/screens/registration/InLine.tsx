import { useStore } from '@nanostores/react'
import { fillIn } from '../../locales/fill-in.ts'
import { useForm } from './form-context.ts'

/** Where the form stands while many send theirs; read out when it changes, empty in quiet. */
export function InLine() {
  const { line, text } = useForm()
  const seconds = useStore(line)
  const words = seconds === null ? null : seconds > 1 ? fillIn(text.inLine, { seconds }) : text.takesLonger
  return (
    <p role="status" className="fine">
      {words && `${words} ${text.inLineKept}`}
    </p>
  )
}
