// Decides what a row of a file means: which field a heading names, which value a cell has, and which faults it has. Pure functions. The
// rules of each value are those of the form of a person (features/people/users/contract.ts,
// features/organisation/custom-fields/contract.ts).
import type { Language } from '#catalogue/languages.ts'
import {
  type FieldDefinition,
  type CustomValue,
  type CustomValues,
  mergeValues,
} from '#features/organisation/custom-fields/contract.ts'
import { isAbsent } from '#platform/contract/absence.ts'
import type { FieldFault } from '#platform/contract/failure.ts'
import { plain } from '#platform/contract/plain.ts'
import { mapInSlices } from '#platform/server/slices.ts'
import { userAddition } from '#features/people/users/contract.ts'
import { scheduleFaults } from '#features/people/users/server/queries.ts'
import type { NewUser } from '#features/people/users/server/commands.ts'
import { type ImportedField, importedFields, requiredFields, wholeRow } from '../contract.ts'

/** Usual headings of each field in the four languages, in addition to the labels of the form; without accents, in lower case. */
const knownHeadings: Record<ImportedField, readonly string[]> = {
  nome_usuario: [
    'nome',
    'nome completo',
    'nome do usuario',
    'usuario',
    'name',
    'full name',
    'user',
    'user name',
    'display name',
    'nombre',
    'nombre completo',
    'nome de utilizador',
    'utilizador',
    'colaborador',
    'nome_usuario',
  ],
  email: ['email', 'e mail', 'mail', 'endereco de email', 'email address', 'correo', 'correo electronico', 'login'],
  phone: [
    'telefone',
    'celular',
    'fone',
    'phone',
    'phone number',
    'mobile',
    'telephone',
    'telefono',
    'movil',
    'telemovel',
    'whatsapp',
  ],
  perfil_usuario: ['perfil', 'profile', 'role', 'papel', 'rol', 'tipo de usuario', 'perfil_usuario'],
  group_ids: [
    'grupo',
    'grupos',
    'grupos de usuarios',
    'grupo de usuarios',
    'group',
    'groups',
    'user groups',
    'user group',
    'grupos de utilizadores',
  ],
  department: ['departamento', 'department', 'setor', 'sector', 'area', 'dept'],
  language: ['idioma', 'language', 'lingua', 'lengua', 'locale'],
  block_on: [
    'bloquear a partir de',
    'bloquear em',
    'data de bloqueio',
    'block from',
    'block on',
    'block date',
    'bloquear desde',
    'bloquear el',
    'fecha de bloqueo',
    'bloquear a partir do dia',
    'block_on',
  ],
  delete_on: [
    'excluir a partir de',
    'excluir em',
    'data de exclusao',
    'delete from',
    'delete on',
    'deletion date',
    'eliminar desde',
    'eliminar el',
    'fecha de eliminacion',
    'eliminar a partir de',
    'eliminar a partir do dia',
    'delete_on',
  ],
}

const comparableText = (text: string) =>
  plain(text)
    .replace(/[^\p{L}\p{N}_]+/gu, ' ')
    .trim()

const targetsByHeading = new Map(
  importedFields.flatMap((field) => knownHeadings[field].map((heading) => [comparableText(heading), field] as const)),
)

/** Suggests a target for each heading; an empty text for an unknown one. Custom fields are found by their name. No target is used twice. */
export function guessColumns(headings: readonly string[], fields: readonly FieldDefinition[]): string[] {
  const custom = new Map(fields.toReversed().map(({ id, name }) => [comparableText(name), `custom.${id}`]))
  const usedTargets = new Set<string>()
  return headings.map((heading) => {
    const headingText = comparableText(heading)
    const target = targetsByHeading.get(headingText) ?? custom.get(headingText) ?? ''
    if (usedTargets.has(target)) return ''
    usedTargets.add(target)
    return target
  })
}

/** Returns the faults of a choice of columns: a field that is chosen twice, an unknown field, or a required field that no column fills. */
export function columnFaults(
  columns: readonly string[],
  headings: readonly string[],
  fields: readonly FieldDefinition[],
): Record<string, FieldFault> {
  const chosen = columns.filter((target) => target !== '')
  const known = new Set<string>([...importedFields, ...fields.map(({ id }) => `custom.${id}`)])
  const wrong = chosen.filter((target, index) => !known.has(target) || chosen.indexOf(target) !== index)
  const needed = [...requiredFields, ...fields.filter(({ required }) => required).map(({ id }) => `custom.${id}`)]
  const missing = needed.filter((target) => !chosen.includes(target))
  return {
    ...(columns.length === headings.length ? {} : { columns: 'invalid' as const }),
    ...Object.fromEntries(wrong.map((target) => [target, 'invalid' as const])),
    ...Object.fromEntries(missing.map((target) => [target, 'required' as const])),
  }
}

/** Facts of the business unit that the check of rows needs. */
export type Surroundings = {
  fields: readonly FieldDefinition[]
  groups: readonly { id: string; name: string }[]
  /** The e-mails and telephones of the rows that a person of the business unit has already. */
  takenEmails: ReadonlySet<string>
  takenPhones: ReadonlySet<string>
  /** The present day in the time zone of the business unit. */
  today: string
  /** The language of a person whose row contains none. */
  language: Language
}

export type Row = { number: number; cells: readonly string[] }
export type Faults = Record<string, FieldFault>
export type CheckedRow = { number: number; faults: Faults; person: Person | null }
export type Person = Omit<NewUser, 'password_hash' | 'language'> & { language: Language; custom: CustomValues }

/** Checks rows in their order: of two rows with one e-mail, the second is refused. */
export async function checkRows(
  rows: readonly Row[],
  columns: readonly string[],
  around: Surroundings,
): Promise<CheckedRow[]> {
  const [emails, phones] = [new Set<string>(), new Set<string>()]
  const groupsByName = new Map(around.groups.map((group) => [plain(group.name.trim()), group.id]))
  return mapInSlices(rows, ({ number, cells }) => {
    const { faults, person } = readRow(cellsByTarget(cells, columns), around, groupsByName)
    if (person) {
      if (around.takenEmails.has(person.email) || emails.has(person.email)) faults['email'] = 'user.email_taken'
      if (person.phone !== null && (around.takenPhones.has(person.phone) || phones.has(person.phone)))
        faults['phone'] = 'user.phone_taken'
      emails.add(person.email)
      if (person.phone !== null) phones.add(person.phone)
    }
    return { number, faults, person: Object.keys(faults).length === 0 ? person : null }
  })
}

const cellsByTarget = (cells: readonly string[], columns: readonly string[]): Map<string, string> =>
  new Map(columns.flatMap((target, index) => (target === '' ? [] : [[target, (cells[index] ?? '').trim()] as const])))

/** Returns the e-mails and telephones of rows, in the form in which they would be stored. */
export function sentKeys(rows: readonly Row[], columns: readonly string[]): { emails: string[]; phones: string[] } {
  const cellOf = (target: string) => {
    const index = columns.indexOf(target)
    return index < 0 ? [] : rows.map(({ cells }) => cells[index]?.trim() ?? '').filter((cell) => cell !== '')
  }
  return {
    emails: cellOf('email').map((cell) => cell.toLowerCase()),
    phones: cellOf('phone').map((cell) => cell.replace(/[\s().-]/g, '')),
  }
}

function readRow(cells: ReadonlyMap<string, string>, around: Surroundings, groups: ReadonlyMap<string, string>) {
  const cell = (target: ImportedField) => cells.get(target) ?? ''
  const found = groupIdsIn(cell('group_ids'), groups)
  const sent = {
    nome_usuario: cell('nome_usuario'),
    email: cell('email'),
    phone: cell('phone'),
    perfil_usuario: cell('perfil_usuario') === '' ? 'user' : profileIn(cell('perfil_usuario')),
    state: 'A',
    department: cell('department'),
    language: cell('language') === '' ? around.language : languageIn(cell('language')),
    group_ids: found ?? [],
    block_on: dayIn(cell('block_on')),
    delete_on: dayIn(cell('delete_on')),
  }
  const faults: Faults = found === null ? { group_ids: 'group.missing' } : {}
  const parsed = userAddition.safeParse(sent)
  for (const { path } of parsed.error?.issues ?? []) {
    const field = String(path[0] ?? wholeRow)
    faults[field] ??= isAbsent(sent, path) ? 'required' : 'invalid'
  }
  Object.assign(faults, scheduleFaults({ block_on: sent.block_on, delete_on: sent.delete_on }, {}, around.today))
  const custom = customIn(cells, around.fields)
  Object.assign(faults, custom.faults)
  // A row with other faults has its e-mail checked as well, because a later row must not repeat it.
  const person = parsed.success ? { ...parsed.data, custom: custom.values } : null
  return { faults, person }
}

function customIn(cells: ReadonlyMap<string, string>, fields: readonly FieldDefinition[]) {
  const customValues: Record<string, CustomValue | null> = {}
  for (const [target, cell] of cells) {
    const id = target.startsWith('custom.') ? target.slice('custom.'.length) : null
    if (id === null) continue
    const field = fields.find((each) => each.id === id)
    customValues[id] = cell === '' || field === undefined ? null : valueIn(cell, field)
  }
  const { values, faults } = mergeValues(fields, {}, customValues, { isNew: true })
  return {
    values,
    faults: Object.fromEntries(Object.entries(faults).map(([id, fault]) => [`custom.${id}`, fault])),
  }
}

/**
 * Converts a cell into the value that the form would send. A text that cannot be converted is unchanged, so that the check of the field
 * refuses it.
 */
function valueIn(cell: string, { kind, options }: FieldDefinition): CustomValue {
  const optionOf = (text: string) => options.find((option) => plain(option) === plain(text.trim())) ?? text.trim()
  if (kind === 'number') return numberIn(cell) ?? cell
  if (kind === 'date') return dayIn(cell) ?? cell
  if (kind === 'list' || kind === 'single') return optionOf(cell)
  if (kind === 'multiple') return [...new Set(partsOf(cell).map(optionOf))]
  return cell
}

/** Reads a number: `1.234,5` and `1,234.5` are the same number, and a single comma is a decimal sign. */
export function numberIn(cell: string): number | null {
  const digits = cell.replace(/[\s\u00A0]/g, '')
  const last = Math.max(digits.lastIndexOf(','), digits.lastIndexOf('.'))
  const hasBoth = digits.includes(',') && digits.includes('.')
  const repeats = last >= 0 && digits.indexOf(digits.charAt(last)) !== last
  const decimal = last >= 0 && (hasBoth || !repeats) ? last : -1
  const isWhole = decimal < 0
  const [before, after] = isWhole ? [digits, ''] : [digits.slice(0, decimal), digits.slice(decimal + 1)]
  const written = `${before.replace(/[.,]/g, '')}${isWhole ? '' : '.'}${after}`
  return /^[+-]?\d+(?:\.\d+)?$/.test(written) ? Number(written) : null
}

/**
 * Reads a day: YYYY-MM-DD, or the day first, as DD/MM/YYYY, with dots or hyphens as well. Returns null for an empty cell; another text is
 * unchanged, so that the check refuses it.
 */
export function dayIn(cell: string): string | null {
  if (cell === '') return null
  const found = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(cell)
  if (!found) return cell
  const [, day = '', month = '', year = ''] = found
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const profilesByText: ReadonlyMap<string, string> = new Map([
  ...synonymsFor('admin', ['admin', 'administrador', 'administradora', 'administrator']),
  ...synonymsFor('user', [
    'user',
    'usuario',
    'usuaria',
    'leitor',
    'leitora',
    'reader',
    'lector',
    'lectora',
    'utilizador',
    'utilizadora',
  ]),
])

/** Reads a profile. An unknown text is unchanged, so that the check refuses it; profiles of staff are unknown here. */
const profileIn = (cell: string) => profilesByText.get(plain(cell)) ?? cell

const languagesByText: ReadonlyMap<string, string> = new Map([
  ...synonymsFor('pt-BR', [
    'pt-br',
    'pt_br',
    'pt',
    'portugues',
    'portugues (brasil)',
    'portugues do brasil',
    'portuguese',
    'portuguese (brazil)',
    'brazilian portuguese',
  ]),
  ...synonymsFor('pt-PT', [
    'pt-pt',
    'pt_pt',
    'portugues (portugal)',
    'portugues de portugal',
    'portuguese (portugal)',
    'european portuguese',
  ]),
  ...synonymsFor('en-US', ['en-us', 'en_us', 'en', 'english', 'english (us)', 'ingles']),
  ...synonymsFor('es', ['es', 'es-es', 'espanol', 'spanish', 'espanhol', 'castellano']),
])

const languageIn = (cell: string) => languagesByText.get(plain(cell)) ?? cell

function synonymsFor(value: string, synonyms: readonly string[]): [word: string, value: string][] {
  return synonyms.map((synonym) => [synonym, value])
}

const partsOf = (cell: string) =>
  cell
    .split(/[;|\n,]/)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/**
 * Reads the ids of the groups that a cell names; null when one of them does not exist. First the whole cell is tried as the name of one
 * group.
 */
function groupIdsIn(cell: string, groups: ReadonlyMap<string, string>): string[] | null {
  const whole = groups.get(plain(cell))
  if (whole !== undefined) return [whole]
  const ids = partsOf(cell).map((name) => groups.get(plain(name)))
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : null
}
