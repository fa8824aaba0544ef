import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { nounOf } from '#platform/web/client/query-keys.ts'
import { markAdded } from '#platform/web/ui/just-added.ts'
import { readUserGroup } from '#features/people/groups/contract.ts'
import { addUser } from '../contract.ts'
import { addedOf, type Invitation, joinRounds } from './invitation-results.ts'
import type { Invited } from './invited-addresses.ts'

type Addition = Parameters<typeof ask<typeof addUser>>[1]

/**
 * Adds people one after the other: each has its own check, transaction and audit entry. When the connection breaks or the session ends, the
 * people who were not reached are results as well, so that the links of those who were added before are shown.
 */
export function useInvitations() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const [running, setRunning] = useState<{ done: number; total: number } | null>(null)
  const [results, setResults] = useState<Invitation[]>([])
  const [isCorrecting, setCorrecting] = useState(true)
  const start = async (people: readonly Invited[], common: Omit<Addition, 'name' | 'email'>) => {
    const reached: Invitation[] = []
    let isBroken = false
    for (const person of people) {
      if (isBroken) {
        reached.push({ ...person, link: null, refusal: t('people.users.invite.notReached'), isPlanned: false })
        continue
      }
      setRunning({ done: reached.length, total: people.length })
      try {
        const { id, link } = await ask(addUser, { ...common, ...person })
        markAdded(id)
        reached.push({ ...person, link, refusal: null, isPlanned: Boolean(common.invite_at) })
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error
        const [fault = error.message] = Object.values(error.errors)
        reached.push({ ...person, link: null, refusal: fault, isPlanned: false })
        isBroken = error.http === 0 || error.http === 401
      }
    }
    setRunning(null)
    setResults((earlier) => joinRounds(earlier, reached))
    setCorrecting(false)
    // Not awaited: without a connection the lists are read again only when it is back.
    for (const call of [addUser, readUserGroup]) void cache.invalidateQueries({ queryKey: [nounOf(call)] })
  }
  return {
    running,
    start,
    /** Null while addresses are written or corrected. */
    results: isCorrecting ? null : results,
    /** The people whom earlier rounds added. */
    added: addedOf(results),
    again: () => setCorrecting(true),
  }
}
