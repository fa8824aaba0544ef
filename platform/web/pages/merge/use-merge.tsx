// Merging: when another person has saved the record meanwhile, the form offers both edits field by field.
// Next: merge.ts (which fields differ), merge-dialog.tsx (the choice).
import { useState } from 'react'
import type { Call, ReceivedOf } from '#platform/contract/call.ts'
import type { LoadedRecord } from '../../client/use-record.ts'
import type { Draft } from '../../ui/use-draft.ts'
import { MergeDialog } from './merge-dialog.tsx'
import { differences, gather, merged, spread } from './merge.ts'
import type { PhrasePrefix } from '../use-phrases.ts'

type Values = Record<string, unknown>

type Merging<R extends Call> = {
  phrasePrefix: PhrasePrefix
  label: (field: string) => string
  /** The business unit's custom fields: `custom.<id>`. */
  own: readonly string[]
  draft: Draft<Values>
  loaded: LoadedRecord<R>
  draftOf: (record: ReceivedOf<R>) => object
  setRecord: (record: ReceivedOf<R>) => void
  submission: { reset: () => void }
}

/** The newer record beside the draft, until the person has chosen values. `open` loads it; `dialog` is null until it is loaded. */
export function useMerge<R extends Call>({
  phrasePrefix,
  label,
  own,
  draft,
  loaded,
  draftOf,
  setRecord,
  submission,
}: Merging<R>) {
  const [fresh, setFresh] = useState<ReceivedOf<R> | null>(null)
  const open = () => void loaded.refresh().then((found) => setFresh(found ?? null))
  if (fresh === null) return { open, dialog: null }
  const theirs = draftOf(fresh) as Values
  const parts = [draft.initial, draft.values, theirs].map((values) => spread(values, own))
  const [base = {}, mine = {}, other = {}] = parts
  const merge = (taken: ReadonlySet<string>) => {
    draft.rebase(theirs, gather(merged(base, mine, other, taken), theirs, own))
    setRecord(fresh)
    setFresh(null)
    submission.reset()
  }
  const dialogProps = { phrasePrefix, label, differences: differences(base, mine, other) }
  return { open, dialog: <MergeDialog {...dialogProps} onClose={() => setFresh(null)} onMerge={merge} /> }
}
