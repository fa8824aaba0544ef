// The dialog after the addition of a business unit: its administrator, and the button to enter the unit.
import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ReceivedOf } from '#platform/contract/call.ts'
import { LinkToHandOver } from '#platform/web/ui/link-to-hand-over.tsx'
import type { addTenant } from '../contract.ts'
import { EnterTenant } from './tenant-entry.tsx'

type TenantAddedProps = Pick<ReceivedOf<typeof addTenant>, 'id' | 'invited' | 'link'> & {
  name: string
  host: string
  /** The first administrator; empty texts when the form named nobody. */
  administrator: { name: string; email: string }
  onClose: () => void
}

export function TenantAdded({ id, invited, link, name, host, administrator, onClose }: TenantAddedProps) {
  const { t } = useTranslation()
  return (
    <Stack gap="lg" maw="44rem">
      <Alert variant="light" color="green" icon={<IconCircleCheck aria-hidden />}>
        <output>
          {t('organisation.tenants.added', { address: host })}{' '}
          {invited ? t('organisation.tenants.administratorInvited', administrator) : null}
          {!invited && link === null ? t('organisation.tenants.withoutAdministrator') : null}
        </output>
      </Alert>
      {link === null ? null : (
        <section>
          <Text fw={600} mb="xs">
            {t('organisation.tenants.administratorLink', administrator)}
          </Text>
          <LinkToHandOver label={t('people.users.link.label')} text={t('people.users.link.text')} link={link} />
        </section>
      )}
      <Group>
        <EnterTenant id={id} name={name} />
        <Button variant="default" onClick={onClose}>
          {t('general.action.close')}
        </Button>
      </Group>
    </Stack>
  )
}
