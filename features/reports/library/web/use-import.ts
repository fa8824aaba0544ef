// Imports reports of a workspace in several calls, and grants each imported report.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { listWorkspaceReports } from '#features/sources/workspaces/contract.ts'
import { listWorkspaces } from '#features/sources/workspaces/contract.ts'
import type { InputOf, ReceivedOf } from '#platform/contract/call.ts'
import { CallFailure } from '#platform/web/client/call-failure.ts'
import { ask } from '#platform/web/client/client.ts'
import { nounOf } from '#platform/web/client/query-keys.ts'
import { addAccess } from '#features/reports/access/contract.ts'
import { listReportGroups } from '#features/reports/groups/contract.ts'
import { importReports, listReports, maxImported } from '../contract.ts'

export type ServiceReport = ReceivedOf<typeof listWorkspaceReports>['data'][number]

export type Outcome = {
  name: string
  /** Id of the published report; null: it was not imported. */
  id: string | null
  isGranted: boolean
  /** Why the report was not imported, or not granted; null: nothing failed. */
  message: string | null
}

/** Who gets the imported reports; null: nobody yet. */
export type ImportGrants = Pick<InputOf<typeof addAccess>, 'grants' | 'tell'> | null

type Options = { workspaceId: string; subgroupId: string; onDone: () => void }

/** Sends the reports in several calls; `stop` ends after the present call. `start` returns the ids of the imported reports at the service. */
export function useImport({ workspaceId, subgroupId, onDone }: Options) {
  const cache = useQueryClient()
  const { t } = useTranslation()
  const say = { taken: t('reports.library.taken'), missing: t('reports.library.import.missing') }
  const [progress, setProgress] = useState<{ done: number; total: number } | null>(null)
  const [outcomes, setOutcomes] = useState<Outcome[]>([])
  const stopped = useRef(false)
  // Leaving the page stops after the present call.
  useEffect(() => () => void (stopped.current = true), [])
  const sentence = (error: unknown): string => {
    if (!(error instanceof CallFailure)) throw error
    return error.message || t('general.toast.failed')
  }
  const grant = async (report_id: string, grants: ImportGrants): Promise<Pick<Outcome, 'isGranted' | 'message'>> => {
    if (grants === null) return { isGranted: false, message: null }
    try {
      await ask(addAccess, { report_id, ...grants })
      return { isGranted: true, message: null }
    } catch (error) {
      return { isGranted: false, message: t('reports.library.import.notGranted', { reason: sentence(error) }) }
    }
  }
  const start = async (chosenReports: readonly ServiceReport[], grants: ImportGrants): Promise<string[]> => {
    stopped.current = false
    setOutcomes([])
    const found: Outcome[] = []
    const done: string[] = []
    for (let offset = 0; offset < chosenReports.length && !stopped.current; offset += maxImported) {
      setProgress({ done: offset, total: chosenReports.length })
      const part = chosenReports.slice(offset, offset + maxImported)
      const nameOf = (id: string) => part.find((report) => report.service_report_id === id)?.name ?? id
      try {
        const reports = part.map(({ service_report_id, name }) => ({ service_report_id, name: name.slice(0, 120) }))
        const { data } = await ask(importReports, { workspace_id: workspaceId, subgroup_id: subgroupId, reports })
        for (const { service_report_id, id, refusal } of data) {
          const name = nameOf(service_report_id)
          if (id === null) found.push({ name, id, isGranted: false, message: refusal && say[refusal] })
          else {
            done.push(service_report_id)
            found.push({ name, id, ...(await grant(id, grants)) })
          }
        }
      } catch (error) {
        // A call that fails as a whole imported nothing, and the next call would fail for the same reason.
        const message = sentence(error)
        found.push(...part.map(({ name }) => ({ name, id: null, isGranted: false, message })))
        break
      }
    }
    setProgress(null)
    setOutcomes(found)
    const nouns = new Set([listReports, listReportGroups, listWorkspaces, addAccess].map(nounOf))
    await Promise.all([...nouns].map((noun) => cache.invalidateQueries({ queryKey: [noun] })))
    onDone()
    return done
  }
  return { progress, outcomes, start, stop: () => void (stopped.current = true) }
}
