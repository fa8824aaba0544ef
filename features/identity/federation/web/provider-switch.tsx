import { Menu } from '@mantine/core'
import { IconPower } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useConfirm } from '#platform/web/ui/confirm-dialog.tsx'

type ProviderSwitchProps = {
  provider: { name: string; status: boolean }
  isBusy: boolean
  onSwitch: (status: boolean) => void
}

/** The item of a list that offers a provider on the sign-in page, or withdraws it. It asks first, because people may be shut out. */
export function ProviderSwitch({ provider: { name, status }, isBusy, onSwitch }: ProviderSwitchProps) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const withdraw = async () => {
    const question = { title: t('identity.saml.withdrawTitle', { name }), text: t('identity.saml.withdrawText') }
    if (await confirm(question)) onSwitch(false)
  }
  return (
    <Menu.Item
      leftSection={<IconPower size={16} aria-hidden />}
      disabled={isBusy}
      onClick={() => (status ? void withdraw() : onSwitch(true))}
    >
      {t(status ? 'identity.saml.withdraw' : 'identity.saml.offer')}
    </Menu.Item>
  )
}
