import { useBlocker } from '@tanstack/react-router'
import { useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { CachesContext } from '../session/use-session.ts'
import { useConfirm } from './confirm-dialog.tsx'

/**
 * Asks before a changed form is left, by a link or by closing the tab. `changed` is false again after saving. When the session has ended
 * it does not ask; left-draft.ts keeps the draft. `question`: what else is lost than unsaved input.
 */
export function LeaveGuard({ changed, question }: { changed: boolean; question?: { title: string; text: string } }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const caches = useContext(CachesContext)
  useBlocker({
    disabled: !changed,
    enableBeforeUnload: changed,
    shouldBlockFn: async () => {
      if (caches?.user() === null) return false
      const unsaved = { title: t('general.form.leaveTitle'), text: t('general.form.leaveText') }
      return !(await confirm(question ?? unsaved))
    },
  })
  return null
}
