import { createContext, lazy, type ReactNode, Suspense, useCallback, useContext, useState } from 'react'
import type { Question } from './confirm-modal.tsx'

type PendingQuestion = Question & { answer: (yes: boolean) => void }

const ConfirmContext = createContext<((question: Question) => Promise<boolean>) | null>(null)

/** Loaded with the first question; few visits have one. */
const ConfirmModal = lazy(() => import('./confirm-modal.tsx').then((module) => ({ default: module.ConfirmModal })))

/** Asks for confirmation. Example: `if (await confirm({ title, text })) leave()`. */
export function useConfirm(): (question: Question) => Promise<boolean> {
  const confirm = useContext(ConfirmContext)
  if (confirm === null) throw new Error('ConfirmDialog stands around every screen.')
  return confirm
}

/** Rendered once around all screens; shows one question at a time. */
export function ConfirmDialog({ children }: { children: ReactNode }) {
  const [question, setQuestion] = useState<PendingQuestion | null>(null)
  const [used, setUsed] = useState(false)
  const confirm = useCallback((question: Question) => {
    setUsed(true)
    return new Promise<boolean>((answer) => setQuestion({ ...question, answer }))
  }, [])
  const answer = (yes: boolean) => {
    question?.answer(yes)
    setQuestion(null)
  }
  return (
    <ConfirmContext value={confirm}>
      {children}
      <Suspense>{used ? <ConfirmModal question={question} onAnswer={answer} /> : null}</Suspense>
    </ConfirmContext>
  )
}
