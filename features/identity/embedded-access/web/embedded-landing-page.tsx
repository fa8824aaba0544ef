import { IconPlugConnectedX } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { embeddedPaths } from '#catalogue/embedded-paths.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { useGo, usePathPart } from '#platform/web/routing/path.tsx'
import { useArrive } from '#platform/web/session/arrival.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { LoadingOverlay } from '#platform/web/ui/loading-overlay.tsx'
import { storedUserOf } from '#features/identity/unit-switch/web/exports.tsx'
import { embeddedLogin } from '../contract.ts'
import classes from './embedded-page.module.css'

/**
 * `/embedded/{token}`: begins the session of a page of another site, and opens its report. `/embedded/ended` is the same page without a
 * session: the token was refused, or the session is over. Only the other site can begin a new one.
 */
export function EmbeddedLandingPage() {
  const token = usePathPart('token')
  const isOver = `/embedded/${token}` === embeddedPaths.ended
  const requestedReport = useRequestedReport()
  const go = useGo()
  const arrive = useArrive()
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const hasRequested = useRef(false)
  useEffect(() => {
    // The token is valid once, and effects run twice in development.
    if (hasRequested.current || isOver) return
    hasRequested.current = true
    ask(embeddedLogin, { token })
      .then((answer) => {
        // The signed token decides about the report; the query of the URL counts only when the token names no report.
        const landingPaths =
          answer.intended === embeddedPaths.reports ? [requestedReport, answer.intended] : [answer.intended]
        return arrive({ user: storedUserOf(answer), candidates: landingPaths })
      })
      .catch((error: unknown) => {
        if (!(error instanceof CallFailure)) throw error
        setFailure(error)
        go(embeddedPaths.ended, { replace: true })
      })
  })
  return isOver ? <Ended failure={failure} /> : <LoadingOverlay />
}

/** Reads `?report={id}&page={name}` from the URL and returns the path of that report; null without a valid id. */
function useRequestedReport(): string | null {
  const { report, page }: { report?: unknown; page?: unknown } = useSearch({ strict: false })
  if (typeof report !== 'string' || !/^[0-9a-f-]{36}$/i.test(report)) return null
  const query = typeof page === 'string' ? `?${new URLSearchParams({ page }).toString()}` : ''
  return `${embeddedPaths.reports}/${report}${query}`
}

function Ended({ failure }: { failure: CallFailure | null }) {
  const { t } = useTranslation()
  return (
    <main className={classes.ended}>
      <EmptyState
        page
        title={failure?.message ?? t('identity.embeddedAccess.ended')}
        text={t('identity.embeddedAccess.openAgain')}
        icon={<IconPlugConnectedX size={22} stroke={1.6} aria-hidden />}
      />
    </main>
  )
}
