import { dateOrder, monthName } from '#contract/date-format'
import { type DatePart, datePartName } from '#contract/booking/form-controls'
import type { ClipboardEvent } from 'react'
import { dateParts } from '../../../stores/booking/written-date.ts'
import { FieldGroup } from '../../../ui/ChoiceField.tsx'
import { describedBy, type FieldProps } from '../../../ui/TextField.tsx'
import { useForm, useValues } from './form-context.ts'

const parts: DatePart[] = ['day', 'month', 'year']

/**
 * A date field for day, month by name and year, in the order of the page's language. The reader may paste a whole
 * date into any of them. `isOwnBirthday` lets the browser fill in the reader's date of birth.
 */
export function DateField({ isOwnBirthday = false, ...field }: FieldProps & { isOwnBirthday?: boolean }) {
  const { store, setup, text } = useForm()
  const { name, error } = field
  const shown = dateParts(useValues([name, ...parts.map((part) => datePartName(name, part))]), name)

  function paste(event: Pick<ClipboardEvent, 'clipboardData' | 'preventDefault'>) {
    if (store.pasteDate(name, event.clipboardData.getData('text'))) event.preventDefault()
  }
  const control = (part: DatePart, index: number) => ({
    // The error summary links to the first field, which has the name of the whole date.
    id: index === 0 ? name : datePartName(name, part),
    name: datePartName(name, part),
    value: shown[part],
    autoComplete: isOwnBirthday ? `bday-${part}` : 'off',
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy(name, field),
    onPaste: paste,
    onBlur: () => store.finishDate(name),
    onChange: ({ target }: { target: { value: string } }) => store.setValue(datePartName(name, part), target.value),
  })
  return (
    <FieldGroup {...field}>
      <div className="born">
        {dateOrder(setup.locale).map((part, index) => (
          <p className="field" key={part}>
            <label htmlFor={control(part, index).id}>{text.dateParts[part]}</label>
            {part === 'month' ? (
              <select {...control(part, index)}>
                <option value="">{text.dateParts.month}</option>
                {Array.from({ length: 12 }, (_, at) => monthName(at + 1, setup.language)).map((month, at) => (
                  <option key={month} value={at + 1}>
                    {month}
                  </option>
                ))}
              </select>
            ) : (
              <input inputMode="numeric" {...control(part, index)} />
            )}
          </p>
        ))}
      </div>
    </FieldGroup>
  )
}
