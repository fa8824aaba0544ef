// Keeps the answer that a person writes on the server, so that it survives a closed tab and another device.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { now } from '#platform/web/clock.ts'
import type { Ticket } from './help-desk-place.ts'

/** Waits for a pause in the writing, so that a sentence is one call. */
const pauseMs = 1_000

export type StoredDraft = Ticket['draft']

type Written = { text: string; internal: boolean }

export type KeptDraft = {
  /** The instant of the last save; null: nothing is kept. */
  savedAt: Date | null
  /** All that was written is kept. */
  isKept: boolean
  /** Resolves when no save is running. An answer that is sent before would be followed by its own draft. */
  settled: () => Promise<unknown>
}

/**
 * Saves what the person writes in a ticket with `save`, which also changes the ticket that the browser has stored. A save that fails is
 * repeated with the next change.
 */
export function useKeptDraft(
  { text, internal }: Written,
  kept: StoredDraft,
  save: (draft: StoredDraft, written: Written) => Promise<unknown>,
): KeptDraft {
  const store = useEffectEvent(save)
  const [saved, setSaved] = useState({ text: kept?.text ?? '', internal: kept?.internal ?? false })
  const [savedAt, setSavedAt] = useState(kept?.saved_at ?? null)
  const running = useRef<Promise<unknown>>(Promise.resolve())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const trimmed = text.trim()
  const isKept = trimmed === saved.text.trim() && (internal === saved.internal || trimmed === '')
  useEffect(() => {
    if (isKept) return
    timer.current = setTimeout(() => {
      const draft = trimmed === '' ? null : { text, internal, saved_at: now() }
      running.current = store(draft, { text, internal }).then(
        () => {
          setSaved({ text, internal })
          setSavedAt(draft?.saved_at ?? null)
        },
        () => undefined,
      )
    }, pauseMs)
    return () => clearTimeout(timer.current)
  }, [isKept, trimmed, text, internal])
  const settled = () => {
    clearTimeout(timer.current)
    return running.current
  }
  return { savedAt, isKept, settled }
}
