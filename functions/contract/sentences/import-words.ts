import type { Language } from '../field-rules.ts'
import { maxImportColumns, maxImportRows } from '../limits.ts'

const en = {
  /** What a cell of each kind is, after “Pier” is not … */
  kinds: {
    type: 'a type',
    flag: 'yes or no',
    status: 'a status of a new event',
    venue: 'a venue',
    waiver: 'a waiver',
    question: 'a question',
    product: 'a product',
    pass: 'a package of visits',
    membership: 'a membership',
    gender: 'a gender',
    pool: 'a pool',
    grade: 'a grade',
    age: 'an age',
    places: 'a number of places',
    days: 'a number of days',
  },
  flags: ['yes', 'no'],
  isNot: (text: string, kind: string, choices: string) => `“${text}” is not ${kind}: ${choices}.`,
  noneYet: 'the program has none yet',
  addFirst: ' Add it to the program first.',
  whole: (text: string, kind: string) => `“${text}” is not ${kind}. Write a whole number like 12.`,
  twoDays: (text: string) =>
    `“${text}” may be two days. Send date_order as month_first or day_first, or write the day like 2027-06-21.`,
  day: (text: string) => `“${text}” is not a day. Write it like 2027-06-21.`,
  hour: (text: string) => `“${text}” is not a time of day. Write it like 9:00 AM or 16:30.`,
  hours: (text: string) => `“${text}” is not a span of hours. Write it like 9:00 AM - 4:00 PM.`,
  price: (text: string, currency: string) =>
    `“${text}” is not a price in ${currency}. Write it like 395 or 49.50, or Free.`,
  places: (text: string) => `“${text}” is not a number of places. Write it like 12, or unlimited.`,
  ages: (text: string) => `“${text}” is not a range of ages. Write it like 6-12 or 60+.`,
  deposit: (text: string) => `“${text}” is not a deposit. Write an amount like 100, or a share like 25%.`,
  refund: (text: string) =>
    `“${text}” is not a refund policy. Write it like 100% until 14 days before; 50% until 48 hours before, or None.`,
  refundKept: (text: string) => `“${text}” is not what a refund keeps. Write an amount like 25, or a share like 10%.`,
  instalments: (text: string) =>
    `“${text}” does not say when instalments are due. Write days before the start like 60; 30, or days like 2027-05-01; 2027-06-01.`,
  key: (text: string) => `“${text}” has no letter or digit. Write a key like camp-1.`,
  oneWaiver: 'An event has one waiver.',
  extra: (text: string) => `“${text}” is in a column without a name. Name it in the first row, or remove it.`,
  noKey: (field: 'key' | 'name') => `The row has no ${field}. Write the ${field} of its event.`,
  differs: (text: string, before: { text: string; row: number; column: string; isOption: boolean }) =>
    `“${text}” differs from “${before.text}” in row ${before.row}. ${before.isOption ? 'An option' : 'An event'} has one ${before.column}.`,
  firstDay: 'Write the day on which it starts, like 2027-06-21.',
  startTime: 'Write when it starts, like 9:00 AM.',
  endTime: 'Write when it ends, like 4:00 PM.',
  otherEnd: (row: number) => `Row ${row} has a date with this start that ends at another time.`,
  isOver: (key: string, status: string) => `The event ${key} is ${status}. Give the row another key.`,
  newType: 'A new event has a type: camp, class …',
  newName: 'A new event has a name.',
  newDay: 'A new event has a day on which it starts.',
  whichOption: (keys: string) =>
    `The event has several options: ${keys}. Say in a column option_key which one this is.`,
  restDue: 'Say when the rest is due, in a column balance_days, balance_on or instalments.',
  atOnce: 'Say what is paid at once, in a column deposit.',
  oneDue: 'Say when the rest is due in one column: balance_days, balance_on or instalments.',
  noPool: 'Say in a column pool which pool this is.',
  poolPlaces: (pool: { key: string; total: number; text: string }) =>
    `The pool ${pool.key} has ${pool.total} places, not ${pool.text}. An import changes no pool: change it in the program file.`,
  newPool: ' To make it, write its places in a column pool_places.',
  unknownColumn: (header: string, fields: string) =>
    `There is no field for the column “${header}”. Say in mapping which field it is, or null to leave it out. Fields: ${fields}.`,
  sameField: (other: string, header: string, field: string) =>
    `The columns “${other}” and “${header}” are both ${field}. Map one of them to another field, or to null.`,
  noColumn: (header: string, headers: string) => `The file has no column “${header}”. Its columns: ${headers}.`,
  noKeyColumn: 'No column is the key or the name of an event. Say in mapping which one is.',
  workbook: 'This is a workbook. Save the sheet as CSV (UTF-8), and send that.',
  notTable: `Send a CSV file whose first row names its columns, with 1 to ${maxImportRows} rows below it and at most ${maxImportColumns} columns.`,
  tooManyEvents: (most: number) => `A file has at most ${most} events. Send it in parts.`,
  mistakes: (count: number) =>
    `${count === 1 ? 'One mistake' : `${count} mistakes`}, so nothing was imported. Each is named by its row in the spreadsheet and its column.`,
}

const fr: typeof en = {
  kinds: {
    type: 'un genre',
    flag: 'oui ou non',
    status: 'un état d’une nouvelle activité',
    venue: 'un lieu',
    waiver: 'une décharge',
    question: 'une question',
    product: 'un produit',
    pass: 'un forfait de visites',
    membership: 'un abonnement',
    gender: 'un sexe',
    pool: 'un groupe de places partagées',
    grade: 'une classe',
    age: 'un âge',
    places: 'un nombre de places',
    days: 'un nombre de jours',
  },
  flags: ['oui', 'non'],
  isNot: (text, kind, choices) => `«\u00a0${text}\u00a0» n’est pas ${kind}\u00a0: ${choices}.`,
  noneYet: 'le programme n’en a pas encore',
  addFirst: ' Ajoutez-le d’abord au programme.',
  whole: (text, kind) => `«\u00a0${text}\u00a0» n’est pas ${kind}. Écrivez un nombre entier comme 12.`,
  twoDays: (text) =>
    `«\u00a0${text}\u00a0» peut être deux jours. Dites si le mois ou le jour vient d’abord (date_order), ou écrivez le jour comme 2027-06-21.`,
  day: (text) => `«\u00a0${text}\u00a0» n’est pas un jour. Écrivez-le comme 2027-06-21.`,
  hour: (text) => `«\u00a0${text}\u00a0» n’est pas une heure. Écrivez-la comme 9 h ou 16:30.`,
  hours: (text) => `«\u00a0${text}\u00a0» n’est pas une plage d’heures. Écrivez-la comme 9 h - 16 h.`,
  price: (text, currency) =>
    `«\u00a0${text}\u00a0» n’est pas un prix en ${currency}. Écrivez-le comme 395 ou 49,50, ou Gratuit.`,
  places: (text) => `«\u00a0${text}\u00a0» n’est pas un nombre de places. Écrivez-le comme 12, ou illimité.`,
  ages: (text) => `«\u00a0${text}\u00a0» n’est pas une tranche d’âges. Écrivez-la comme 6-12 ou 60+.`,
  deposit: (text) => `«\u00a0${text}\u00a0» n’est pas un acompte. Écrivez un montant comme 100, ou une part comme 25%.`,
  refund: (text) =>
    `«\u00a0${text}\u00a0» n’est pas une politique de remboursement. Écrivez-la comme 100% until 14 days before; 50% until 48 hours before, ou None.`,
  refundKept: (text) =>
    `«\u00a0${text}\u00a0» n’est pas ce qu’un remboursement retient. Écrivez un montant comme 25, ou une part comme 10%.`,
  instalments: (text) =>
    `«\u00a0${text}\u00a0» ne dit pas quand les versements sont dus. Écrivez des jours avant le début comme 60; 30, ou des dates comme 2027-05-01; 2027-06-01.`,
  key: (text) => `«\u00a0${text}\u00a0» n’a ni lettre ni chiffre. Écrivez une clé comme camp-1.`,
  oneWaiver: 'Une activité a une seule décharge.',
  extra: (text) =>
    `«\u00a0${text}\u00a0» est dans une colonne sans nom. Nommez-la dans la première ligne, ou effacez la valeur.`,
  noKey: (field) =>
    field === 'key'
      ? 'La ligne n’a pas de clé. Écrivez la clé de son activité.'
      : 'La ligne n’a pas de nom. Écrivez le nom de son activité.',
  differs: (text, before) =>
    `«\u00a0${text}\u00a0» diffère de «\u00a0${before.text}\u00a0» à la ligne ${before.row}. ${before.isOption ? 'Une option' : 'Une activité'} n’a qu’une valeur pour ${before.column}.`,
  firstDay: 'Écrivez le jour du début, comme 2027-06-21.',
  startTime: 'Écrivez l’heure du début, comme 9 h.',
  endTime: 'Écrivez l’heure de la fin, comme 16 h.',
  otherEnd: (row) => `La ligne ${row} a une date avec ce début qui finit à une autre heure.`,
  isOver: (key, status) =>
    `L’activité ${key} est ${status === 'cancelled' ? 'annulée' : 'archivée'}. Donnez une autre clé à la ligne.`,
  newType: 'Une nouvelle activité a un genre\u00a0: camp, class …',
  newName: 'Une nouvelle activité a un nom.',
  newDay: 'Une nouvelle activité a un jour de début.',
  whichOption: (keys) => `L’activité a plusieurs options\u00a0: ${keys}. Dites laquelle dans une colonne option_key.`,
  restDue: 'Dites quand le solde est dû, dans une colonne balance_days, balance_on ou instalments.',
  atOnce: 'Dites ce qui est payé tout de suite, dans une colonne deposit.',
  oneDue: 'Dites quand le solde est dû dans une seule colonne\u00a0: balance_days, balance_on ou instalments.',
  noPool: 'Dites dans une colonne pool de quel groupe de places il s’agit.',
  poolPlaces: ({ key, total, text }) =>
    `Le groupe ${key} a ${total} places, et non ${text}. Une importation ne change aucun groupe\u00a0: changez-le dans le fichier du programme.`,
  newPool: ' Pour le créer, écrivez ses places dans une colonne pool_places.',
  unknownColumn: (header, fields) =>
    `Aucun champ ne correspond à la colonne «\u00a0${header}\u00a0». Dites de quel champ il s’agit, ou laissez-la de côté. Champs\u00a0: ${fields}.`,
  sameField: (other, header, field) =>
    `Les colonnes «\u00a0${other}\u00a0» et «\u00a0${header}\u00a0» sont toutes deux ${field}. Choisissez un autre champ pour l’une d’elles, ou laissez-la de côté.`,
  noColumn: (header, headers) =>
    `Le fichier n’a pas de colonne «\u00a0${header}\u00a0». Ses colonnes\u00a0: ${headers}.`,
  noKeyColumn: 'Aucune colonne n’est la clé ou le nom d’une activité. Dites laquelle l’est.',
  workbook: 'C’est un classeur. Enregistrez la feuille en CSV (UTF-8), et envoyez ce fichier.',
  notTable: `Envoyez un fichier CSV dont la première ligne nomme les colonnes, avec de 1 à ${maxImportRows} lignes en dessous et ${maxImportColumns} colonnes au plus.`,
  tooManyEvents: (most) => `Un fichier a au plus ${most} activités. Envoyez-le en plusieurs parties.`,
  mistakes: (count) =>
    `${count === 1 ? 'Une erreur' : `${count} erreurs`}, donc rien n’a été importé. Chacune est nommée par sa ligne dans la feuille et sa colonne.`,
}

/** What is wrong in a file of events, by language. */
export const importWords = { en, fr } satisfies Record<Language, typeof en>
export type ImportWords = typeof en
