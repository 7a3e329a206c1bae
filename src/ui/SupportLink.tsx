import { type MetFailure, withFailure } from '../routes.ts'

type Props = { support: string; failure: MetFailure; children: string }

/** Link to the support form with details of the failure: its names and places, no personal text. */
export function SupportLink({ support, failure: { type, code, param, path, timestamp }, children }: Props) {
  return (
    <a className="tap" href={withFailure(support, { type, code, param, path, timestamp })}>
      {children}
    </a>
  )
}
