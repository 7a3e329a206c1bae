import { useForm } from './form-context.ts'

/**
 * What a browser without JavaScript sends with the form. The first button is the one that Enter presses in a field: it
 * sends the whole form.
 */
export function HiddenFields() {
  const { setup, text } = useForm()
  // A refused code is not sent again, so that the customer can book without it.
  const isCodeRefused = setup.posted?.problems.some(({ name }) => name === 'sum')
  const fields = [
    ...Object.entries(setup.hidden).filter(([name]) => name !== 'code' || !isCodeRefused),
    ...(setup.posted?.kept ?? []),
  ]
  return (
    <>
      <button type="submit" className="vh" tabIndex={-1} aria-hidden="true">
        {text.goOn}
      </button>
      {fields.map(([name, value]) => (
        <input key={name} type="hidden" name={name} defaultValue={value} />
      ))}
    </>
  )
}
