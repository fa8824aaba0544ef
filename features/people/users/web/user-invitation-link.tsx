import { Alert, Button } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { WaitingNote } from '#features/messaging/outbox/web/exports.tsx'
import { LinkToHandOver } from '#platform/web/ui/link-to-hand-over.tsx'

type InvitationLinkProps = { name: string; link: string; onClose: () => void }

/** The page after an invitation that was not sent by mail: it displays the link once, so that the caller can pass it on. */
export function InvitationLink({ name, link, onClose }: InvitationLinkProps) {
  const { t } = useTranslation()
  return (
    <>
      <WaitingNote />
      <Alert variant="light" icon={<IconLink aria-hidden />} title={t('people.users.link.title', { name })}>
        <LinkToHandOver label={t('people.users.link.label')} text={t('people.users.link.text')} link={link}>
          <Button variant="default" onClick={onClose}>
            {t('general.action.close')}
          </Button>
        </LinkToHandOver>
      </Alert>
    </>
  )
}
