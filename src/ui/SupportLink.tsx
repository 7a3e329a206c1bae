import { type MetFailure, withFailure } from '../routes.ts'

type Props = { support: string; failure: MetFailure; children: string }

/** The way to the people who run the program, with what went wrong: its names and places, no words of anyone. */
export function SupportLink({ support, failure: { type, code, param, path, timestamp }, children }: Props) {
  return (
    <a className="tap" href={withFailure(support, { type, code, param, path, timestamp })}>
      {children}
    </a>
  )
}
