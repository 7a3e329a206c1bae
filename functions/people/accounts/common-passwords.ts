import { plainPassword, unpackWords } from './plain-password.ts'

/** Words that people make passwords of, in the order of how often they are met in published lists; refused in every common dress. */
const words = `
password passwort motdepasse passw pass word letmein welcome bienvenue welcom admin administrator root user guest test tester testing temp demo login access
master secret secure security default change changeme please iloveyou loveyou lovely love lover loveme ilove sunshine princess princesse dragon monkey shadow
football soccer baseball basketball hockey tennis golfer golf rugby superman batman spiderman ironman hulk avengers starwars skywalker yoda jedi vader
startrek pokemon pikachu naruto mario zelda nintendo playstation xbox minecraft roblox fortnite computer internet google facebook twitter instagram youtube
yahoo hotmail gmail microsoft windows apple iphone samsung android linux ubuntu oracle cisco dell lenovo michael jordan jordan23 jennifer jessica ashley
amanda daniel david andrew joshua matthew anthony robert thomas william james john george charlie charles edward richard joseph nicole michelle melissa
stephanie samantha elizabeth barbara hannah olivia emma sophie sophia chloe julia laura sarah maria anna natasha veronica vanessa isabella gabriel benjamin
alexander alexandre alexis nathalie isabelle caroline camille chantal sylvie martine pierre philippe nicolas sebastien mathieu maxime olivier vincent antoine
thierry laurent julien patrick summer winter spring autumn january february march april june july august september october november december monday tuesday
wednesday thursday friday saturday sunday ete hiver printemps automne janvier fevrier mars avril juin juillet aout septembre octobre novembre decembre lundi
mardi mercredi jeudi vendredi samedi dimanche bonjour soleil chocolat chouchou doudou loulou azerty qwerty qwertz qwertyuiop asdf asdfgh asdfghjkl zxcvbn
zxcvbnm qazwsx qwer wasd abc abcd abcde abcdef abcdefg abcdefgh aaa xxx hello hi hey howdy hola salut coucou ciao aloha family familia famille mother father
mommy daddy mamma mama papa maman grandma brother sister children baby babygirl babyboy boy girl lady queen king prince knight angel angels heaven jesus
christ god blessed faith hope grace peace happy smile lucky luck freedom liberty justice trust trustno whatever nothing something forever always together
friend friends bestfriend buddy cookie cookies chocolate banana orange cherry strawberry pineapple mango lemon pepper ginger cinnamon coffee pizza cheese
butter bacon chicken turkey donut candy sugar honey tiger lion eagle falcon hawk wolf bear panda koala rabbit bunny kitty kitten cat cats dog dogs doggy puppy
horse pony dolphin shark whale turtle snake spider butterfly unicorn phoenix mustang ferrari porsche mercedes corvette camaro toyota honda nissan subaru
yamaha harley ducati suzuki diesel racing turbo rocket thunder lightning storm rainbow flower flowers rose lily daisy jasmine violet sunflower ocean river
mountain forest island beach camping campfire lake lakeside canoe sailing harbour paradise london paris berlin madrid toronto montreal vancouver ottawa quebec
canada america american england france germany italia brasil mexico australia texas dallas chicago boston newyork brooklyn california hawaii arsenal chelsea
liverpool barcelona juventus realmadrid manchester yankees redsox lakers cowboys steelers packers raptors mapleleafs canadiens senators canucks oilers flames
bluejays redwings penguins rangers hunter killer ranger soldier marine army navy ninja samurai warrior wizard merlin gandalf hobbit matrix trinity morpheus
zombie vampire ghost devil demon satan sexy hottie bitch fuck fuckyou fuckme asshole shit pussy dick cock porn suck beer whiskey vodka music guitar piano
metallica nirvana slipknot eminem beatles elvis madonna rihanna beyonce taylor swift justin bieber disney mickey minnie donald goofy tinkerbell cinderella
frozen elsa simba nemo garfield snoopy scooby barbie hellokitty harrypotter potter hermione gryffindor hogwarts dumbledore purple yellow silver golden gold
black white green blue red pink crystal diamond emerald ruby sapphire pearl magic money cash dollar bitcoin crypto million rich boss legend hero champion
winner player gamer gaming cheater sparky bailey maggie molly oliver oscar max rocky buster tucker jackson cooper bella coco luna sadie chester midnight
blackie smokey precious sweetheart sweetie cutie darling honeybear teddy teddybear muffin cupcake peanut pumpkin marshmallow bubbles bubble sparkle twinkle
star stars galaxy universe cosmos moon moonlight sunset sunrise student teacher school college university office work working company business manager service
support server network system database backup private public system32 abc123 a1b2c3 q1w2e3 zaq1 muster register registration booking camp camps parent parents
kids child club member members event events session
`
  .trim()
  .split(/\s+/)

const commonWords = new Set(words.map(plainPassword))
let published: Promise<Set<string>> | undefined
// Read in with the first password that is set: most isolates never set one.
const loadPublished = async () => unpackWords((await import('./published-passwords.json')).default.packed)

const keyRows = [
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'qsdfghjklm',
  'zxcvbnm',
  'yxcvbnm',
  'wxcvbn',
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1a2z3e4r5t6y7u8i9o0p',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol',
  '1aqw2zsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  'aqwzsxedcrfvtgbyhn',
  '147258369',
  '159753',
  'a1b2c3d4e5f6',
]
const lines = keyRows.flatMap((row) => [row + row, [...row].reverse().join('').repeat(2)])
/** So many signs before a word, and so many after it, leave it as easy to guess. */
const maxBefore = 3
const maxAfter = 8
const dressAfter =
  /^(?:[^a-z]{0,4}|[^a-z\d]{0,3}(?:19|20)\d\d[^a-z\d]{0,3}|\d{1,4}[^a-z\d]{1,3}|[^a-z\d]{1,3}\d{1,4}[^a-z\d]{0,2})$/

/** Whether a password is one of those tried first: a published one or a known word, dressed up; a walk over the keys; one sign or piece repeated; a day. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const lower = password.toLowerCase()
  if (isRepeated(lower) || isWalk(lower) || isDate(lower)) return true
  published ??= loadPublished()
  const publishedWords = await published
  return undressed(lower)
    .map(plainPassword)
    .some((core) => commonWords.has(core) || publishedWords.has(core))
}

/** What is left of a password without the few signs people put before or after a word, and the half of a doubled one. */
function undressed(lower: string): string[] {
  const bare = lower.replace(/[\s._-]/g, '')
  const candidates = [lower, bare]
  for (const text of [lower, bare]) {
    for (let before = 0; before <= maxBefore; before += 1) {
      for (let after = 0; after <= Math.min(maxAfter, text.length - before); after += 1) {
        if (/^[^a-z]*$/.test(text.slice(0, before)) && dressAfter.test(text.slice(text.length - after)))
          candidates.push(text.slice(before, text.length - after))
      }
    }
  }
  return candidates.flatMap((each) =>
    each.length % 2 === 0 && each.slice(0, each.length / 2) === each.slice(each.length / 2)
      ? [each, each.slice(0, each.length / 2)]
      : [each],
  )
}

function isRepeated(lower: string): boolean {
  return /^(.{1,4})\1+.{0,3}$/su.test(lower)
}

const minWalk = 5
/** Whether the keys of a password lie next to each other, in up to three runs of three and more: 1234qwer, zaq12wsx. */
function isWalk(lower: string): boolean {
  const core = lower.replace(/[^a-z0-9]/g, '')
  return [core, core.replace(/\d{1,4}$/, ''), core.replace(/^\d{1,4}/, '')].some(
    (keys) => keys.length >= minWalk && inRuns(keys, 3),
  )
}

function inRuns(keys: string, maxRuns: number): boolean {
  if (keys === '') return true
  if (maxRuns === 0) return false
  for (let length = keys.length; length >= 3; length -= 1) {
    const run = keys.slice(0, length)
    if (lines.some((line) => line.includes(run)) && inRuns(keys.slice(length), maxRuns - 1)) return true
  }
  return false
}

/** Eight digits that are a day: 31122010, 20101231. */
function isDate(lower: string): boolean {
  const day = lower.replace(/[\s./-]/g, '')
  return /^(?:(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|[12]\d|3[01])(?:19|20)\d\d|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))$/.test(
    day,
  )
}
