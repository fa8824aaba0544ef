// What appears after a sign-in, one dialog at a time: the survey, the broadcast message, the terms, the login notices. They appear on the intended page
// only, after the delays of the specification (sections 4 and 9). A closed one comes back after the next sign-in. Mandatory terms also
// interrupt a person who is working.
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { inLanguage } from '#catalogue/languages.ts'
import { delays } from '#catalogue/limits.ts'
import { dismissBroadcast } from '#features/messaging/broadcasts/contract.ts'
import { readConfig } from '#features/identity/sessions/contract.ts'
import type { Config } from '#features/identity/sessions/web/session-config.ts'
import { answerSurvey } from '#features/messaging/survey/contract.ts'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { withReaderPhrases } from '#platform/web/language/language.ts'
import { useCaches } from '#platform/web/session/use-session.ts'

const SurveyDialog = lazy(
  withReaderPhrases(() =>
    import('#features/messaging/survey/web/survey-dialog.tsx').then((module) => ({ default: module.SurveyDialog })),
  ),
)
const BroadcastDialog = lazy(
  withReaderPhrases(() =>
    import('#features/messaging/broadcasts/web/broadcast-dialog.tsx').then((module) => ({
      default: module.BroadcastDialog,
    })),
  ),
)
const UserTermDue = lazy(
  withReaderPhrases(() =>
    import('#features/organisation/user-terms/web/user-term-due.tsx').then((module) => ({
      default: module.UserTermDue,
    })),
  ),
)
const LoginNotices = lazy(
  withReaderPhrases(() =>
    import('#features/messaging/notifications/web/notification-notices.tsx').then((module) => ({
      default: module.LoginNotices,
    })),
  ),
)

type Step = 'survey' | 'broadcast' | 'terms' | 'notices'

const steps: readonly Step[] = ['survey', 'broadcast', 'terms', 'notices']

const delayOf: Record<Step, number> = { ...delays, terms: 0 }

/** True when the person must accept a term before they may do anything else. */
export const hasTermsToAccept = ({ terms }: Config): boolean => terms.some(({ mandatory }) => mandatory)

export function AfterLogin({ config, signOut }: { config: Config; signOut: () => void }) {
  const { i18n } = useTranslation()
  const greets = useLanding(config.intended)
  const [past, setPast] = useState<readonly Step[]>([])
  const { broadcast_message: message, user, terms } = config
  const mustAcceptTerms = hasTermsToAccept(config)
  const send = useSendAfterTerms(mustAcceptTerms)
  const step = useDelayed(
    stepsOf(config, greets).find((each) => !past.includes(each)) ?? (mustAcceptTerms ? 'terms' : null),
  )
  const answer = useCallMutation(answerSurvey)
  const dismiss = useCallMutation(dismissBroadcast)
  const close = () => step !== null && setPast([...past, step])
  return (
    <Suspense>
      {step === 'survey' ? (
        <SurveyDialog
          onClose={close}
          onAnswer={(position) => {
            close()
            send(() => answer.mutate({ user_id: user.id, position }))
          }}
        />
      ) : null}
      {step === 'broadcast' && message ? (
        <BroadcastDialog
          message={inLanguage(textsOf(message), i18n.language)}
          onClose={close}
          onDismiss={() => {
            close()
            send(() => dismiss.mutate({ id: message.id }))
          }}
        />
      ) : null}
      {step === 'terms' ? (
        <UserTermDue
          // A new version of the terms gets a dialog with fresh state.
          key={terms.map(({ id, version }) => `${id} ${version}`).join()}
          refreshes={[readConfig]}
          onDone={close}
          onLeave={signOut}
        />
      ) : null}
      {step === 'notices' ? <LoginNotices onClose={close} /> : null}
    </Suspense>
  )
}

/** Selects the steps that apply, in their order. The notices are a call, so they wait until no mandatory term must be accepted. */
function stepsOf(config: Config, greets: boolean): Step[] {
  const { show_questionario_perfil: asks, broadcast_message: message, terms, can, routes } = config
  const isDue: Record<Step, boolean> = {
    survey: asks,
    broadcast: message !== null,
    terms: terms.length > 0,
    notices: can.includes('notification.read') && routes.includes('notifications') && !hasTermsToAccept(config),
  }
  return greets ? steps.filter((step) => isDue[step]) : []
}

const textsOf = (message: NonNullable<Config['broadcast_message']>) => ({
  'pt-BR': message.message_ptbr || null,
  'en-US': message.message_en || null,
  es: message.message_es || null,
  'pt-PT': message.message_ptpt || null,
})

/** The server takes nothing else before the mandatory terms are accepted: what a person answers until then is sent after them. */
function useSendAfterTerms(mustAcceptTerms: boolean): (send: () => void) => void {
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    if (!mustAcceptTerms) for (const send of waiting.current.splice(0)) send()
  }, [mustAcceptTerms])
  return (send) => {
    if (mustAcceptTerms) waiting.current.push(send)
    else send()
  }
}

/** The step after its delay. Another step waits for its own. */
function useDelayed(step: Step | null): Step | null {
  const [visibleStep, setVisibleStep] = useState<Step | null>(null)
  useEffect(() => {
    if (step === null) return
    const timer = setTimeout(() => setVisibleStep(step), delayOf[step])
    return () => clearTimeout(timer)
  }, [step])
  return visibleStep === step ? visibleStep : null
}

/** True when the person has reached the intended page after a sign-in. The flag of the sign-in is cleared there (section 4). */
function useLanding(intended: string): boolean {
  const caches = useCaches()
  const { history } = useRouter()
  const lands = () => history.location.href === intended && caches.hasAfterLogin()
  // Known before the first dialog is chosen.
  const [hasArrived, setArrived] = useState(lands)
  useEffect(() => {
    const checkDialogs = () => {
      if (history.location.href !== intended || !caches.hasAfterLogin()) return
      caches.removeAfterLogin()
      setArrived(true)
    }
    checkDialogs()
    return history.subscribe(checkDialogs)
  }, [caches, history, intended])
  return hasArrived
}
