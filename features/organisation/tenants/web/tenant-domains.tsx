import { Button } from '@mantine/core'
import { IconWorldWww } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { PathLink } from '#platform/web/routing/path.tsx'
import { useCan } from '#platform/web/session/use-session.ts'

/** The way from a business unit or a partner to its domains. Example: `<ToDomains filter="tenant_id=…" />`. */
export function ToDomains({ filter }: { filter: string }) {
  const { t } = useTranslation()
  if (!useCan('domain.read')) return null
  return (
    <Button
      variant="default"
      renderRoot={(link) => <PathLink to={`/domain?${filter}`} {...link} />}
      leftSection={<IconWorldWww size={16} stroke={1.8} aria-hidden />}
    >
      {t('business.domains.toDomains')}
    </Button>
  )
}

export function MainDomain({ host }: { host: string | null }) {
  const { t } = useTranslation()
  return host === null ? t('business.domains.noneYet') : t('business.domains.mainOf', { host })
}
