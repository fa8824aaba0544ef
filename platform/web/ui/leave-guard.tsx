import { useBlocker } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useConfirm } from './confirm-dialog.tsx'

/** Asks before a changed form is left, by a link or by closing the tab. `changed` is false again once it is saved. */
export function LeaveGuard({ changed }: { changed: boolean }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  useBlocker({
    disabled: !changed,
    enableBeforeUnload: changed,
    shouldBlockFn: async () => {
      const leave = await confirm({ title: t('general.form.leaveTitle'), text: t('general.form.leaveText') })
      return !leave
    },
  })
  return null
}
