// Runs one action on many records: one call per record, each with its own permission check, transaction and audit entry. Failed records are
// named with their sentences; records that were not reached stay unchanged.
import { useQueryClient } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Call } from '#platform/contract/call.ts'
import { CallFailure } from '../../client/call-failure.ts'
import { ask } from '../../client/client.ts'
import { nounOf } from '../../client/query-keys.ts'

type BulkEntry<Row> = {
  key: string
  label: string
  icon: ComponentType<{ size?: number }>
  allows: (row: Row) => boolean
}

/** One call for each record. */
export type BulkCall<Row> = BulkEntry<Row> & {
  call: Call
  /** Calls of other nouns whose cached answers it makes stale. */
  refreshes?: readonly Call[]
  input: (row: Row) => object
  /** Confirmation that shows the number of records. A deleting action asks for the typed number and noun instead. */
  question?: (count: number) => { title: string; text: string }
  erases?: { text: string | undefined }
  /** A dialog that asks for a choice first. `choose` gives the fields that are added to the input of each record. */
  renderChoice?: (dialog: { rows: readonly Row[]; choose: (fields: object) => void; close: () => void }) => ReactNode
}

/** A dialog that runs the calls itself, because they are not one for each record. */
export type BulkDialog<Row> = BulkEntry<Row> & {
  renderDialog: (dialog: { rows: readonly Row[]; close: () => void }) => ReactNode
}

export type BulkAction<Row> = BulkCall<Row> | BulkDialog<Row>

export type Failed<Row> = { row: Row; message: string }
type Running<Row> = { action: BulkCall<Row>; done: number; total: number }

export function useBulk<Row extends { id: string }>(onEnd: (doneIds: string[], failed: Failed<Row>[]) => void) {
  const cache = useQueryClient()
  const [running, setRunning] = useState<Running<Row> | null>(null)
  const [failed, setFailed] = useState<Failed<Row>[]>([])
  const stopped = useRef(false)
  // Leaving the list stops after the current call.
  useEffect(() => () => void (stopped.current = true), [])
  const start = async (action: BulkCall<Row>, rows: readonly Row[], unable: string) => {
    stopped.current = false
    setFailed([])
    const done: string[] = []
    const able = rows.filter(action.allows)
    const refused = rows.filter((row) => !action.allows(row)).map((row): Failed<Row> => ({ row, message: unable }))
    const skipped = refused.length
    for (const row of able) {
      if (stopped.current) break
      setRunning({ action, done: done.length + refused.length - skipped, total: able.length })
      try {
        await ask(action.call, action.input(row) as never)
        done.push(row.id)
      } catch (error) {
        if (!(error instanceof CallFailure)) throw error
        refused.push({ row, message: error.message })
        // The server is unreachable or the session has ended: the next call would fail as well.
        if (error.http === 0 || error.http === 401) break
      }
    }
    const nouns = new Set([action.call, ...(action.refreshes ?? [])].map(nounOf))
    await Promise.all([...nouns].map((noun) => cache.invalidateQueries({ queryKey: [noun] })))
    setRunning(null)
    setFailed(refused)
    onEnd(done, refused)
  }
  return { running, failed, start, stop: () => void (stopped.current = true), forget: () => setFailed([]) }
}
