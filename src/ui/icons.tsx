/** Inline icons: 20 × 20, stroke 1.5, in the colour of the text. */
export const icons = {
  alert: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6.5v4.25M10 13.4v.1',
  back: 'M4 8h8.5a3.75 3.75 0 0 1 0 7.5H7M7 4.5 3.5 8 7 11.5',
  bag: 'M4.5 7h11l.75 9.5H3.75zM7.25 7V5.75a2.75 2.75 0 0 1 5.5 0V7',
  bell: 'M10 3a4.5 4.5 0 0 0-4.5 4.5c0 3.75-1.5 4.75-1.5 6h12c0-1.25-1.5-2.25-1.5-6A4.5 4.5 0 0 0 10 3zM8.5 16.25a1.6 1.6 0 0 0 3 0',
  cal: 'M3.5 5h13v11.5h-13zM3.5 8.75h13M7 3v3.5M13 3v3.5',
  card: 'M2.75 5h14.5v10.5H2.75zM2.75 8.5h14.5M5.5 12.5h3',
  check: 'm4.5 10.5 3.5 3.5 7.5-8',
  clock: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM10 6v4.25l2.75 1.75',
  doc: 'M5 2.75h6.5L15 6.25v11H5zM11.5 2.75v3.5H15M7.5 10h5M7.5 13h5',
  flag: 'M5 17.5V3M5 4c3.5-2.25 5.5 1.75 10 0v7c-4.5 1.75-6.5-2.25-10 0',
  globe: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM3 10h14M10 3c2.5 2.25 2.5 11.75 0 14M10 3c-2.5 2.25-2.5 11.75 0 14',
  down: 'm5 8 5 5 5-5',
  leave: 'M8.5 3.5h-5v13h5M8 10h9M13.5 6.5 17 10l-3.5 3.5',
  left: 'm12 5-5 5 5 5',
  lock: 'M4.75 9h10.5v7.5H4.75zM7 9V6.5a3 3 0 0 1 6 0V9',
  mail: 'M2.75 5h14.5v10.5H2.75zM3 5.5l7 5.5 7-5.5',
  menu: 'M3.5 6h13M3.5 10h13M3.5 14h13',
  ok: 'm10 2.5 2 1.6 2.5-.2.75 2.4 2.05 1.4-.9 2.3.9 2.3-2.05 1.4-.75 2.4-2.5-.2-2 1.6-2-1.6-2.5.2-.75-2.4-2.05-1.4.9-2.3-.9-2.3 2.05-1.4.75-2.4 2.5.2zM7.3 10l2 2 3.6-4',
  out: 'M8 4.5H4.5v11h11V12M11.5 4.5h4v4M15.5 4.5 9 11',
  people:
    'M7.5 9.5a2.75 2.75 0 1 0 0-5.5 2.75 2.75 0 0 0 0 5.5zM2.5 16.25c.4-2.75 2.3-4.25 5-4.25s4.6 1.5 5 4.25M12.75 4.2a2.6 2.6 0 0 1 0 5M14.25 12.2c1.8.5 2.9 1.9 3.25 4.05',
  pin: 'M10 17.5s5.5-4.8 5.5-9.2a5.5 5.5 0 0 0-11 0c0 4.4 5.5 9.2 5.5 9.2zM10 10.25a2 2 0 1 0 0-4 2 2 0 0 0 0 4z',
  plus: 'M10 4v12M4 10h12',
  print: 'M6 7V3h8v4M6 14H3.5V7h13v7H14M6 11.5h8V17H6z',
  receipt: 'M5 2.75h10v14.5l-1.75-1.25-1.5 1.25L10 16l-1.75 1.25L6.75 16 5 17.25zM7.5 7h5M7.5 10h5',
  search: 'M9 14.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM13 13l4 4',
  share: 'M10 12V3M6.5 6 10 2.75 13.5 6M4 10.5v6h12v-6',
  ticket: 'M3 6h14v2.75a1.25 1.25 0 0 0 0 2.5V14H3v-2.75a1.25 1.25 0 0 0 0-2.5zM12 6v8',
  tune: 'M3 6h14M5.5 10h9M8 14h4',
  user: 'M10 10a3.25 3.25 0 1 0 0-6.5 3.25 3.25 0 0 0 0 6.5zM3.75 17c.5-3 3-4.5 6.25-4.5s5.75 1.5 6.25 4.5',
  x: 'm5.5 5.5 9 9M14.5 5.5l-9 9',
  chat: 'M3 4.5h14V14H9l-3.5 3v-3H3z',
  coin: 'M10 17a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM12.25 7.5c-.5-.75-1.25-1-2.25-1-1.25 0-2.25.6-2.25 1.7 0 2.4 4.6 1.1 4.6 3.6 0 1.1-1.1 1.7-2.35 1.7-1 0-1.85-.35-2.35-1.1M10 5.25V6.5M10 13.5v1.25',
  phone:
    'M6.25 3.25 8 7 6.25 8.5c1 2.25 3 4.25 5.25 5.25L13 12l3.75 1.75v2c0 1-.75 1.75-1.75 1.5C8.75 16.5 3.5 11.25 2.75 5c-.1-1 .5-1.75 1.5-1.75z',
  team: 'M10 2.75 16 5v4.5c0 3.75-2.5 6.25-6 7.75-3.5-1.5-6-4-6-7.75V5zM7.5 9.75l1.9 1.9L12.75 8',
  weeks: 'M3 4.5h14M3 10h14M3 15.5h14M3 7.25h6M3 12.75h9.5',
  note: 'M4 3.5h12v8.75L11.75 16.5H4zM16 12.25h-4.25v4.25M7 7.25h6M7 10.25h3',
} as const
export type IconName = keyof typeof icons

/** The URL of an icon in the sprite. Its prefix keeps it apart from the ids of the page's parts. */
export const iconHref = (name: IconName): string => `#i-${name}`

/** The hidden sprite with a page's icons. */
export const iconSprite = (names: readonly IconName[]): string =>
  `<svg class="vh" aria-hidden="true">${[...new Set(names)].map((name) => `<symbol id="i-${name}" viewBox="0 0 20 20"><path d="${icons[name]}"/></symbol>`).join('')}</svg>`

/** An icon of the page's sprite inside an island. */
export const Glyph = ({ name }: { name: IconName }) => (
  <svg className="i" aria-hidden="true">
    <use href={iconHref(name)} />
  </svg>
)
