import { Menu } from '@mantine/core'
import { IconBan, IconCheck, IconPlayerPause, IconShieldOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { RowOf } from '#platform/web/pages/list-page.tsx'
import { useCallMutation } from '#platform/web/client/use-call.ts'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { changeTeamState, type listTeam, resetTeamTwoFactor, type TeamState } from '../contract.ts'

export type TeamMember = RowOf<typeof listTeam>

/** Enables and blocks a team member; actions that end sessions ask first. */
export function TeamActions({ row: { id, name, state, can } }: { row: TeamMember }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const { mutate } = useCallMutation(changeTeamState, {
    onDone: (_, { status }) =>
      toastDone(t('people.users.done.state', { name, state: t(`people.users.state.${status}`) })),
  })
  const keepOut = async (to: 'B' | 'I') => {
    const question = { title: t(`people.users.confirm.${to}`, { name }), text: t(`people.users.confirm.${to}Text`) }
    if (await confirm(question)) mutate({ id, status: to })
  }
  const reset = useCallMutation(resetTeamTwoFactor, {
    onDone: () => toastDone(t('people.users.done.resetTwoFactor', { name })),
  })
  const resetFactor = async () => {
    const question = {
      title: t('people.users.confirm.resetTwoFactor', { name }),
      text: t('people.users.confirm.resetTwoFactorText'),
    }
    if (await confirm(question)) reset.mutate({ id })
  }
  const isNot = (other: TeamState) => state !== other
  return (
    <>
      {isNot('A') && (
        <Menu.Item leftSection={<IconCheck size={16} aria-hidden />} onClick={() => mutate({ id, status: 'A' })}>
          {t('people.users.action.enable')}
        </Menu.Item>
      )}
      {isNot('I') && (
        <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={() => void keepOut('I')}>
          {t('people.users.action.disable')}
        </Menu.Item>
      )}
      {isNot('B') && (
        <Menu.Item leftSection={<IconBan size={16} aria-hidden />} onClick={() => void keepOut('B')}>
          {t('people.users.action.block')}
        </Menu.Item>
      )}
      {can.includes('reset_two_factor') && (
        <Menu.Item leftSection={<IconShieldOff size={16} aria-hidden />} onClick={() => void resetFactor()}>
          {t('people.users.action.resetTwoFactor')}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  )
}
