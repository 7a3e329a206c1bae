import type { IconName } from './icons.ts'

/** An icon of the page's sprite inside an island. */
export const Glyph = ({ name }: { name: IconName }) => (
  <svg className="i" aria-hidden="true">
    <use href={`#${name}`} />
  </svg>
)
