// The session as screens see it: person, business unit, and the permissions that the server sent. The browser has no rules of its own.
import { createContext, useContext, useState } from 'react'
import type { Permission } from '#catalogue/access.ts'
import { defaultLanguage, type Language } from '#catalogue/languages.ts'
import type { Caches, PageKey } from './caches.ts'

/** `domain`: host with port. `logo`: the address of its picture. */
export type OwnTenant = { id: string; name: string; domain: string; logo: string | null }

/** A business unit of an answer, as the screens know it. */
export const tenantOf = ({ tenant_id: id, ...tenant }: Omit<OwnTenant, 'id'> & { tenant_id: string }): OwnTenant => ({
  id,
  ...tenant,
})

export type Session = {
  user: { id: string; email: string; name: string; profile: string; partnerId: string | null; authType: string }
  tenantId: string | null
  tenantName: string | null
  /** The business units that the person may enter: all, or the first of them and the present one. */
  tenants: readonly OwnTenant[]
  /** The person may enter more business units than `tenants` has: the server searches them. */
  hasMoreTenants: boolean
  /** True for staff who may enter business units. `actingProfile` is the profile with which they act in this one. */
  mayEnterTenants: boolean
  actingProfile: 'admin' | 'user' | null
  /** Remote access: the name of who uses this session, and of the person to whom it belongs. */
  remoteAccess: { requester: string; person: string } | null
  /** Staff who switched into this business unit and can return. */
  mayGoBack: boolean
  can: ReadonlySet<string>
  /** The screens of catalogue/screens.ts that this person may see. */
  screens: ReadonlySet<string>
  /** IANA name of the business unit's time zone. */
  timezone: string
  language: Language
  /** The language in which texts in several languages must be given. */
  mainLanguage: Language
  /** Target of the logo's link, if not home. */
  logoPage: string | null
  /** Path of the page on which the person lands after the sign-in. */
  homePath: string
}

export const SessionContext = createContext<Session | null>(null)
export const CachesContext = createContext<Caches | null>(null)

/** The session of the signed-in person, for screens inside the frame. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === null) throw new Error('This screen needs a session: it stands outside the frame.')
  return session
}

/** The language in which texts in several languages must be given; pt-BR outside of a session. */
export const useMainLanguage = (): Language => useContext(SessionContext)?.mainLanguage ?? defaultLanguage

/** Example: `const mayAdd = useCan('user.add')`. */
export function useCan(permission: Permission): boolean {
  return useSession().can.has(permission)
}

/** The session belongs to a page of another site, which shows reports and nothing else of the portal. */
export function useIsEmbedded(): boolean {
  return useSession().user.authType === 'embedded'
}

export function useCaches(): Caches {
  const caches = useContext(CachesContext)
  if (caches === null) throw new Error('The caches are opened before the first screen.')
  return caches
}

/** The page number of a list, kept under the specification's key. Example: `const [page, setPage] = usePageNumber('page_user')`. */
export function usePageNumber(key: PageKey): readonly [page: number, setPage: (page: number) => void] {
  const caches = useCaches()
  const [page, setPage] = useState(() => wholeNumber(caches.pageNumber(key)))
  return [
    page,
    (next) => {
      setPage(next)
      caches.writePageNumber(key, String(next))
    },
  ]
}

/** The stored text may have been edited: an invalid value is the first page. */
function wholeNumber(text: string): number {
  const page = Number(text)
  return Number.isInteger(page) && page >= 1 ? page : 1
}
