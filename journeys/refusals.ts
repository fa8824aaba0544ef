// The status table of sign-in (specification, section 8): its sentences as they are specified, and what causes each of them.
import { done, type InLanguages, inLanguages, type Person, setSettings, setUnit } from './four-languages.ts'
import { people, type Portal } from './portal.ts'

export const specified = {
  error_user_or_password: inLanguages([
    'Usuário ou senha incorretos!',
    'Incorrect Username or Password!',
    '¡Usuario o contraseña incorrectos!',
    'Utilizador ou palavra-passe incorretos!',
  ]),
  not_found_companies: inLanguages([
    'Usuário sem empresa!',
    'User without company!',
    '¡Usuario sin empresa!',
    'Utilizador sem empresa!',
  ]),
  user_disable: inLanguages([
    'Usuário desativado!',
    'User deactivated!',
    '¡Usuario desactivado!',
    'Utilizador desativado!',
  ]),
  blocked: inLanguages([
    'Usuário bloqueado!',
    'User is blocked!',
    '¡El usuario está bloqueado!',
    'Utilizador bloqueado!',
  ]),
  inactive: inLanguages(['Usuário inativo!', 'User is inactive!', '¡El usuario está inactivo!', 'Utilizador inativo!']),
  domain_not_allowed: inLanguages([
    'Sem acesso a este domínio!',
    'No access to this domain!',
    '¡Sin acceso a este dominio!',
    'Sem acesso a este domínio.',
  ]),
  ip_not_allowed: inLanguages([
    'IP não permitido!',
    'IP not allowed!',
    '¡IP no permitida!',
    'Endereço IP não permitido!',
  ]),
  horario_not_allowed: inLanguages([
    'Horário não permitido!',
    'Hour not allowed!',
    '¡Horario no permitido!',
    'Horário não autorizado!',
  ]),
  error_azure_not_companies: inLanguages([
    'Solicite ao administrador acesso a uma unidade de negócio!',
    'Request access to a Business Unit from your Administrator!',
    '¡Solicite a su administrador acceso a una unidad de negocio!',
    'Peça ao seu administrador acesso a uma unidade de negócio!',
  ]),
  finish_test: inLanguages([
    'O período de teste terminou!',
    'Test period has ended!',
    '¡El período de prueba ha terminado!',
    'O período experimental terminou!',
  ]),
  maitenance: inLanguages([
    'Estamos em manutenção. Tente de novo em breve.',
    'We are under maintenance. Try again soon.',
    'Estamos en mantenimiento. Vuelva a intentarlo pronto.',
    'Estamos em manutenção. Volte a tentar dentro de momentos.',
  ]),
  // Of mixed language in the specification, and so in every language here.
  error: inLanguages(['Error ao autenticar!', 'Error ao autenticar!', 'Error ao autenticar!', 'Error ao autenticar!']),
} satisfies Record<string, InLanguages>
export type Status = keyof typeof specified

type Undo = () => Promise<unknown>
/** Makes a person one who is refused. Returns what undoes it. */
export type Cause = (portal: Portal, person: Pick<Person, 'id'>) => Promise<Undo | undefined>

export const nothing: Cause = async () => undefined
const setState = (portal: Portal, { id }: Pick<Person, 'id'>, status: string) =>
  done(portal, people.partner, 'POST', 'auth/users/change/status', { id, status })
export const inState =
  (status: string): Cause =>
  async (portal, person) => {
    await setState(portal, person, status)
    return () => setState(portal, person, 'A')
  }

async function setShift(portal: Portal, { id }: Pick<Person, 'id'>, shift_id: string | null): Promise<void> {
  const { version } = await done(portal, people.admin, 'GET', `auth/users/get?id=${id}`)
  await done(portal, people.admin, 'PUT', 'auth/users/update', { id, version, shift_id })
}

const weekdays = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY']
const outsideShift: Cause = async (portal, person) => {
  const hours = [{ day: weekdays[(new Date().getUTCDay() + 3) % 7], from: '08:00', to: '12:00' }]
  const { id } = await done(portal, people.admin, 'POST', 'auth/shifts/add', { name: 'Outro dia', hours })
  await setShift(portal, person, String(id))
  return async () => {
    await setShift(portal, person, null)
    await done(portal, people.admin, 'DELETE', `auth/shifts/delete?id=${String(id)}`)
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
