import { expect, it } from 'vitest'
import { Failure } from '#platform/contract/failure.ts'
import { plainRules } from '#platform/contract/password-rules.ts'
import { hashNewPassword } from './new-password.ts'

const own = ['ana.souza@norte.example', 'Ana de Souza', 'norte.vitrine.example', null]
const codeOf = (password: string) =>
  hashNewPassword({ password, own, rules: plainRules, caller: 'test' }).then(
    () => null,
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  )

it.each(['password', 'Password', '12345678', 'iloveyou', 'qwertyuiop', 'football1', ' password '])(
  'ASVS 6.2.4: refuses the common password %j',
  async (password) => expect(await codeOf(password)).toBe('password.too_common'),
)

it.each(['ana.souza@norte.example', 'Ana de Souza', 'souza2026', '!Norte#2026!', 'vitrine1234', 'SouzaSouza'])(
  'ASVS 6.2.11: refuses %j, which consists of own data',
  async (password) => expect(await codeOf(password)).toBe('password.own_data'),
)

it.each(['correct horse battery', 'souza adora maracujá', 'Zt9-vQ2x', 'uma frase que só eu sei'])(
  'accepts %j',
  async (password) => expect(await codeOf(password)).toBeNull(),
)
