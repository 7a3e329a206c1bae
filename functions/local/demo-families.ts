type Child = { first_name: string; date_of_birth: string; swims: string; allergies?: string }
/** A family of the demo’s week. `climbs`: the children are in the class, too. `open` is what it has not done yet. */
export type DemoFamily = {
  first_name: string
  last_name: string
  phone: string
  children: readonly Child[]
  climbs?: true
  open?: 'payment' | 'waiver'
}

const [notYet, jacket, swimmer] = ['Not yet', 'With a lifejacket', '25 metres without help'] as const

/** The families of a week. The children are between 8 and 11 years old in the year of the week. */
export function demoFamilies(year: number): readonly DemoFamily[] {
  const child = (first_name: string, [age, day]: [number, string], swims: string): Child => ({
    ...{ first_name, swims },
    date_of_birth: `${year - age}-${day}`,
  })
  const arjun = {
    ...child('Arjun', [8, '01-01'], notYet),
    allergies: 'Peanuts. His auto-injector is in the red pouch of his bag.',
  }
  return [
    {
      ...{ first_name: 'Amina', last_name: 'Diallo', phone: '+14165550140' },
      children: [child('Idris', [10, '01-12'], swimmer), child('Sira', [8, '01-01'], jacket)],
    },
    {
      ...{ first_name: 'Marc', last_name: 'Pelletier', phone: '+14165550141', climbs: true },
      children: [child('Zoé', [9, '01-20'], swimmer)],
    },
    {
      ...{ first_name: 'Priya', last_name: 'Raman', phone: '+14165550142' },
      children: [arjun, child('Leela', [11, '01-30'], swimmer)],
    },
    {
      ...{ first_name: 'Tom', last_name: 'Becker', phone: '+14165550143', open: 'payment' },
      children: [child('Oscar', [9, '01-15'], jacket)],
    },
    {
      ...{ first_name: 'Grace', last_name: 'Kim', phone: '+14165550144', open: 'waiver' },
      children: [child('Hana', [8, '01-01'], jacket)],
    },
    {
      ...{ first_name: 'Luis', last_name: 'Ortega', phone: '+14165550145' },
      children: [child('Mateo', [11, '01-05'], swimmer), child('Inés', [8, '01-01'], notYet)],
    },
    {
      ...{ first_name: 'Emma', last_name: 'Walsh', phone: '+14165550146', climbs: true },
      children: [child('Finn', [10, '01-27'], swimmer), child('Nora', [9, '01-09'], jacket)],
    },
    {
      ...{ first_name: 'Nour', last_name: 'Haddad', phone: '+14165550147', climbs: true },
      children: [child('Yara', [9, '01-11'], jacket)],
    },
  ]
}

export const emailOf = ({ first_name, last_name }: DemoFamily): string =>
  `${first_name}.${last_name}@example.com`.toLowerCase()
