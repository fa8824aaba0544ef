// The browser caches of the specification (section 3): user, page numbers, configuration, theme, single sign-on. They decide nothing: the
// server checks every call. They save requests and keep a person signed in after a reload. Next: vault.ts (encryption), use-session.ts
// (what screens read).
import { z } from 'zod'
import type { Vault } from './vault.ts'

/** The specification's session user with its own names, as stored. */
const storedUser = z.object({
  token: z.string().min(1),
  id: z.string(),
  email: z.string(),
  tenant_id: z.string().nullable(),
  parceiro_id: z.string().nullable(),
  perfil_usuario: z.string(),
  auth_type: z.string(),
})
export type StoredUser = z.output<typeof storedUser>

const storedConfig = z.record(z.string(), z.unknown())
export type StoredConfig = z.output<typeof storedConfig>

const storedTheme = z.object({ title_page: z.string().nullish(), favicon: z.string().nullish() }).loose()
export type StoredTheme = z.output<typeof storedTheme>

const storedSingleSignOn = z.object({ id: z.string(), redirect: z.string().nullable() })
export type StoredSingleSignOn = z.output<typeof storedSingleSignOn>

const storedPages = z.record(z.string(), z.string())

/** The specification names five keys; every other list has its own in the same format. */
export type PageKey =
  | 'page_user'
  | 'page_tenant'
  | 'page_staff'
  | 'page_group_report'
  | 'page_subgroup'
  | 'page_report'
  | `page_${string}`

export type Caches = ReturnType<typeof makeCaches>

/**
 * The caches in a vault. An entry of another format is removed and counts as absent. `forgetBeside`: clears what the browser keeps of the
 * person beside the vault.
 */
export function makeCaches(vault: Vault, forgetBeside: () => void = nothing) {
  const readEntry = <T>(name: string, schema: z.ZodType<T>): T | null => {
    const stored = vault.read(name)
    if (stored === undefined) return null
    const parsed = schema.safeParse(stored)
    if (parsed.success) return parsed.data
    vault.remove(name)
    return null
  }
  const user = () => readEntry('user', storedUser)
  const config = () => readEntry('config', storedConfig)
  return {
    user,
    writeUser: (value: StoredUser) => vault.write('user', value),
    /** Replaces the token; does nothing without a stored user. */
    writeToken: (token: string) => {
      const present = user()
      if (present !== null) vault.write('user', { ...present, token })
    },

    pageNumber: (key: PageKey) => readEntry('pages', storedPages)?.[key] ?? '1',
    writePageNumber: (key: PageKey, page: string) =>
      vault.write('pages', { ...readEntry('pages', storedPages), [key]: page }),

    config,
    writeConfig: (value: StoredConfig) => vault.write('config', value),
    /** Changes some fields of an existing configuration. */
    updateConfig: (part: StoredConfig) => {
      const present = config()
      if (present !== null) vault.write('config', { ...present, ...part })
    },

    theme: (): StoredTheme => readEntry('theme', storedTheme) ?? {},
    writeTheme: (value: StoredTheme) => vault.write('theme', value),

    writeSingleSignOn: (value: StoredSingleSignOn) => vault.write('single_sign_on', value),
    /** Read once, then deleted. */
    takeSingleSignOn: () => {
      const found = readEntry('single_sign_on', storedSingleSignOn)
      if (found !== null) vault.remove('single_sign_on')
      return found
    },

    /** Set at sign-in; the first page after it reads and clears it. */
    hasAfterLogin: () => readEntry('after_login', z.literal('S')) !== null,
    writeAfterLogin: () => vault.write('after_login', 'S'),
    removeAfterLogin: () => vault.remove('after_login'),

    /** Stores the key of the phrase that the next page shows as a notice. */
    writeNotice: (phrase: string) => vault.write('notice', phrase),
    /** Read once, then deleted. */
    takeNotice: () => {
      const found = readEntry('notice', z.string())
      if (found !== null) vault.remove('notice')
      return found
    },

    clear: () => {
      vault.clear()
      forgetBeside()
    },
    /** Resolves when all of the above is on disk. */
    settled: () => vault.settled(),
  }
}

const nothing = () => undefined
