import { Menu } from '@mantine/core'
import { IconBan, IconCheck, IconCopy, IconLogout, IconPlayerPause } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { useTell } from '#platform/web/client/use-ask.ts'
import { useGo } from '#platform/web/routing/path.tsx'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'
import { toastDone } from '#platform/web/ui/toasts.tsx'
import { changeUserState, forceLogout, type listUsers, maySignIn } from '../contract.ts'

export type UserRow = ReceivedOf<typeof listUsers>['data'][number]

const more = ['duplicate', 'change_state', 'log_out']

/** Whether a person has actions beside edit and remove. */
export const mayMore = ({ can }: UserRow): boolean => more.some((verb) => can.includes(verb))

/** The actions for a person, as allowed by the server in `can`; actions that end sessions ask first. */
export function UserActions({ row }: { row: UserRow }) {
  const { t } = useTranslation()
  const go = useGo()
  const { setState, logOut } = useCommands(row)
  const may = (verb: string) => row.can.includes(verb)
  const isOpen = maySignIn(row.state)
  return (
    <>
      {may('duplicate') && (
        <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => go(`/user/${row.id}/duplicate`)}>
          {t('users.action.duplicate')}
        </Menu.Item>
      )}
      {may('change_state') && !isOpen && (
        <Menu.Item leftSection={<IconCheck size={16} aria-hidden />} onClick={() => setState('A')}>
          {t('users.action.enable')}
        </Menu.Item>
      )}
      {may('change_state') && isOpen && (
        <Menu.Item leftSection={<IconPlayerPause size={16} aria-hidden />} onClick={() => setState('I')}>
          {t('users.action.disable')}
        </Menu.Item>
      )}
      {may('change_state') && row.state !== 'B' && (
        <Menu.Item leftSection={<IconBan size={16} aria-hidden />} onClick={() => setState('B')}>
          {t('users.action.block')}
        </Menu.Item>
      )}
      {may('log_out') && isOpen && (
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={logOut}>
          {t('users.action.logOut')}
        </Menu.Item>
      )}
      <Menu.Divider />
    </>
  )
}

function useCommands({ id, name }: UserRow) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const state = useTell(changeUserState, { onDone: () => toastDone() })
  const logout = useTell(forceLogout, { onDone: () => toastDone() })
  const ask = (what: 'I' | 'B' | 'logOut') =>
    confirm({ title: t(`users.confirm.${what}`, { name }), text: t(`users.confirm.${what}Text`) })
  return {
    setState: async (to: 'A' | 'I' | 'B') => {
      if (to === 'A' || (await ask(to))) state.mutate({ id, state: to })
    },
    logOut: async () => {
      if (await ask('logOut')) logout.mutate({ id })
    },
  }
}
