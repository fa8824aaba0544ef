import { useEffect, useEffectEvent, useState } from 'react'
import { ask, sessionToken } from '#platform/web/client/client.ts'
import { beforeSignOut } from '#platform/web/session/before-sign-out.ts'
import { saveFilters } from '#features/reports/view/contract.ts'
import { makeReportMemory, type ReportMemory } from './report-memory.ts'
import type { Opened } from '#features/reports/frame/web/exports.tsx'
import { makeStateOutbox, type ReportState } from './report-state-outbox.ts'

/** The states of the browser tab that wait for the server. */
export const reportStates = makeStateOutbox({
  send: (state) => ask(saveFilters, state, { keepalive: true }),
  session: sessionToken,
})
window.addEventListener('pagehide', reportStates.sendAll)
beforeSignOut(reportStates.storedAll)

/** Creates the memory of one opened report. `onChange` receives the state after each change. */
export function useReportMemory(opened: Opened, onChange: (state: ReportState) => void): ReportMemory {
  const change = useEffectEvent(onChange)
  const [memory] = useState(() =>
    makeReportMemory({
      opened,
      outbox: reportStates,
      forget: () => ask(saveFilters, { reportId: opened.id, filters: [], slicers: [] }),
    }),
  )
  useEffect(() => memory.follow((state) => change(state)), [memory])
  return memory
}
