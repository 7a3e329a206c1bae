import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { makeCity } from './make-city.ts'

/** `node functions/organiser/program-file/write-city.ts [FILE]`: writes the demo city as a file for `npm run program -- apply FILE`. */
const file = process.argv[2] ?? '.wrangler/city.yaml'
const city = makeCity()
writeFileSync(file, stringify(city, { lineWidth: 0, aliasDuplicateObjects: false }))
console.log(`${city.events?.length} events in ${city.venues?.length} venues: ${file}`)
