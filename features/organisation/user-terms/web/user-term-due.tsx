// Displays the terms that the person must accept, one after the other: after the sign-in, or before a report.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import type { Call } from '#platform/contract/call.ts'
import { useCallQuery, useCallMutation } from '#platform/web/client/use-call.ts'
import { acceptTerm, listDueTerms } from '../contract.ts'
import { UserTermDialog } from './user-term-dialog.tsx'

type UserTermDueProps = {
  /** The report before which the terms must be accepted; absent: the terms after the sign-in. */
  reportId?: string
  /** Calls whose answers depend on the acceptance. */
  refreshes?: readonly Call[]
  /** Called when every term is accepted, or closed until the next sign-in. */
  onDone: () => void
  /** Called when the person does not accept: signs out, or leaves the report. */
  onLeave: () => void
}

export function UserTermDue({ reportId, refreshes = [], onDone, onLeave }: UserTermDueProps) {
  const { i18n } = useTranslation()
  const [past, setPast] = useState<readonly string[]>([])
  const { data } = useCallQuery(listDueTerms, reportId === undefined ? {} : { report_id: reportId }, { once: true })
  const left = data?.filter(({ id, version }) => !past.includes(`${id} ${version}`)) ?? []
  const [term] = left
  const openNextTerm = () => {
    if (term !== undefined) setPast([...past, `${term.id} ${term.version}`])
    if (left.length <= 1) onDone()
  }
  const accept = useCallMutation(acceptTerm, { quiet: true, refreshes, onDone: openNextTerm })
  if (term === undefined) return null
  const { id, version, mandatory, title, body } = term
  return (
    <UserTermDialog
      // The key resets the dialog for each term, because its checkbox must not stay checked for the next term.
      key={`${id} ${version}`}
      title={inLanguage(title, i18n.language)}
      body={inLanguage(body, i18n.language)}
      mandatory={mandatory}
      busy={accept.isPending}
      failure={accept.error?.message ?? null}
      onAccept={() => accept.mutate({ id, version })}
      {...(mandatory ? { onLeave } : { onClose: openNextTerm })}
    />
  )
}
