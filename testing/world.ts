// A small world for tests: two partners, three business units, and people of every profile. Ids are fixed and readable.
import { hash } from '@node-rs/argon2'
import type { Database } from '#platform/server/database/kysely.ts'

export const password = 'a quiet test password'
/** Cheap parameters, because tests sign in often. The portal accepts the parameters that a hash names. */
const passwordHash = hash(password, { memoryCost: 1024, timeCost: 1, parallelism: 1 })

const id = (kind: number, item: number) =>
  `${String(kind).padStart(8, '0')}-0000-4000-8000-${String(item).padStart(12, '0')}`

export const partners = {
  alfa: { id: id(1, 1), name: 'Alfa', subdomain: 'alfa' },
  beta: { id: id(1, 2), name: 'Beta', subdomain: 'beta' },
}

export const tenants = {
  /** Alfa's first business unit. Tests try to attack this one. */
  norte: { id: id(2, 1), partner_id: partners.alfa.id, name: 'Norte', subdomain: 'norte' },
  /** Alfa's second business unit: the same partner. */
  sul: { id: id(2, 2), partner_id: partners.alfa.id, name: 'Sul', subdomain: 'sul' },
  /** Beta's business unit: another partner. */
  leste: { id: id(2, 3), partner_id: partners.beta.id, name: 'Leste', subdomain: 'leste' },
}

export type Person = { id: string; email: string; name: string; host: string }

const person = (item: number, name: string, host: string): Person => ({
  id: id(3, item),
  name,
  email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com`,
  host: host ? `${host}.localhost` : 'localhost',
})

export const people = {
  platform: person(1, 'Paula Plataforma', ''),
  masterOfAlfa: person(2, 'Marta Alfa', 'alfa'),
  masterOfBeta: person(3, 'Mauro Beta', 'beta'),
  adminOfNorte: person(4, 'Alice Norte', 'norte'),
  userOfNorte: person(5, 'Ugo Norte', 'norte'),
  otherUserOfNorte: person(6, 'Otto Norte', 'norte'),
  adminOfSul: person(7, 'Aldo Sul', 'sul'),
  userOfSul: person(8, 'Una Sul', 'sul'),
  adminOfLeste: person(9, 'Ada Leste', 'leste'),
  userOfLeste: person(10, 'Ulla Leste', 'leste'),
}
export type PersonName = keyof typeof people

/** The master of Alfa, signed in at the host of a business unit. */
export const masterInNorte: Person = { ...people.masterOfAlfa, host: 'norte.localhost' }

export async function fillWorld(db: Database): Promise<void> {
  const password_hash = await passwordHash
  await db.insertInto('partners').values(Object.values(partners)).execute()
  await db.insertInto('tenants').values(Object.values(tenants)).execute()
  const identity = ({ id, email, name }: Person) => ({ id, email, name, password_hash })
  await db
    .insertInto('users')
    .values([
      { ...identity(people.platform), staff: 'a2m' },
      { ...identity(people.masterOfAlfa), staff: 'master', partner_id: partners.alfa.id },
      { ...identity(people.masterOfBeta), staff: 'master', partner_id: partners.beta.id },
    ])
    .execute()
  for (const [key, tenant] of Object.entries(tenants)) {
    const members = Object.entries(people).filter(([, { host }]) => host === `${key}.localhost`)
    await db
      .insertInto('users')
      .values(members.map(([, member]) => ({ ...identity(member), home_tenant_id: tenant.id })))
      .execute()
    const profile = (name: string) => (name.startsWith('admin') ? 'admin' : 'user')
    await db
      .insertInto('memberships')
      .values(members.map(([name, member]) => ({ tenant_id: tenant.id, user_id: member.id, profile: profile(name) })))
      .execute()
  }
}
