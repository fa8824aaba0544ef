import { readConfig } from '#platform/server/config.ts'
import { createSecrets } from '#platform/server/secrets.ts'
import { addOneTimeToken } from '#platform/server/session/one-time-token.ts'
import { own, type Probe, type Probes } from '#testing/probe.ts'
import { seller } from '#testing/reports.ts'
import { password } from '#testing/world.ts'
import { codeOf, newPasskey } from '#testing/authenticator.ts'

/**
 * The input of a caller without permission lacks the password: everybody may call it for their own account, and the test must change
 * nothing.
 */
const withPassword = (control: Probe['input'], rest: Record<string, unknown> = {}): Probe => ({
  who: seller,
  reach: 'own',
  input: () => ({ ...rest, current_password: '' }),
  control,
})
const current_password = password
const userId = seller.id
const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
const testSecrets = () => createSecrets(readConfig({ NODE_ENV: 'test', PUBLIC_URL: 'http://localhost' }).appSecret)

const twoFactor: Probe['input'] = async ({ db }) => {
  const row = { secret_sealed: Buffer.from('sealed'), last_step: 0, recovery_salt: Buffer.alloc(16) }
  await db
    .insertInto('two_factors')
    .values({ user_id: userId, ...row })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return { current_password }
}

const setUp: Probe['input'] = async ({ db }) => {
  const payload = { secret: testSecrets().seal(secret, 'totp').toString('base64') }
  return {
    token: await addOneTimeToken(db, { purpose: 'two_factor_secret', userId, payload, seconds: 60 }),
    code: codeOf(secret),
  }
}

const { host } = seller
const registered: Probe['input'] = async ({ db, unique }) => {
  const challenge = await addOneTimeToken(db, { purpose: 'passkey_new', userId, payload: { host }, seconds: 60 })
  return { name: unique, passkey: newPasskey({ host, origin: `http://${host}` }).register(challenge) }
}

const stored: Probe['input'] = async ({ db, unique }) => {
  const row = { user_id: userId, host, credential_id: unique, public_key: Buffer.alloc(1), counter: 0, name: unique }
  const { id } = await db.insertInto('passkeys').values(row).returning('id').executeTakeFirstOrThrow()
  return { id, current_password }
}

export const probes: Probes = {
  'auth/profile/two-factor': own(),
  'auth/profile/two-factor/start': withPassword(() => ({ current_password })),
  'auth/profile/two-factor/confirm': {
    who: seller,
    reach: 'own',
    input: () => ({ token: 'x', code: '000000' }),
    control: setUp,
  },
  'auth/profile/two-factor/recovery': withPassword(twoFactor),
  'auth/profile/two-factor/forget': withPassword(() => ({ current_password })),
  'auth/profile/two-factor/off': withPassword(twoFactor),
  'auth/profile/passkeys/start': withPassword(() => ({ current_password })),
  'auth/profile/passkeys/add': {
    who: seller,
    reach: 'own',
    input: () => ({ name: 'Quokka', passkey: newPasskey({ host, origin: `http://${host}` }).register('unknown') }),
    control: registered,
  },
  'auth/profile/passkeys/remove': withPassword(stored, { id: '00000000-0000-4000-8000-000000000000' }),
}
