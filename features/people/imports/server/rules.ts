// Decides what a row of a file means: which field a heading names, which value a cell has, and which faults it has. Pure functions. The
// rules of each value are those of the form of a person (features/people/users/contract.ts,
// features/organisation/custom-fields/contract.ts).
import { isDeepStrictEqual } from 'node:util'
import type { ErrorCode } from '#catalogue/errors.ts'
import type { Language } from '#catalogue/languages.ts'
import { groupsOfPerson } from '#catalogue/limits.ts'
import {
  type FieldDefinition,
  type CustomValue,
  type CustomValues,
  mergeValues,
} from '#features/organisation/custom-fields/contract.ts'
import type { PhoneCountry } from '#catalogue/phone-countries.ts'
import { isAbsent } from '#platform/contract/absence.ts'
import type { FieldFault } from '#platform/contract/failure.ts'
import { internationalPhone } from '#platform/contract/phone-number.ts'
import { plain } from '#platform/contract/plain.ts'
import type { SheetRow } from '#platform/server/sheet-files/sheet-row.ts'
import { mapInSlices } from '#platform/server/slices.ts'
import { withoutPrototypes } from '#platform/server/http/own-keys.ts'
import { userAddition, userChange } from '#features/people/users/contract.ts'
import { type LockedUser, scheduleFaults, togglesAsFields } from '#features/people/users/server/queries.ts'
import type { NewUser, UserChange } from '#features/people/users/server/commands.ts'
import {
  type ExistingChoice,
  type ImportedField,
  importedFields,
  joinedField,
  type MatchField,
  neededFields,
  wholeRow,
} from '../contract.ts'

/** Usual headings of each field in the four languages, in addition to the labels of the form; without accents, in lower case. */
const knownHeadings: Record<ImportedField, readonly string[]> = {
  nome_usuario: [
    'nome',
    'primeiro nome',
    'nome proprio',
    'first name',
    'given name',
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

/** Usual headings of a column that completes the name in the column before it. */
const surnameHeadings = new Set([
  'sobrenome',
  'ultimo nome',
  'apelido',
  'apellido',
  'apellidos',
  'surname',
  'last name',
  'family name',
])

const targetsByHeading = new Map(
  importedFields.flatMap((field) => knownHeadings[field].map((heading) => [comparableText(heading), field] as const)),
)

/** What the suggestion of columns knows: the first rows, and the targets that people of the unit chose last for these headings. */
export type Hints = { sample: readonly (readonly string[])[]; chosen: ReadonlyMap<string, string> }

/** The form in which a unit remembers a heading. */
export const rememberedHeading = (heading: string) => comparableText(heading).slice(0, 200)

/**
 * Suggests a target for each heading; an empty text for an unknown one. What the unit chose last for a heading comes first, then the usual
 * headings and the names of custom fields, then what the cells look like. No target is used twice.
 */
export function guessColumns(
  headings: readonly string[],
  fields: readonly FieldDefinition[],
  { sample, chosen }: Hints = { sample: [], chosen: new Map() },
): string[] {
  const custom = new Map(fields.toReversed().map(({ id, name }) => [comparableText(name), `custom.${id}`]))
  const known = new Set<string>(['', ...importedFields, ...fields.map(({ id }) => `custom.${id}`)])
  const targets: (string | undefined)[] = headings.map(() => undefined)
  const usedTargets = new Set<string>()
  const suggest = (index: number, target: string | undefined) => {
    if (targets[index] !== undefined || target === undefined || !known.has(target)) return
    if (target !== '' && usedTargets.has(target)) return
    targets[index] = target
    usedTargets.add(target)
  }
  headings.forEach((heading, index) => suggest(index, chosen.get(rememberedHeading(heading))))
  headings.forEach((heading, index) => {
    const headingText = comparableText(heading)
    suggest(index, targetsByHeading.get(headingText) ?? custom.get(headingText))
  })
  headings.forEach((_, index) => {
    const cells = sample.map((row) => row[index] ?? '').filter((cell) => cell !== '')
    suggest(index, targetByContent(cells, fields))
  })
  const nameIndex = targets.indexOf(joinedField)
  headings.forEach((heading, index) => {
    const isSurname = nameIndex >= 0 && index > nameIndex && surnameHeadings.has(comparableText(heading))
    if (isSurname) targets[index] ??= joinedField
  })
  return targets.map((target) => target ?? '')
}

const looksLikeEmail = (cell: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(cell)

/**
 * Suggests which line has the headings: the first of those with most usual headings. Without one it is the first line as wide as most lines,
 * so that titles above the table are left out. A line with an e-mail is a person: 0, the file has no headings.
 */
export function suggestHeadingLine(
  top: readonly SheetRow[],
  fields: readonly FieldDefinition[],
  chosen: ReadonlyMap<string, string> = new Map(),
): number {
  const known = new Set([...targetsByHeading.keys(), ...fields.map(({ name }) => comparableText(name))])
  const isKnown = (cell: string) =>
    known.has(comparableText(cell)) || (chosen.get(rememberedHeading(cell)) ?? '') !== ''
  const firstPerson = top.findIndex(({ cells }) => cells.some(looksLikeEmail))
  const above = firstPerson < 0 ? top : top.slice(0, firstPerson)
  const scores = above.map(({ cells }) => new Set(cells.filter(isKnown).map(comparableText)).size)
  const best = Math.max(0, ...scores)
  if (best > 0) return above[scores.indexOf(best)]?.number ?? 0
  const filled = ({ cells }: SheetRow) => cells.filter((cell) => cell !== '').length
  const widths = top.map(filled).toSorted((a, b) => a - b)
  const usual = widths[Math.floor(widths.length / 2)] ?? 0
  return above.find((row) => filled(row) >= usual)?.number ?? 0
}

const cpfNames = /\bcpf\b/

/** The share of cells that must have the form of a field. */
const contentShare = 0.8

/** The target that the cells look like. A date is only suggested for a custom field: a wrong day would block or delete people. */
function targetByContent(cells: readonly string[], fields: readonly FieldDefinition[]): string | undefined {
  const are = (test: (cell: string) => boolean) =>
    cells.length > 0 && cells.filter(test).length >= cells.length * contentShare
  const only = (found: readonly FieldDefinition[]) => (found.length === 1 ? `custom.${found[0]?.id ?? ''}` : undefined)
  if (are(looksLikeEmail)) return 'email'
  if (are(isCpf)) return only(fields.filter(({ name }) => cpfNames.test(comparableText(name))))
  if (are((cell) => /^\d{4}-\d{2}-\d{2}$/.test(dayIn(cell) ?? '')))
    return only(fields.filter(({ kind }) => kind === 'date'))
  if (are((cell) => /^\+?\d{10,15}$/.test(withoutSeparators(cell)))) return 'phone'
  return undefined
}

/** Whether a text is a Brazilian tax id of a person: eleven digits of which the last two are check digits. */
export function isCpf(cell: string): boolean {
  if (!/^\d{3}\.?\d{3}\.?\d{3}-?\d{2}$/.test(cell)) return false
  const digits = Array.from(cell.replace(/\D/g, ''), Number)
  if (new Set(digits).size === 1) return false
  const checkDigit = (count: number) => {
    const sum = digits.slice(0, count).reduce((total, digit, index) => total + digit * (count + 1 - index), 0)
    return ((sum * 10) % 11) % 10
  }
  return checkDigit(9) === digits[9] && checkDigit(10) === digits[10]
}

export type Choice = { existing: ExistingChoice; matchedBy: MatchField }

/** Returns the faults of a choice of columns: a field that is chosen twice, an unknown field, or a required field that no column fills. */
export function columnFaults(
  columns: readonly string[],
  headings: readonly string[],
  fields: readonly FieldDefinition[],
  { existing, matchedBy }: Choice,
): Record<string, FieldFault> {
  const chosen = columns.filter((target) => target !== '')
  const known = new Set<string>([...importedFields, ...fields.map(({ id }) => `custom.${id}`)])
  const wrong = chosen.filter(
    (target, index) => !known.has(target) || (target !== joinedField && chosen.indexOf(target) !== index),
  )
  const neededCustom = existing === 'skip' ? fields.filter(({ required }) => required) : []
  const needed = [...neededFields(existing, matchedBy), ...neededCustom.map(({ id }) => `custom.${id}`)]
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
  /** The e-mails of the rows that belong to somebody, also in other business units. */
  takenEmails: ReadonlySet<string>
  /** The telephones of the rows that a person of the business unit has, with the person's id. */
  takenPhones: ReadonlyMap<string, string>
  /** The people of the business unit whom the rows find, by the field that finds them. */
  people: ReadonlyMap<string, Existing>
  choice: Choice
  /** The error code of a change that the importing person may not make; otherwise null. */
  refusalOf: (subject: Existing, change: Change) => ErrorCode | null
  /** The present day in the time zone of the business unit. */
  today: string
  /** The language of a person whose row contains none. */
  language: Language
  /** The country of a telephone number without the code of its country. */
  country: PhoneCountry
}

export type Row = {
  number: number
  cells: readonly string[]
  /** The plan of the review, while the import runs: what follows from it must not differ. */
  plan?: Plan | null
}
export type Faults = Record<string, FieldFault>
export type Plan =
  | { kind: 'new' }
  | { kind: 'same'; id: string }
  | { kind: 'change'; id: string; changes: Record<string, [before: string | null, after: string | null]> }
export type CheckedRow = {
  number: number
  faults: Faults
  /** Null: the row has a fault. */
  plan: Plan | null
  /** The person to add; null for another plan. */
  person: Person | null
  /** The change to make; null for another plan. */
  change: { subject: Existing; fields: Change } | null
}
export type Person = Omit<NewUser, 'password_hash' | 'language'> & { language: Language; custom: CustomValues }
export type Existing = LockedUser
/** The fields of a change that differ from those of the person. */
export type Change = Omit<UserChange, 'password'>

/** The e-mails, telephones and people of the rows before: each may occur once in a file. */
export type Seen = { emails: Set<string>; phones: Set<string>; people: Set<string> }
export const nothingSeen = (): Seen => ({ emails: new Set(), phones: new Set(), people: new Set() })

/** Checks rows in their order: of two rows with one e-mail, the second is refused. A file is checked in parts with the same `seen`. */
export async function checkRows(
  rows: readonly Row[],
  columns: readonly string[],
  around: Surroundings,
  seen: Seen = nothingSeen(),
): Promise<CheckedRow[]> {
  const groupsByName = new Map(around.groups.map((group) => [plain(group.name.trim()), group.id]))
  return mapInSlices(rows, (row) => {
    const cells = cellsByTarget(row.cells, columns)
    const subject = around.people.get(keyOf(cells, around))
    // The person was removed after the review: the row must not add them again.
    if (!subject && row.plan && row.plan.kind !== 'new')
      return refused(row.number, { [wholeRow]: 'import.person_gone' })
    if (!subject) return checkNew(row.number, cells, around, groupsByName, seen)
    const checked = checkExisting(row.number, cells, subject, around, groupsByName, seen)
    return isAsReviewed(row.plan, checked.plan) ? checked : refused(row.number, { [wholeRow]: 'import.person_changed' })
  })
}

/** Whether a change is the one that the review displayed: somebody may have added or changed the person meanwhile. */
const isAsReviewed = (reviewed: Plan | null | undefined, now: Plan | null) =>
  !reviewed || now?.kind !== 'change' || isDeepStrictEqual(reviewed, now)

const refused = (number: number, faults: Faults): CheckedRow => ({
  number,
  faults,
  plan: null,
  person: null,
  change: null,
})

function checkNew(
  number: number,
  cells: ReadonlyMap<string, string>,
  around: Surroundings,
  groups: ReadonlyMap<string, string>,
  seen: Seen,
): CheckedRow {
  const { faults, person } = readRow(cells, around, groups)
  if (person) {
    if (around.takenEmails.has(person.email) || seen.emails.has(person.email)) faults['email'] = 'user.email_taken'
    if (person.phone !== null && (around.takenPhones.has(person.phone) || seen.phones.has(person.phone)))
      faults['phone'] = 'user.phone_taken'
    seen.emails.add(person.email)
    if (person.phone !== null) seen.phones.add(person.phone)
  }
  if (!person || Object.keys(faults).length > 0) return refused(number, faults)
  return { number, faults, plan: { kind: 'new' }, person, change: null }
}

function checkExisting(
  number: number,
  cells: ReadonlyMap<string, string>,
  subject: Existing,
  around: Surroundings,
  groups: ReadonlyMap<string, string>,
  seen: Seen,
): CheckedRow {
  if (seen.people.has(subject.id)) return refused(number, { [wholeRow]: 'import.person_repeated' })
  seen.people.add(subject.id)
  const same: CheckedRow = { ...refused(number, {}), plan: { kind: 'same', id: subject.id } }
  if (around.choice.existing === 'skip') return same
  const { faults, fields } = readChange(cells, subject, around, groups)
  const { email, phone } = fields
  if (email !== undefined) {
    if (around.takenEmails.has(email) || seen.emails.has(email)) faults['email'] ??= 'user.email_taken'
    seen.emails.add(email)
  }
  if (phone !== undefined && phone !== null) {
    if (around.takenPhones.has(phone) || seen.phones.has(phone)) faults['phone'] ??= 'user.phone_taken'
    seen.phones.add(phone)
  }
  if (Object.keys(faults).length > 0) return refused(number, faults)
  if (Object.keys(fields).length === 0) return same
  const refusal = around.refusalOf(subject, fields)
  if (refusal) return refused(number, { [wholeRow]: refusal })
  const plan = { kind: 'change' as const, id: subject.id, changes: changesOf(subject, fields, around) }
  return { number, faults, plan, person: null, change: { subject, fields } }
}

/** The fields of a person that the cells change. Empty cells change nothing; with `fill`, only fields without a value change. */
function readChange(
  cells: ReadonlyMap<string, string>,
  subject: Existing,
  around: Surroundings,
  groups: ReadonlyMap<string, string>,
): { faults: Faults; fields: Change } {
  const { existing, matchedBy } = around.choice
  const isSent = (target: string) =>
    target !== matchedBy && (cells.get(target) ?? '') !== '' && (existing === 'update' || isBlank(subject, target))
  const cell = (target: ImportedField) => cells.get(target) ?? ''
  const readers: Record<ImportedField, () => unknown> = {
    nome_usuario: () => cell('nome_usuario'),
    email: () => cell('email'),
    phone: () => storedKey.phone(cell('phone'), around.country),
    perfil_usuario: () => profileIn(cell('perfil_usuario')),
    group_ids: () => groupIdsIn(cell('group_ids'), groups),
    department: () => cell('department'),
    language: () => languageIn(cell('language')),
    block_on: () => dayIn(cell('block_on')),
    delete_on: () => dayIn(cell('delete_on')),
  }
  const sent: Record<string, unknown> = Object.fromEntries(
    importedFields.filter(isSent).map((target) => [target, readers[target]()]),
  )
  const faults: Faults = sent['group_ids'] === null ? { group_ids: 'group.missing' } : {}
  if (sent['group_ids'] === null) delete sent['group_ids']
  if (isSent('phone') && sent['phone'] !== subject.phone && !internationalPhone(cell('phone'), around.country))
    faults['phone'] = 'invalid'
  const parsed = userChange.safeParse(withoutPrototypes({ ...sent, id: subject.id, version: subject.version }))
  for (const { path } of parsed.error?.issues ?? []) faults[String(path[0] ?? wholeRow)] ??= 'invalid'
  const ownCells = new Map([...cells].filter(([target]) => target.startsWith('custom.') && isSent(target)))
  const custom = mergeValues(around.fields, subject.custom, customIn(ownCells, around.fields), { isNew: false })
  for (const [id, fault] of Object.entries(custom.faults)) faults[`custom.${id}`] = fault
  if (!parsed.success) return { faults, fields: {} }
  const { id: _, version: __, group_ids: joined = [], password: ___, ...rest } = parsed.data
  Object.assign(faults, scheduleFaults(rest, subject, around.today))
  const group_ids = [...new Set([...subject.group_ids, ...joined])].toSorted()
  if (group_ids.length > groupsOfPerson) faults['group_ids'] ??= 'invalid'
  const changedCustom = Object.entries(custom.values).filter(
    ([id, value]) => JSON.stringify(subject.custom[id]) !== JSON.stringify(value),
  )
  const fields: Change = {
    ...Object.fromEntries(
      Object.entries(rest).filter(
        ([field, value]) => value !== undefined && value !== subject[field as keyof Existing],
      ),
    ),
    ...(group_ids.length > subject.group_ids.length && { group_ids }),
    ...(changedCustom.length > 0 && { custom: Object.fromEntries(changedCustom) }),
  }
  return { faults, fields }
}

/** Whether the person has no value in the field. Name, e-mail, profile and language always have one. */
function isBlank(subject: Existing, target: string): boolean {
  if (target.startsWith('custom.')) return !(target.slice('custom.'.length) in subject.custom)
  if (target === 'group_ids') return subject.group_ids.length === 0
  if (target === 'phone' || target === 'department' || target === 'block_on' || target === 'delete_on')
    return subject[target] === null
  return false
}

/** The differences as texts, by the names that columns have as targets. */
function changesOf(subject: Existing, fields: Change, { groups, fields: definitions }: Surroundings) {
  const names = new Map(groups.map(({ id, name }) => [id, name]))
  const groupText = (ids: readonly string[]) =>
    ids
      .map((id) => names.get(id) ?? '')
      .toSorted()
      .join(', ') || null
  const changes: Record<string, [string | null, string | null]> = {}
  for (const [field, target] of Object.entries(targetOfField)) {
    const value = fields[field as keyof typeof targetOfField]
    if (value !== undefined) changes[target] = [subject[field as keyof typeof targetOfField], value]
  }
  if (fields.group_ids) changes['group_ids'] = [groupText(subject.group_ids), groupText(fields.group_ids)]
  for (const { id } of definitions) {
    const value = fields.custom?.[id]
    if (value !== undefined) changes[`custom.${id}`] = [valueText(subject.custom[id]), valueText(value)]
  }
  return changes
}

const targetOfField = {
  name: 'nome_usuario',
  email: 'email',
  phone: 'phone',
  profile: 'perfil_usuario',
  department: 'department',
  language: 'language',
  block_on: 'block_on',
  delete_on: 'delete_on',
} as const

const valueText = (value: CustomValue | null | undefined): string | null =>
  value === undefined || value === null ? null : Array.isArray(value) ? value.join(', ') : String(value)

/**
 * The values that a change replaces, in the form of a change, so that it can be taken back. A change of the profile ends the toggles of the old
 * one.
 */
export function valuesBefore(subject: Existing, fields: Change): Change {
  const { custom, group_ids, ...rest } = fields
  return {
    ...Object.fromEntries(Object.keys(rest).map((field) => [field, subject[field as keyof Existing]])),
    ...(rest.profile && togglesAsFields(subject.toggles)),
    ...(group_ids && { group_ids: subject.group_ids }),
    ...(custom && {
      custom: Object.fromEntries(Object.keys(custom).map((id) => [id, subject.custom[id] ?? null])),
    }),
  }
}

/**
 * Returns the change that takes an import back; null: the person has another value in a field since. The person leaves the groups that the
 * import joined, and gets no group back that somebody revoked since. A phone number that the import stored before numbers had the code of
 * their country is the same number with the code.
 */
export function changeBack(present: Existing, before: Change, after: Change, country: PhoneCountry): Change | null {
  const { custom = {}, group_ids: groupsAfter = [], ...rest } = after
  const withCode = (phone: string) => internationalPhone(phone, country) ?? phone
  const isAsImported =
    Object.entries(rest).every(
      ([field, value]) =>
        present[field as keyof Existing] === value ||
        (field === 'phone' && typeof value === 'string' && present.phone === withCode(value)),
    ) && Object.entries(custom).every(([id, value]) => isDeepStrictEqual(present.custom[id], value))
  if (!isAsImported) return null
  const { group_ids: groupsBefore, ...stored } = before
  const restored = { ...stored, ...(typeof stored.phone === 'string' && { phone: withCode(stored.phone) }) }
  if (!groupsBefore) return restored
  const joined = new Set(groupsAfter.filter((id) => !groupsBefore.includes(id)))
  return { ...restored, group_ids: present.group_ids.filter((id) => !joined.has(id)) }
}

const withoutSeparators = (cell: string) => cell.replace(/[\s().-]/g, '')

/** The keys of people as they are stored. A number that no country has may be that of a person from before numbers were checked. */
const storedKey = {
  email: (cell: string) => cell.toLowerCase(),
  phone: (cell: string, country: PhoneCountry) => internationalPhone(cell, country) ?? withoutSeparators(cell),
} as const

const keyOf = (cells: ReadonlyMap<string, string>, { choice: { matchedBy }, country }: Surroundings) =>
  storedKey[matchedBy](cells.get(matchedBy) ?? '', country)

function cellsByTarget(cells: readonly string[], columns: readonly string[]): Map<string, string> {
  const found = new Map<string, string>()
  columns.forEach((target, index) => {
    if (target !== '') found.set(target, `${found.get(target) ?? ''} ${cells[index] ?? ''}`.trim())
  })
  return found
}

/** Returns the e-mails and telephones of rows, in the form in which they would be stored. */
export function sentKeys(
  rows: readonly Row[],
  columns: readonly string[],
  country: PhoneCountry,
): { emails: string[]; phones: string[] } {
  const cellOf = (target: string) => {
    const index = columns.indexOf(target)
    return index < 0 ? [] : rows.map(({ cells }) => cells[index]?.trim() ?? '').filter((cell) => cell !== '')
  }
  return {
    emails: cellOf('email').map(storedKey.email),
    phones: cellOf('phone').map((cell) => storedKey.phone(cell, country)),
  }
}

function readRow(cells: ReadonlyMap<string, string>, around: Surroundings, groups: ReadonlyMap<string, string>) {
  const cell = (target: ImportedField) => cells.get(target) ?? ''
  const found = groupIdsIn(cell('group_ids'), groups)
  const phone = internationalPhone(cell('phone'), around.country)
  const sent = {
    nome_usuario: cell('nome_usuario'),
    email: cell('email'),
    phone: phone ?? withoutSeparators(cell('phone')),
    perfil_usuario: cell('perfil_usuario') === '' ? 'user' : profileIn(cell('perfil_usuario')),
    state: 'A',
    department: cell('department'),
    language: cell('language') === '' ? around.language : languageIn(cell('language')),
    group_ids: found ?? [],
    block_on: dayIn(cell('block_on')),
    delete_on: dayIn(cell('delete_on')),
  }
  const faults: Faults = found === null ? { group_ids: 'group.missing' } : {}
  if (cell('phone') !== '' && !phone) faults['phone'] = 'invalid'
  const parsed = userAddition.safeParse(withoutPrototypes(sent))
  for (const { path } of parsed.error?.issues ?? []) {
    const field = String(path[0] ?? wholeRow)
    faults[field] ??= isAbsent(sent, path) ? 'required' : 'invalid'
  }
  Object.assign(faults, scheduleFaults({ block_on: sent.block_on, delete_on: sent.delete_on }, {}, around.today))
  const custom = mergeValues(around.fields, {}, customIn(cells, around.fields), { isNew: true })
  for (const [id, fault] of Object.entries(custom.faults)) faults[`custom.${id}`] = fault
  // A row with other faults has its e-mail checked as well, because a later row must not repeat it.
  const person = parsed.success ? { ...parsed.data, custom: custom.values } : null
  return { faults, person }
}

/** The values of custom fields by field id, as the form would send them. */
function customIn(cells: ReadonlyMap<string, string>, fields: readonly FieldDefinition[]) {
  const customValues: Record<string, CustomValue | null> = {}
  for (const [target, cell] of cells) {
    const id = target.startsWith('custom.') ? target.slice('custom.'.length) : null
    if (id === null) continue
    const field = fields.find((each) => each.id === id)
    customValues[id] = cell === '' || field === undefined ? null : valueIn(cell, field)
  }
  return customValues
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
  if (cell === '') return []
  const whole = groups.get(plain(cell))
  if (whole !== undefined) return [whole]
  const ids = partsOf(cell).map((name) => groups.get(plain(name)))
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : null
}
