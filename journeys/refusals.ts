// The status table of sign-in (specification, section 8): what causes each of them. Their sentences are told-sentences/sign-in-refusals.ts.
import { shiftCalls } from '#features/organisation/shifts/contract.ts'
import { changeUserState, readUser, updateUser, type UserState } from '#features/people/users/contract.ts'
import { done, type Person, setSettings, setUnit } from './four-languages.ts'
import { people, type Portal } from './portal.ts'
import { inLanguages } from './told-sentences/in-languages.ts'
import { refusalSentences } from './told-sentences/sign-in-refusals.ts'

export const specified = inLanguages(refusalSentences)
export type Status = keyof typeof specified

type Undo = () => Promise<unknown>
/** Makes a person one who is refused. Returns what undoes it. */
export type Cause = (portal: Portal, person: Pick<Person, 'id'>) => Promise<Undo | undefined>

export const nothing: Cause = async () => undefined
const setState = (portal: Portal, { id }: Pick<Person, 'id'>, status: UserState) =>
  done(portal, people.partner, changeUserState, { id, status })
export const inState =
  (status: UserState): Cause =>
  async (portal, person) => {
    await setState(portal, person, status)
    return () => setState(portal, person, 'A')
  }

async function setShift(portal: Portal, { id }: Pick<Person, 'id'>, shift_id: string | null): Promise<void> {
  const { version } = await done(portal, people.admin, readUser, { id })
  await done(portal, people.admin, updateUser, { id, version, shift_id })
}

const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const
const outsideShift: Cause = async (portal, person) => {
  const day = weekdays[(new Date().getUTCDay() + 3) % 7] ?? 'SUNDAY'
  const shift = { name: 'Outro dia', hours: [{ day, from: '08:00', to: '12:00' }] }
  const { id } = await done(portal, people.admin, shiftCalls.add, shift)
  await setShift(portal, person, id)
  return async () => {
    await setShift(portal, person, null)
    await done(portal, people.admin, shiftCalls.remove, { id })
  }
}

const outsideAddresses: Cause = async (portal) => {
  await setSettings(portal, { listIp: ['192.0.2.0/24'] })
  return () => setSettings(portal, { listIp: [] })
}

const afterTrial: Cause = async (portal, person) => {
  await setState(portal, person, 'T')
  await setUnit(portal, { trial_ends: '2020-01-01' })
  return async () => {
    await setUnit(portal, { trial_ends: null })
    await setState(portal, person, 'A')
  }
}

const inMaintenance: Cause = async (portal) => {
  await setUnit(portal, { maintenance: 'S' })
  return () => setUnit(portal, { maintenance: 'N' })
}

/** States of a person and of their business unit, which refuse the same person with a password and by SAML. */
export const causes: Partial<Record<Status, Cause>> = {
  blocked: inState('B'),
  inactive: inState('I'),
  user_disable: inState('D'),
  horario_not_allowed: outsideShift,
  ip_not_allowed: outsideAddresses,
  finish_test: afterTrial,
  maitenance: inMaintenance,
}
